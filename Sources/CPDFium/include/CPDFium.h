// PDFium's functions behind a table that is filled when they are first needed, by dlopen. There are
// no headers to build with: what is used of its public interface is declared here, by the names and
// with the meanings it has there (fpdfview.h, fpdf_doc.h, fpdf_edit.h, fpdf_text.h).
#pragma once

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct pyramidion_pdf_document *FPDF_DOCUMENT;
typedef struct pyramidion_pdf_page *FPDF_PAGE;
typedef struct pyramidion_pdf_bitmap *FPDF_BITMAP;
typedef struct pyramidion_pdf_object *FPDF_PAGEOBJECT;
typedef struct pyramidion_pdf_bookmark *FPDF_BOOKMARK;
typedef struct pyramidion_pdf_destination *FPDF_DEST;
typedef struct pyramidion_pdf_text *FPDF_TEXTPAGE;
typedef struct pyramidion_pdf_link *FPDF_LINK;
typedef struct pyramidion_pdf_action *FPDF_ACTION;

typedef struct {
  float left, top, right, bottom;
} FS_RECTF;
typedef struct {
  float width;
  float height;
} FS_SIZEF;

// A file that is read piece by piece.
typedef struct {
  unsigned long m_FileLen;
  int (*m_GetBlock)(void *parameter, unsigned long place, unsigned char *buffer,
                    unsigned long size);
  void *m_Param;
} FPDF_FILEACCESS;

// Where a copy of a document goes, piece by piece.
typedef struct FPDF_FILEWRITE {
  int version;
  int (*WriteBlock)(struct FPDF_FILEWRITE *file, const void *bytes, unsigned long size);
} FPDF_FILEWRITE;

void FPDF_InitLibrary(void);
FPDF_DOCUMENT FPDF_CreateNewDocument(void);
int FPDF_ImportPagesByIndex(
    FPDF_DOCUMENT document, FPDF_DOCUMENT source, const int *pages, unsigned long count, int index);
int FPDF_SaveAsCopy(FPDF_DOCUMENT document, FPDF_FILEWRITE *file, unsigned long flags);
FPDF_DOCUMENT FPDF_LoadCustomDocument(FPDF_FILEACCESS *file, const char *password);
unsigned long FPDF_GetLastError(void);
void FPDF_CloseDocument(FPDF_DOCUMENT document);
int FPDF_GetPageCount(FPDF_DOCUMENT document);
unsigned long FPDF_GetPageLabel(
    FPDF_DOCUMENT document, int index, void *buffer, unsigned long length);
unsigned long FPDF_GetMetaText(
    FPDF_DOCUMENT document, const char *key, void *buffer, unsigned long length);
unsigned long FPDF_GetDocPermissions(FPDF_DOCUMENT document);
unsigned long FPDF_VIEWERREF_GetName(
    FPDF_DOCUMENT document, const char *key, char *buffer, unsigned long length);
FPDF_BOOKMARK FPDFBookmark_GetFirstChild(FPDF_DOCUMENT document, FPDF_BOOKMARK parent);
FPDF_BOOKMARK FPDFBookmark_GetNextSibling(FPDF_DOCUMENT document, FPDF_BOOKMARK bookmark);
unsigned long FPDFBookmark_GetTitle(
    FPDF_BOOKMARK bookmark, void *buffer, unsigned long length);
FPDF_DEST FPDFBookmark_GetDest(FPDF_DOCUMENT document, FPDF_BOOKMARK bookmark);
int FPDFDest_GetDestPageIndex(FPDF_DOCUMENT document, FPDF_DEST destination);
FPDF_PAGE FPDF_LoadPage(FPDF_DOCUMENT document, int index);
int FPDFLink_Enumerate(FPDF_PAGE page, int *place, FPDF_LINK *link);
int FPDFLink_GetAnnotRect(FPDF_LINK link, FS_RECTF *box);
FPDF_DEST FPDFLink_GetDest(FPDF_DOCUMENT document, FPDF_LINK link);
FPDF_ACTION FPDFLink_GetAction(FPDF_LINK link);
unsigned long FPDFAction_GetType(FPDF_ACTION action);
FPDF_DEST FPDFAction_GetDest(FPDF_DOCUMENT document, FPDF_ACTION action);
unsigned long FPDFAction_GetURIPath(
    FPDF_DOCUMENT document, FPDF_ACTION action, void *buffer, unsigned long length);
