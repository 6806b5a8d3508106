// libvips' headers, and its functions behind a table that is filled when they are first needed:
// the library and the hundred it depends on are loaded by dlopen. Glue only; variadic calls,
// which Swift can't make, are spelt out here.
#pragma once

#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>
#include <vips/vips.h>
#include <zlib.h>

#define PYRAMIDION_VIPS_FUNCTIONS(X)                                                            \
  X(vips_init) X(vips_error_buffer_copy) X(vips_error_clear) X(vips_cache_set_max)              \
  X(vips_concurrency_set) X(vips_block_untrusted_set) X(vips_operation_block_set) X(vips_call)  \
  X(vips_image_new_from_memory) X(vips_image_new_from_memory_copy) X(vips_image_set_blob_copy) X(vips_image_get_width) X(vips_image_get_height)                \
  X(vips_image_get_bands) X(vips_image_get_format) X(vips_image_get_interpretation)             \
  X(vips_image_get_typeof) X(vips_image_get_blob)                     \
  X(vips_image_get_string) X(vips_image_get_int) X(vips_image_hasalpha)                         \
  X(vips_image_get_orientation) X(vips_sink_disc) X(vips_blob_get) X(vips_blob_new)             \
  X(vips_area_unref) X(vips_image_write_to_memory)                                              \
  X(vips_source_new_from_descriptor) X(vips_array_double_new) X(g_object_unref) X(g_free) X(compress2) X(compressBound) X(uncompress)

#define PYRAMIDION_POINTER(name) __typeof__(&name) name;
typedef struct {
  PYRAMIDION_VIPS_FUNCTIONS(PYRAMIDION_POINTER)
} pyramidion_vips;
#undef PYRAMIDION_POINTER

