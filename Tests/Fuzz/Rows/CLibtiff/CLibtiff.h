// What libtiff reads of a file's first page, for comparison.
#pragma once
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

struct libtiff_source {
  const uint8_t *bytes;
  size_t count;
  uint64_t place;
};

static tmsize_t libtiff_take(thandle_t handle, void *target, tmsize_t count) {
  struct libtiff_source *source = (struct libtiff_source *)handle;
  if (source->place > source->count) return 0;
  size_t left = source->count - source->place, taken = (size_t)count < left ? (size_t)count : left;
  memcpy(target, source->bytes + source->place, taken);
  source->place += taken;
  return (tmsize_t)taken;
}

static tmsize_t libtiff_put(thandle_t handle, void *bytes, tmsize_t count) { return 0; }

static toff_t libtiff_go(thandle_t handle, toff_t place, int from) {
  struct libtiff_source *source = (struct libtiff_source *)handle;
  source->place = from == SEEK_SET ? place : from == SEEK_CUR ? source->place + place : source->count + place;
  return source->place;
}

static int libtiff_close(thandle_t handle) { return 0; }

static toff_t libtiff_count(thandle_t handle) { return ((struct libtiff_source *)handle)->count; }

/// Copies what a part has of a picture to its place there; `sample` is the first that it has of a pixel.
static void libtiff_place(
    const uint8_t *part, size_t width, size_t height, size_t samples, size_t bytes, uint8_t *picture,
    size_t pictureWidth, size_t pictureHeight, size_t pictureSamples, size_t x, size_t y, size_t sample) {
  for (size_t row = 0; row < height && y + row < pictureHeight; row++)
    for (size_t column = 0; column < width && x + column < pictureWidth; column++)
      memcpy(picture + (((y + row) * pictureWidth + x + column) * pictureSamples + sample) * bytes,
             part + (row * width + column) * samples * bytes, samples * bytes);
}

/// The samples of all strips or tiles as a picture, in the order of this machine's bytes, of which the
/// caller frees the memory; NULL where not all of them can be read, and `isOpen` is 0 where no directory
/// can.
static uint8_t *libtiff_read(
    const uint8_t *bytes, size_t count, size_t most, size_t *length, int *isOpen) {
  TIFFSetErrorHandler(NULL);
  TIFFSetWarningHandler(NULL);
  struct libtiff_source source = {bytes, count, 0};
  TIFF *tiff = TIFFClientOpen(
      "input", "rm", &source, libtiff_take, libtiff_put, libtiff_go, libtiff_close, libtiff_count,
      NULL, NULL);
  *isOpen = tiff != NULL;
  *length = 0;
  if (!tiff) return NULL;
  uint32_t width = 0, height = 0, partWidth = 0, partHeight = 0;
  uint16_t samples = 1, bits = 1, planar = 1;
  TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &width);
  TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &height);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &samples);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &bits);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_PLANARCONFIG, &planar);
  int isTiled = TIFFIsTiled(tiff);
  if (isTiled) {
    TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &partWidth);
    TIFFGetField(tiff, TIFFTAG_TILELENGTH, &partHeight);
  } else {
    partWidth = width;
    TIFFGetFieldDefaulted(tiff, TIFFTAG_ROWSPERSTRIP, &partHeight);
    if (partHeight > height) partHeight = height;
  }
  size_t depth = bits / 8, partSamples = planar == 2 ? 1 : samples;
  size_t across = (width + partWidth - 1) / partWidth, down = (height + partHeight - 1) / partHeight;
  size_t partBytes = (size_t)partWidth * partHeight * partSamples * depth;
  uint8_t *picture = calloc(1, most), *part = malloc(partBytes);
  *length = (size_t)width * height * samples * depth;
  int isRead = *length <= most;
  for (size_t index = 0; isRead && index < across * down * (samples / partSamples); index++) {
    size_t plane = index / (across * down), y = index % (across * down) / across * partHeight;
    size_t x = index % across * partWidth;
    tmsize_t got = isTiled ? TIFFReadEncodedTile(tiff, index, part, (tmsize_t)partBytes)
                           : TIFFReadEncodedStrip(tiff, index, part, (tmsize_t)partBytes);
    isRead = got >= 0;
    if (!isRead) break;
    libtiff_place(part, partWidth, (size_t)got / (partWidth * partSamples * depth), partSamples, depth,
                  picture, width, height, samples, x, y, plane);
  }
  free(part);
  if (!isRead) {
    free(picture);
    picture = NULL;
  }
  TIFFClose(tiff);
  return picture;
}
