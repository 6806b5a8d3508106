// A JPEG's coefficients as libjpeg reads them.
#ifndef CCOEFFICIENTS_H
#define CCOEFFICIENTS_H

#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <jpeglib.h>

// Blocks of a component, those that fill up the last MCU included.
struct coefficients_plane {
  int across;
  int down;
  int columns;
  int rows;
};

struct coefficients {
  int width;
  int height;
  int count;
  struct coefficients_plane planes[4];
  // 64 of each block, row by row of blocks, plane after plane; NULL where the head alone was read.
  int16_t *values;
  // What libjpeg had to guess or to leave out in the scan.
  long warnings;
};

struct coefficients_errors {
  struct jpeg_error_mgr manager;
  jmp_buf place;
};

static void coefficients_fail(j_common_ptr info) {
  longjmp(((struct coefficients_errors *)info->err)->place, 1);
}

static void coefficients_say_nothing(j_common_ptr info) { (void)info; }

// 0: read; 1: the head is refused, or more than `most` pixels; 2: the scan is refused.
static inline int coefficients_read(
    const unsigned char *bytes, unsigned long count, long most, struct coefficients *found) {
  struct jpeg_decompress_struct info;
  struct coefficients_errors errors;
  volatile int stage = 1;
  memset(found, 0, sizeof *found);
  info.err = jpeg_std_error(&errors.manager);
  errors.manager.error_exit = coefficients_fail;
  errors.manager.output_message = coefficients_say_nothing;
  if (setjmp(errors.place)) {
    jpeg_destroy_decompress(&info);
    free(found->values);
    found->values = NULL;
    return stage;
  }
  jpeg_create_decompress(&info);
  jpeg_mem_src(&info, bytes, count);
  jpeg_read_header(&info, TRUE);
  found->width = (int)info.image_width;
  found->height = (int)info.image_height;
  found->count = info.num_components;
  if ((long)info.image_width * (long)info.image_height > most || info.num_components > 4) {
    jpeg_destroy_decompress(&info);
    return 1;
  }
  stage = 2;
  found->warnings = info.err->num_warnings;
  jvirt_barray_ptr *arrays = jpeg_read_coefficients(&info);
  size_t blocks = 0;
  for (int index = 0; index < info.num_components; index++) {
    jpeg_component_info *component = &info.comp_info[index];
    struct coefficients_plane *plane = &found->planes[index];
    // A component alone has MCUs of one block.
    int single = info.num_components == 1;
    plane->across = single ? 1 : component->h_samp_factor;
    plane->down = single ? 1 : component->v_samp_factor;
    plane->columns = (int)component->width_in_blocks;
    plane->rows = (int)component->height_in_blocks;
    plane->columns += (plane->across - plane->columns % plane->across) % plane->across;
    plane->rows += (plane->down - plane->rows % plane->down) % plane->down;
    blocks += (size_t)plane->columns * (size_t)plane->rows;
  }
  found->values = (int16_t *)malloc(blocks * 64 * sizeof(int16_t));
  int16_t *next = found->values;
  for (int index = 0; index < info.num_components; index++) {
    struct coefficients_plane *plane = &found->planes[index];
    for (int row = 0; row < plane->rows; row++) {
      JBLOCKARRAY line = info.mem->access_virt_barray(
          (j_common_ptr)&info, arrays[index], (JDIMENSION)row, 1, FALSE);
      memcpy(next, line[0], (size_t)plane->columns * 64 * sizeof(int16_t));
      next += plane->columns * 64;
    }
  }
  found->warnings = info.err->num_warnings - found->warnings;
  jpeg_destroy_decompress(&info);
  return 0;
}

#endif
