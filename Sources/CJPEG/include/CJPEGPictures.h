// Whole pictures in memory, decoded and encoded by libjpeg-turbo. Glue only.
#pragma once

#include "CJPEG.h"

// Decodes a stream to RGBX, shrunk by 1, 2, 4 or 8 in the frequency domain. The picture must
// measure what is said (before it is shrunk). 0, or -1 with a message.
static inline int pyramidion_jpeg_decode_picture(
    const uint8_t *bytes, size_t length, int width, int height, int shrink, uint8_t *pixels,
    size_t stride, char message[JMSG_LENGTH_MAX]) {
  struct jpeg_decompress_struct decoder;
  pyramidion_jpeg_errors errors;
  decoder.err = pyramidion_jpeg_errors_init(&errors);
  if (setjmp(errors.jump)) {
    memcpy(message, errors.message, JMSG_LENGTH_MAX);
    jpeg_destroy_decompress(&decoder);
    return -1;
  }
  pyramidion_jpeg_create_decompress(&decoder, &errors);
  jpeg_mem_src(&decoder, bytes, length);
  jpeg_read_header(&decoder, TRUE);
  if (decoder.image_width != (JDIMENSION)width || decoder.image_height != (JDIMENSION)height) {
    snprintf(message, JMSG_LENGTH_MAX, "it is %ux%u, not %dx%d", decoder.image_width,
             decoder.image_height, width, height);
    jpeg_destroy_decompress(&decoder);
    return -1;
  }
  decoder.out_color_space = JCS_EXT_RGBX;
  decoder.scale_num = 1;
  decoder.scale_denom = (unsigned)shrink;
  jpeg_start_decompress(&decoder);
  while (decoder.output_scanline < decoder.output_height && !errors.damaged) {
    JSAMPROW rows[4];
    for (int i = 0; i < 4; i++) {
      JDIMENSION row = decoder.output_scanline + (JDIMENSION)i;
      if (row >= decoder.output_height) row = decoder.output_height - 1;
      rows[i] = pixels + stride * row;
    }
    JDIMENSION left = decoder.output_height - decoder.output_scanline;
    jpeg_read_scanlines(&decoder, rows, left < 4 ? left : 4);
  }
  int result = errors.damaged ? -1 : 0;
  memcpy(message, errors.message, JMSG_LENGTH_MAX);
  jpeg_destroy_decompress(&decoder);
  return result;
}

// Encodes RGBX pixels, or their first channel alone. The bytes are to be freed by the caller;
// NULL with a message.
static inline uint8_t *pyramidion_jpeg_encode_picture(
    const uint8_t *pixels, size_t stride, int width, int height, bool grey, int quality,
    unsigned long *length, char message[JMSG_LENGTH_MAX]) {
  struct jpeg_compress_struct encoder;
  pyramidion_jpeg_errors errors;
  // Locals that live across a longjmp have to be volatile.
  unsigned char *volatile output = NULL;
  uint8_t *volatile line = NULL;
  encoder.err = pyramidion_jpeg_errors_init(&errors);
  if (setjmp(errors.jump)) {
    memcpy(message, errors.message, JMSG_LENGTH_MAX);
    jpeg_destroy_compress(&encoder);
    free(line);
    // The writer may have moved on to another buffer; only want of memory leads here.
    return NULL;
  }
  jpeg_create_compress(&encoder);
  *length = 0;
  jpeg_mem_dest(&encoder, (unsigned char **)&output, length);
  encoder.image_width = (JDIMENSION)width;
  encoder.image_height = (JDIMENSION)height;
  encoder.input_components = grey ? 1 : 4;
  encoder.in_color_space = grey ? JCS_GRAYSCALE : JCS_EXT_RGBX;
  jpeg_set_defaults(&encoder);
  jpeg_set_quality(&encoder, quality, TRUE);
  // In pictures of a few pixels every colour counts.
  if (!grey && (quality >= 90 || width < 32 || height < 32))
    encoder.comp_info[0].h_samp_factor = encoder.comp_info[0].v_samp_factor = 1;
  if (grey && !(line = malloc((size_t)width))) ERREXIT1(&encoder, JERR_OUT_OF_MEMORY, 0);
  jpeg_start_compress(&encoder, TRUE);
  while (encoder.next_scanline < encoder.image_height) {
    JSAMPROW row = (JSAMPROW)(pixels + stride * encoder.next_scanline);
    if (grey) {
      for (int x = 0; x < width; x++) line[x] = row[4 * (size_t)x];
      row = line;
    }
    jpeg_write_scanlines(&encoder, &row, 1);
  }
  jpeg_finish_compress(&encoder);
  jpeg_destroy_compress(&encoder);
  free(line);
  return output;
}

