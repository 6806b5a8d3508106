// What libpng and zlib read, for comparison.
#pragma once
#include <png.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

struct libpng_source {
  const uint8_t *bytes;
  size_t count;
};

static void libpng_take(png_structp png, png_bytep target, size_t count) {
  struct libpng_source *source = (struct libpng_source *)png_get_io_ptr(png);
  if (source->count < count) png_error(png, "the end");
  memcpy(target, source->bytes, count);
  source->bytes += count;
  source->count -= count;
}

static void libpng_say_nothing(png_structp png, png_const_charp words) {}

/// Samples of 8 bits, of which the caller frees the memory; NULL where it is no PNG.
static uint8_t *libpng_read(
    const uint8_t *bytes, size_t count, size_t most, size_t *length, int *bands) {
  uint8_t *volatile samples = NULL;
  png_structp png = png_create_read_struct(
      PNG_LIBPNG_VER_STRING, NULL, NULL, libpng_say_nothing);
  png_infop info = png_create_info_struct(png);
  struct libpng_source source = {bytes, count};
  if (setjmp(png_jmpbuf(png))) {
    png_destroy_read_struct(&png, &info, NULL);
    free(samples);
    return NULL;
  }
  png_set_read_fn(png, &source, libpng_take);
  png_read_info(png, info);
  png_set_expand(png);
  png_set_strip_16(png);
  png_read_update_info(png, info);
  size_t row = png_get_rowbytes(png, info), rows = png_get_image_height(png, info);
  if (row > most / rows) png_error(png, "too large");
  samples = (uint8_t *)malloc(row * rows + 1);
  for (size_t y = 0; y < rows; y++) png_read_row(png, samples + y * row, NULL);
  *length = row * rows;
  *bands = png_get_channels(png, info);
  png_read_end(png, NULL);
  png_destroy_read_struct(&png, &info, NULL);
  return samples;
}

/// Unpacks a stream without zlib's head and end; 0 where it is none.
static int zlib_read(
    const uint8_t *bytes, size_t count, uint8_t *target, size_t most, size_t *length,
    size_t *used, uint32_t *sum) {
  z_stream stream;
  memset(&stream, 0, sizeof stream);
  if (inflateInit2(&stream, -15) != Z_OK) return 0;
  stream.next_in = (uint8_t *)bytes;
  stream.avail_in = count;
  stream.next_out = target;
  stream.avail_out = most;
  int outcome = inflate(&stream, Z_FINISH);
  *length = stream.total_out;
  *used = stream.total_in;
  *sum = adler32(1, target, *length);
  inflateEnd(&stream);
  return outcome == Z_STREAM_END;
}
