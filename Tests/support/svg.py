"""librsvg itself, asked without this program: what drawings are held against."""
import ctypes
import ctypes.util

import numpy

DOUBLE, POINTER = ctypes.c_double, ctypes.c_void_p
WITHOUT_ALPHA = 1


class Rectangle(ctypes.Structure):
    _fields_ = [(name, DOUBLE) for name in ("x", "y", "width", "height")]


def library():
    """librsvg and Cairo; nothing where they are not installed."""
    try:
        rsvg, cairo = ctypes.CDLL("librsvg-2.so.2"), ctypes.CDLL("libcairo.so.2")
    except OSError:
        return None
    rsvg.rsvg_handle_new_from_data.restype = POINTER
    rsvg.rsvg_handle_new_from_data.argtypes = [ctypes.c_char_p, ctypes.c_size_t, POINTER]
    rsvg.rsvg_handle_render_document.argtypes = [POINTER, POINTER, ctypes.POINTER(Rectangle), POINTER]
    cairo.cairo_image_surface_create_for_data.restype = POINTER
    cairo.cairo_image_surface_create_for_data.argtypes = [POINTER] + [ctypes.c_int] * 4
    cairo.cairo_create.restype = POINTER
    cairo.cairo_scale.argtypes = [POINTER, DOUBLE, DOUBLE]
    for call in (cairo.cairo_create, cairo.cairo_destroy, cairo.cairo_surface_destroy, cairo.cairo_surface_flush):
        call.argtypes = [POINTER]
    return rsvg, cairo


def drawn_whole(text, size, width, height):
    """A drawing of a size in its own units, without clear parts, drawn at one go."""
    rsvg, cairo = library()
    data = text.encode()
    pixels = numpy.zeros((height, width, 4), numpy.uint8)
    surface = cairo.cairo_image_surface_create_for_data(
        pixels.ctypes.data, WITHOUT_ALPHA, width, height, 4 * width)
    context = cairo.cairo_create(surface)
    cairo.cairo_scale(context, width / size[0], height / size[1])
    handle = rsvg.rsvg_handle_new_from_data(data, len(data), None)
    assert rsvg.rsvg_handle_render_document(
        handle, context, ctypes.byref(Rectangle(0, 0, *size)), None)
    cairo.cairo_surface_flush(surface)
    cairo.cairo_destroy(context)
    cairo.cairo_surface_destroy(surface)
    return pixels[:, :, 2::-1]