void FPDF_ClosePage(FPDF_PAGE page);
float FPDF_GetPageWidthF(FPDF_PAGE page);
float FPDF_GetPageHeightF(FPDF_PAGE page);
int FPDF_GetPageSizeByIndexF(FPDF_DOCUMENT document, int index, FS_SIZEF *size);
FPDF_BITMAP FPDFBitmap_CreateEx(int width, int height, int format, void *first, int stride);
void FPDFBitmap_Destroy(FPDF_BITMAP bitmap);
int FPDFBitmap_FillRect(
    FPDF_BITMAP bitmap, int left, int top, int width, int height, unsigned int color);
void FPDF_RenderPageBitmap(
    FPDF_BITMAP bitmap, FPDF_PAGE page, int x, int y, int width, int height, int turn, int flags);
int FPDF_GetPageBoundingBox(FPDF_PAGE page, FS_RECTF *box);
int FPDF_PageToDevice(
    FPDF_PAGE page, int x, int y, int width, int height, int turn, double pageX, double pageY,
    int *deviceX, int *deviceY);
FPDF_TEXTPAGE FPDFText_LoadPage(FPDF_PAGE page);
void FPDFText_ClosePage(FPDF_TEXTPAGE text);
int FPDFText_CountChars(FPDF_TEXTPAGE text);
unsigned int FPDFText_GetUnicode(FPDF_TEXTPAGE text, int index);
int FPDFText_GetLooseCharBox(FPDF_TEXTPAGE text, int index, FS_RECTF *box);
int FPDFPage_GetRotation(FPDF_PAGE page);
int FPDFPage_CountObjects(FPDF_PAGE page);
int FPDFPage_GetAnnotCount(FPDF_PAGE page);
FPDF_PAGEOBJECT FPDFPage_GetObject(FPDF_PAGE page, int index);
int FPDFPageObj_GetType(FPDF_PAGEOBJECT object);
int FPDFPageObj_GetBounds(
    FPDF_PAGEOBJECT object, float *left, float *bottom, float *right, float *top);
int FPDFTextObj_GetTextRenderMode(FPDF_PAGEOBJECT object);
int FPDFImageObj_GetImagePixelSize(
    FPDF_PAGEOBJECT object, unsigned int *width, unsigned int *height);
int FPDFImageObj_GetImageFilterCount(FPDF_PAGEOBJECT object);
FPDF_BITMAP FPDFImageObj_GetBitmap(FPDF_PAGEOBJECT object);
unsigned long FPDFImageObj_GetImageFilter(
    FPDF_PAGEOBJECT object, int index, void *buffer, unsigned long length);
unsigned long FPDFImageObj_GetImageDataRaw(
    FPDF_PAGEOBJECT object, void *buffer, unsigned long length);
unsigned long FPDFImageObj_GetImageDataDecoded(
    FPDF_PAGEOBJECT object, void *buffer, unsigned long length);
int FPDFFormObj_CountObjects(FPDF_PAGEOBJECT object);
FPDF_PAGEOBJECT FPDFFormObj_GetObject(FPDF_PAGEOBJECT object, unsigned long index);

#define PYRAMIDION_PDFIUM_FUNCTIONS(X)                                                          \
  X(FPDF_InitLibrary) X(FPDF_LoadCustomDocument) X(FPDF_GetLastError) X(FPDF_CloseDocument)     \
  X(FPDF_GetPageCount) X(FPDF_GetPageLabel) X(FPDF_GetMetaText) X(FPDF_GetDocPermissions)       \
  X(FPDF_VIEWERREF_GetName) X(FPDFBookmark_GetFirstChild) X(FPDFBookmark_GetNextSibling)        \
  X(FPDFBookmark_GetTitle) X(FPDFBookmark_GetDest) X(FPDFDest_GetDestPageIndex)                 \
  X(FPDF_LoadPage) X(FPDF_ClosePage) X(FPDF_GetPageWidthF) X(FPDF_GetPageHeightF)               \
  X(FPDFBitmap_CreateEx) X(FPDFBitmap_Destroy) X(FPDFBitmap_FillRect) X(FPDF_RenderPageBitmap)  \
  X(FPDF_GetPageBoundingBox) X(FPDF_PageToDevice) X(FPDFText_LoadPage) X(FPDFText_ClosePage)    \
  X(FPDFText_CountChars) X(FPDFText_GetUnicode) X(FPDFText_GetLooseCharBox)                     \
  X(FPDFPage_GetRotation) X(FPDFPage_CountObjects) X(FPDFPage_GetObject)                        \
  X(FPDFPageObj_GetType) X(FPDFPageObj_GetBounds) X(FPDFTextObj_GetTextRenderMode)              \
  X(FPDFImageObj_GetImagePixelSize) X(FPDFImageObj_GetImageFilterCount)                         \
  X(FPDFImageObj_GetImageFilter) X(FPDFImageObj_GetImageDataRaw) X(FPDFPage_GetAnnotCount)     \
  X(FPDFImageObj_GetBitmap) X(FPDFImageObj_GetImageDataDecoded) X(FPDFFormObj_CountObjects)      \
  X(FPDFFormObj_GetObject) X(FPDFLink_Enumerate) X(FPDFLink_GetAnnotRect) X(FPDFLink_GetDest)    \
  X(FPDFLink_GetAction) X(FPDFAction_GetType) X(FPDFAction_GetDest) X(FPDFAction_GetURIPath)       \
  X(FPDF_GetPageSizeByIndexF) X(FPDF_CreateNewDocument) X(FPDF_ImportPagesByIndex) X(FPDF_SaveAsCopy)