// Decodes a stream to the planes it stores, rows without gaps: luma, and two of chroma, a sample
// of which covers `across` x `down` pixels, or none where `across` is 0. The picture must measure
// what is said, whole blocks. 0; 1 when its planes are others; -1 with a message.
static inline int pyramidion_jpeg_decode_planes(
    const uint8_t *bytes, size_t length, int width, int height, int across, int down,
    uint8_t *const planes[3], char message[JMSG_LENGTH_MAX]) {
  struct jpeg_decompress_struct decoder;
  pyramidion_jpeg_errors errors;
  decoder.err = pyramidion_jpeg_errors_init(&errors);
  if (setjmp(errors.jump)) {
    memcpy(message, errors.message, JMSG_LENGTH_MAX);
    jpeg_destroy_decompress(&decoder);
    return -1;
  }
  pyramidion_jpeg_create_decompress(&decoder, &errors);
  jpeg_mem_src(&decoder, bytes, length);
  jpeg_read_header(&decoder, TRUE);
  int count = across ? 3 : 1;
  bool same = decoder.num_components == count &&
              decoder.jpeg_color_space == (across ? JCS_YCbCr : JCS_GRAYSCALE) &&
              decoder.image_width == (JDIMENSION)width &&
              decoder.image_height == (JDIMENSION)height;
  for (int i = 0; same && i < count; i++) {
    same = decoder.comp_info[i].h_samp_factor == (i || !across ? 1 : across) &&
           decoder.comp_info[i].v_samp_factor == (i || !across ? 1 : down);
  }
  if (!same) {
    jpeg_destroy_decompress(&decoder);
    return 1;
  }
  decoder.raw_data_out = TRUE;
  decoder.do_fancy_upsampling = FALSE;
  decoder.out_color_space = decoder.jpeg_color_space;
  jpeg_start_decompress(&decoder);
  int strip = DCTSIZE * decoder.max_v_samp_factor;
  JSAMPROW rows[3][4 * DCTSIZE];
  JSAMPARRAY components[3] = {rows[0], rows[1], rows[2]};
  for (int top = 0; top < height && !errors.damaged; top += strip) {
    for (int i = 0; i < count; i++) {
      int high = DCTSIZE * decoder.comp_info[i].v_samp_factor;
      size_t stride = (size_t)(i ? width / across : width);
      for (int row = 0; row < high; row++)
        rows[i][row] = planes[i] + stride * (size_t)(top / strip * high + row);
    }
    jpeg_read_raw_data(&decoder, components, (JDIMENSION)strip);
  }
  int result = errors.damaged ? -1 : 0;
  memcpy(message, errors.message, JMSG_LENGTH_MAX);
  jpeg_destroy_decompress(&decoder);
  return result;
}

// Encodes planes without gaps, as above, of any size. The bytes are to be freed by the caller; NULL
// with a message.
static inline uint8_t *pyramidion_jpeg_encode_picture_planes(
    const uint8_t *const planes[3], int width, int height, int across, int down, int quality,
    unsigned long *length, char message[JMSG_LENGTH_MAX]) {
  struct jpeg_compress_struct encoder;
  pyramidion_jpeg_errors errors;
  // Locals that live across a longjmp have to be volatile.
  unsigned char *volatile output = NULL;
  uint8_t *volatile strips = NULL;
  encoder.err = pyramidion_jpeg_errors_init(&errors);
  if (setjmp(errors.jump)) {
    memcpy(message, errors.message, JMSG_LENGTH_MAX);
    jpeg_destroy_compress(&encoder);
    free(strips);
    // The writer may have moved on to another buffer; only want of memory leads here.
    return NULL;
  }
  jpeg_create_compress(&encoder);
  *length = 0;
  jpeg_mem_dest(&encoder, (unsigned char **)&output, length);
  int count = across ? 3 : 1;
  encoder.image_width = (JDIMENSION)width;
  encoder.image_height = (JDIMENSION)height;
  encoder.input_components = count;
  encoder.in_color_space = across ? JCS_YCbCr : JCS_GRAYSCALE;
  jpeg_set_defaults(&encoder);
  jpeg_set_quality(&encoder, quality, TRUE);
  encoder.comp_info[0].h_samp_factor = across ? across : 1;
  encoder.comp_info[0].v_samp_factor = across ? down : 1;
  encoder.raw_data_in = TRUE;
  jpeg_start_compress(&encoder, TRUE);
  // The writer takes whole blocks: rows are lengthened by their last sample, and the last row is
  // repeated.
  size_t padded = ((size_t)width + 31) & ~(size_t)31;
  if (!(strips = malloc(padded * 3 * 2 * DCTSIZE))) ERREXIT1(&encoder, JERR_OUT_OF_MEMORY, 0);
  JSAMPROW rows[3][2 * DCTSIZE];
  JSAMPARRAY components[3] = {rows[0], rows[1], rows[2]};
  int strip = DCTSIZE * encoder.max_v_samp_factor;
  for (int top = 0; top < height; top += strip) {
    for (int i = 0; i < count; i++) {
      int high = DCTSIZE * encoder.comp_info[i].v_samp_factor;
      int columns = i ? (width + across - 1) / across : width;
      int last = (i ? (height + down - 1) / down : height) - 1;
      for (int row = 0; row < high; row++) {
        int from = top / strip * high + row;
        const uint8_t *source = planes[i] + (size_t)columns * (size_t)(from < last ? from : last);
        // Rows of whole blocks are read where they lie; nothing is written to them.
        if (columns % DCTSIZE == 0) {
          rows[i][row] = (JSAMPROW)source;
          continue;
        }
        rows[i][row] = strips + padded * (size_t)(i * 2 * DCTSIZE + row);
        memcpy(rows[i][row], source, (size_t)columns);
        memset(rows[i][row] + columns, source[columns - 1], padded - (size_t)columns);
      }
    }
    jpeg_write_raw_data(&encoder, components, (JDIMENSION)strip);
  }
  jpeg_finish_compress(&encoder);
  jpeg_destroy_compress(&encoder);
  free(strips);
  return output;
}