// Loads the library and fills the table. NULL, or what is missing.
static inline const char *pyramidion_vips_open(pyramidion_vips *vips) {
  void *library = dlopen("libvips.so.42", RTLD_NOW | RTLD_LOCAL);
  if (!library) return dlerror();
#define PYRAMIDION_FIND(name)                                                                   \
  if (!(vips->name = (__typeof__(&name))dlsym(library, #name))) return "it lacks " #name;
  PYRAMIDION_VIPS_FUNCTIONS(PYRAMIDION_FIND)
#undef PYRAMIDION_FIND
  return NULL;
}

// MARK: Operations; 0, or -1 with words in libvips' error buffer

// What a loader reads: an open file, from its start. libvips makes a copy of the descriptor, which
// shares its place.
static inline VipsSource *pyramidion_vips_source(const pyramidion_vips *vips, int descriptor) {
  lseek(descriptor, 0, SEEK_SET);
  return vips->vips_source_new_from_descriptor(descriptor);
}

// `lenient`: takes what can be had of a file that was looked through before.
static inline int pyramidion_vips_load(
    const pyramidion_vips *vips, const char *loader, int descriptor, bool lenient,
    VipsImage **out) {
  VipsSource *source = pyramidion_vips_source(vips, descriptor);
  if (!source) return -1;
  int result = vips->vips_call(
      loader, source, out, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on",
      lenient ? VIPS_FAIL_ON_NONE : VIPS_FAIL_ON_ERROR, NULL);
  vips->g_object_unref(source);
  return result;
}

static inline int pyramidion_vips_load_page(
    const pyramidion_vips *vips, const char *loader, int descriptor, int page, VipsImage **out) {
  VipsSource *source = pyramidion_vips_source(vips, descriptor);
  if (!source) return -1;
  int result = vips->vips_call(
      loader, source, out, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", VIPS_FAIL_ON_ERROR, "page",
      page, NULL);
  vips->g_object_unref(source);
  return result;
}

static inline int pyramidion_vips_release(void *bytes, void *image) {
  (void)image;
  free(bytes);
  return 0;
}

// Takes over `bytes`, which malloc gave, and frees them with the image's last reference. `anywhere`:
// its parts are wanted in any order.
static inline int pyramidion_vips_load_vector(
    const pyramidion_vips *vips, const char *loader, void *bytes, size_t length, double scale,
    bool anywhere, VipsImage **out) {
  VipsBlob *blob = vips->vips_blob_new((VipsCallbackFn)pyramidion_vips_release, bytes, length);
  int result = vips->vips_call(
      loader, blob, out, "access", anywhere ? VIPS_ACCESS_RANDOM : VIPS_ACCESS_SEQUENTIAL, "fail_on",
      VIPS_FAIL_ON_ERROR, "scale", scale, NULL);
  vips->vips_area_unref((VipsArea *)blob);
  return result;
}

static inline int pyramidion_vips_load_tile(
    const pyramidion_vips *vips, const char *loader, const void *bytes, size_t length,
    VipsImage **out) {
  // The bytes stay the caller's, who keeps them until the image is released.
  VipsBlob *blob = vips->vips_blob_new(NULL, bytes, length);
  int result = vips->vips_call(
      loader, blob, out, "access", VIPS_ACCESS_RANDOM, "fail_on", VIPS_FAIL_ON_ERROR, NULL);
  vips->vips_area_unref((VipsArea *)blob);
  return result;
}

static inline int pyramidion_vips_to_srgb(
    const pyramidion_vips *vips, VipsImage *in, const char *fallback, VipsImage **out) {
  return vips->vips_call(
      "icc_transform", in, out, "srgb", "embedded", TRUE, "input_profile", fallback, "depth", 8,
      NULL);
}

static inline int pyramidion_vips_colourspace(
    const pyramidion_vips *vips, VipsImage *in, VipsInterpretation space, VipsImage **out) {
  return vips->vips_call("colourspace", in, out, space, NULL);
}

static inline int pyramidion_vips_copy_as(
    const pyramidion_vips *vips, VipsImage *in, VipsInterpretation space, VipsImage **out) {
  return vips->vips_call("copy", in, out, "interpretation", space, NULL);
}

static inline int pyramidion_vips_cast(
    const pyramidion_vips *vips, VipsImage *in, VipsBandFormat format, bool shift,
    VipsImage **out) {
  return vips->vips_call("cast", in, out, format, "shift", shift ? TRUE : FALSE, NULL);
}

// A factor and an offset for every band.
static inline int pyramidion_vips_linear(
    const pyramidion_vips *vips, VipsImage *in, const double *factors, const double *offsets,
    int bands, bool to_bytes, VipsImage **out) {
  VipsArrayDouble *a = vips->vips_array_double_new(factors, bands);
  VipsArrayDouble *b = vips->vips_array_double_new(offsets, bands);
  int result = vips->vips_call("linear", in, out, a, b, "uchar", to_bytes ? TRUE : FALSE, NULL);
  vips->vips_area_unref(&a->area);
  vips->vips_area_unref(&b->area);
  return result;
}

static inline int pyramidion_vips_bands(
    const pyramidion_vips *vips, VipsImage *in, int first, int count, VipsImage **out) {
  return vips->vips_call("extract_band", in, out, first, "n", count, NULL);
}

static inline int pyramidion_vips_part(
    const pyramidion_vips *vips, VipsImage *in, int left, int top, int width, int height,
    VipsImage **out) {
  return vips->vips_call("extract_area", in, out, left, top, width, height, NULL);
}

// Without a fallback: a profile that can't be used is an error.
static inline int pyramidion_vips_embedded_to_srgb(
    const pyramidion_vips *vips, VipsImage *in, VipsImage **out) {
  return vips->vips_call("icc_transform", in, out, "srgb", "embedded", TRUE, "depth", 8, NULL);
}

static inline int pyramidion_vips_extreme(
    const pyramidion_vips *vips, const char *which, VipsImage *in, double *out) {
  return vips->vips_call(which, in, out, NULL);
}

static inline int pyramidion_vips_webp(
    const pyramidion_vips *vips, VipsImage *in, int quality, bool keep, VipsBlob **out) {
  return vips->vips_call(
      "webpsave_buffer", in, out, "Q", quality, "effort", 2, "strip", keep ? FALSE : TRUE, NULL);
}

// Each saver takes what it knows of these; `keep` says whether the profile goes along.
static inline int pyramidion_vips_save(
    const pyramidion_vips *vips, const char *saver, VipsImage *in, int quality, bool keep,
    VipsBlob **out) {
  const gboolean strip = keep ? FALSE : TRUE;
  if (!strcmp(saver, "pngsave_buffer"))
    return vips->vips_call(saver, in, out, "compression", 3, "strip", strip, NULL);
  if (!strcmp(saver, "webpsave_buffer"))
    return vips->vips_call(saver, in, out, "Q", quality, "effort", 2, "strip", strip, NULL);
  if (!strcmp(saver, "heifsave_buffer"))
    return vips->vips_call(
        saver, in, out, "Q", quality, "compression", VIPS_FOREIGN_HEIF_COMPRESSION_AV1, "effort", 2,
        "strip", strip, NULL);
  if (!strcmp(saver, "tiffsave_buffer"))
    return vips->vips_call(
        saver, in, out, "compression", VIPS_FOREIGN_TIFF_COMPRESSION_DEFLATE, "predictor",
        VIPS_FOREIGN_TIFF_PREDICTOR_HORIZONTAL, "strip", strip, NULL);
  return vips->vips_call(saver, in, out, "strip", strip, NULL);
}

// The first pixel of a row of an 8-bit region that reaches from edge to edge.
static inline const uint8_t *pyramidion_vips_row(VipsRegion *region, int y) {
  return region->data + (size_t)(y - region->valid.top) * (size_t)VIPS_REGION_LSKIP(region);
}