#define PYRAMIDION_POINTER(name) __typeof__(&name) name;
typedef struct {
  PYRAMIDION_PDFIUM_FUNCTIONS(PYRAMIDION_POINTER)
} pyramidion_pdfium;
#undef PYRAMIDION_POINTER

// Loads the library and fills the table. NULL, or what is missing.
static inline const char *pyramidion_pdfium_open(pyramidion_pdfium *pdfium, const char *path) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) return dlerror();
#define PYRAMIDION_FIND(name)                                                                   \
  if (!(pdfium->name = (__typeof__(&name))dlsym(library, #name))) return "it lacks " #name;
  PYRAMIDION_PDFIUM_FUNCTIONS(PYRAMIDION_FIND)
#undef PYRAMIDION_FIND
  return NULL;
}

// MARK: Reading by descriptor; the engine is told no name of any file

typedef struct {
  FPDF_FILEACCESS access;
  int descriptor;
  // What the system said where reading failed; 0 where it never did.
  int error;
} pyramidion_pdf_file;

static inline int pyramidion_pdf_read(
    void *parameter, unsigned long place, unsigned char *buffer, unsigned long size) {
  pyramidion_pdf_file *file = (pyramidion_pdf_file *)parameter;
  while (size > 0) {
    ssize_t count = pread(file->descriptor, buffer, size, (off_t)place);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) file->error = errno;
    if (count <= 0) return 0;
    buffer += count;
    place += (unsigned long)count;
    size -= (unsigned long)count;
  }
  return 1;
}

// Must stay where it is as long as a document is read from it.
static inline void pyramidion_pdf_file_init(
    pyramidion_pdf_file *file, int descriptor, unsigned long length) {
  file->access.m_FileLen = length;
  file->access.m_GetBlock = pyramidion_pdf_read;
  file->access.m_Param = file;
  file->descriptor = descriptor;
  file->error = 0;
}

// MARK: What a copy of a document begins with

typedef struct {
  FPDF_FILEWRITE file;
  unsigned char *room;
  unsigned long size, count;
} pyramidion_pdf_beginning;

// Takes what there is room for; where that is all, no more is written.
static inline int pyramidion_pdf_take(
    FPDF_FILEWRITE *file, const void *bytes, unsigned long size) {
  pyramidion_pdf_beginning *beginning = (pyramidion_pdf_beginning *)file;
  unsigned long left = beginning->size - beginning->count;
  unsigned long taken = size < left ? size : left;
  memcpy(beginning->room + beginning->count, bytes, taken);
  beginning->count += taken;
  return beginning->count < beginning->size;
}

// Writes a document as its objects are, in plain words, and answers how many bytes there are of it.
static inline unsigned long pyramidion_pdf_copy(
    const pyramidion_pdfium *pdfium, FPDF_DOCUMENT document, void *room, unsigned long size) {
  enum { withoutWhatWas = 2 };
  pyramidion_pdf_beginning beginning = {
      {1, pyramidion_pdf_take}, (unsigned char *)room, size, 0};
  pdfium->FPDF_SaveAsCopy(document, &beginning.file, withoutWhatWas);
  return beginning.count;
}