// In pixels a side, as TileSize has it.
#define PYRAMIDION_LARGEST_TILE 4096

// The upper left part of a tile's stream, its coefficients untouched. The bytes are to be freed by
// the caller; NULL with a message.
static inline uint8_t *pyramidion_jpeg_corner(
    const uint8_t *bytes, size_t size, int width, int height, unsigned long *length,
    char message[JMSG_LENGTH_MAX]) {
  struct jpeg_decompress_struct decoder;
  struct jpeg_compress_struct encoder;
  pyramidion_jpeg_errors errors;
  unsigned char *volatile output = NULL;
  memset(&encoder, 0, sizeof encoder);
  memset(&decoder, 0, sizeof decoder);
  decoder.err = encoder.err = pyramidion_jpeg_errors_init(&errors);
  if (setjmp(errors.jump)) {
    memcpy(message, errors.message, JMSG_LENGTH_MAX);
    jpeg_destroy_compress(&encoder);
    jpeg_destroy_decompress(&decoder);
    free(output);
    return NULL;
  }
  pyramidion_jpeg_create_decompress(&decoder, &errors);
  jpeg_create_compress(&encoder);
  jpeg_mem_src(&decoder, bytes, size);
  jpeg_read_header(&decoder, TRUE);
  if ((JDIMENSION)width > decoder.image_width || (JDIMENSION)height > decoder.image_height)
    ERREXIT(&decoder, JERR_BAD_CROP_SPEC);
  if (decoder.image_width > PYRAMIDION_LARGEST_TILE ||
      decoder.image_height > PYRAMIDION_LARGEST_TILE)
    ERREXIT1(&decoder, JERR_IMAGE_TOO_BIG, PYRAMIDION_LARGEST_TILE);
  jvirt_barray_ptr *coefficients = jpeg_read_coefficients(&decoder);
  jpeg_copy_critical_parameters(&decoder, &encoder);
  // The writer takes as many blocks from the upper left as the smaller picture has.
  encoder.image_width = (JDIMENSION)width;
  encoder.image_height = (JDIMENSION)height;
  encoder.optimize_coding = FALSE;
  encoder.write_Adobe_marker = decoder.saw_Adobe_marker;
  // Every coefficient at its longest code is below this: the writer needs no other buffer.
  *length = (unsigned long)width * (unsigned long)height * 6 + 65536;
  if (!(output = malloc(*length))) ERREXIT1(&encoder, JERR_OUT_OF_MEMORY, 0);
  jpeg_mem_dest(&encoder, (unsigned char **)&output, length);
  jpeg_write_coefficients(&encoder, coefficients);
  jpeg_finish_compress(&encoder);
  jpeg_destroy_compress(&encoder);
  jpeg_finish_decompress(&decoder);
  jpeg_destroy_decompress(&decoder);
  if (errors.damaged) {
    memcpy(message, errors.message, JMSG_LENGTH_MAX);
    free(output);
    return NULL;
  }
  return output;
}
