"""PDFium itself, asked without this program: what drawings are held against."""
import ctypes
import functools

import numpy

from support.command import BINARY

DRAWS_NOTES, RED_FIRST, WITHOUT_ALPHA = 0x01, 0x10, 3


@functools.cache
def library():
    """The library that the program finds; nothing where there is none beside it."""
    places = [folder / "lib/pyramidion/libpdfium.so" for folder in BINARY.resolve().parents]
    found = next((place for place in places if place.exists()), None)
    if found is None:
        return None
    engine = ctypes.CDLL(str(found))
    pointer = ctypes.c_void_p
    for name in ("FPDF_LoadMemDocument", "FPDF_LoadPage", "FPDFBitmap_CreateEx"):
        getattr(engine, name).restype = pointer
    engine.FPDF_LoadPage.argtypes = [pointer, ctypes.c_int]
    engine.FPDFBitmap_CreateEx.argtypes = [
        ctypes.c_int, ctypes.c_int, ctypes.c_int, pointer, ctypes.c_int]
    engine.FPDF_RenderPageBitmap.argtypes = [pointer, pointer] + [ctypes.c_int] * 6
    for name in ("FPDF_ClosePage", "FPDF_CloseDocument", "FPDFBitmap_Destroy"):
        getattr(engine, name).argtypes = [pointer]
    engine.FPDF_InitLibrary()
    return engine


def drawn_whole(document, page, width, height):
    """A page on white, drawn at one go; `page` counts from 1."""
    engine, data = library(), document.bytes
    pixels = numpy.full((height, width, 4), 255, numpy.uint8)
    file = engine.FPDF_LoadMemDocument(data, len(data), None)
    loaded = engine.FPDF_LoadPage(file, page - 1)
    bitmap = engine.FPDFBitmap_CreateEx(
        width, height, WITHOUT_ALPHA, pixels.ctypes.data, 4 * width)
    engine.FPDF_RenderPageBitmap(
        bitmap, loaded, 0, 0, width, height, 0, DRAWS_NOTES | RED_FIRST)
    engine.FPDFBitmap_Destroy(bitmap)
    engine.FPDF_ClosePage(loaded)
    engine.FPDF_CloseDocument(ctypes.c_void_p(file))
    return pixels[:, :, :3]
