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

/// The bytes of all strips, samples in the order of this machine, of which the caller frees the memory;
/// NULL where not all of them can be read, and `isOpen` is 0 where no directory can.
static uint8_t *libtiff_read(
    const uint8_t *bytes, size_t count, size_t most, size_t *length, int *isOpen) {
  TIFFSetErrorHandler(NULL);
  TIFFSetWarningHandler(NULL);
  struct libtiff_source source = {bytes, count, 0};
  TIFF *tiff = TIFFClientOpen(
      "input", "rm", &source, libtiff_take, libtiff_put, libtiff_go, libtiff_close, libtiff_count,
      NULL, NULL);
  *isOpen = tiff != NULL;
  if (!tiff) return NULL;
  uint8_t *samples = (uint8_t *)malloc(most);
  size_t strips = TIFFNumberOfStrips(tiff);
  *length = 0;
  for (size_t strip = 0; strip < strips && samples; strip++) {
    tmsize_t got =
        TIFFReadEncodedStrip(tiff, strip, samples + *length, (tmsize_t)(most - *length));
    if (got < 0) {
      free(samples);
      samples = NULL;
    } else {
      *length += (size_t)got;
    }
  }
  TIFFClose(tiff);
  return samples;
}
