// libwebp's header for encoders, and its functions behind a table that is filled when they are first
// needed, by dlopen: it is there wherever libvips is, and a tenth of a millisecond of loading.
#pragma once

#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <webp/encode.h>

#define PYRAMIDION_WEBP_FUNCTIONS(X)                                                            \
  X(WebPConfigInitInternal) X(WebPPictureInitInternal) X(WebPPictureImportRGBX)                 \
  X(WebPPictureFree) X(WebPEncode) X(WebPMemoryWrite) X(WebPMemoryWriterClear)

#define PYRAMIDION_POINTER(name) __typeof__(&name) name;
typedef struct {
  PYRAMIDION_WEBP_FUNCTIONS(PYRAMIDION_POINTER)
} pyramidion_webp;
#undef PYRAMIDION_POINTER

// Loads the library and fills the table: whether all of it was found.
static inline bool pyramidion_webp_open(pyramidion_webp *webp) {
  void *library = dlopen("libwebp.so.7", RTLD_NOW | RTLD_LOCAL);
  if (!library) return false;
#define PYRAMIDION_FIND(name)                                                                   \
  if (!(webp->name = (__typeof__(&name))dlsym(library, #name))) return false;
  PYRAMIDION_WEBP_FUNCTIONS(PYRAMIDION_FIND)
#undef PYRAMIDION_FIND
  return true;
}

// Every pixel as it is. More effort, of which there are two kinds, makes pages of text smaller by a
// seventh, and takes twice as long. Red, green, blue and a byte of no meaning each; NULL, or why not.
static inline const char *pyramidion_exact_webp(
    const pyramidion_webp *webp, const uint8_t *pixels, int stride, int width, int height,
    WebPMemoryWriter *writer) {
  WebPConfig config;
  WebPPicture picture;
  if (!webp->WebPConfigInitInternal(&config, WEBP_PRESET_DEFAULT, 0, WEBP_ENCODER_ABI_VERSION) ||
      !webp->WebPPictureInitInternal(&picture, WEBP_ENCODER_ABI_VERSION))
    return "it is another release";
  config.lossless = 1;
  config.method = 1;
  picture.use_argb = 1;
  picture.width = width;
  picture.height = height;
  picture.writer = webp->WebPMemoryWrite;
  picture.custom_ptr = writer;
  const bool is_made = webp->WebPPictureImportRGBX(&picture, pixels, stride) &&
                       webp->WebPEncode(&config, &picture);
  webp->WebPPictureFree(&picture);
  return is_made ? NULL : "the picture is too large, or there is no memory";
}
