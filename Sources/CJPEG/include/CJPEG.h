// libjpeg-turbo's classic API behind functions that Swift may call: libjpeg reports errors by
// longjmp, so every setjmp below begins and ends inside one function. Glue only.
#pragma once

#include <errno.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jerror.h>
#define JPEG_INTERNALS
#include <jpeglib.h>

// What went wrong, in libjpeg's words. `damaged` counts warnings that mean lost pixels, `segments`
// those of metadata.
typedef struct {
  struct jpeg_error_mgr base;
  struct jpeg_progress_mgr progress;
  jmp_buf jump;
  char message[JMSG_LENGTH_MAX];
  int damaged;
  int segments;
} pyramidion_jpeg_errors;

// Segments of metadata, APPn and comments, of which a file may have so many: each that is kept is put
// behind all others, from the first on, so that their number costs its square. An ICC profile has 255
// of them at most, and an XMP packet of 100 MB some 1,600.
#define PYRAMIDION_MOST_SEGMENTS 4096

static inline void pyramidion_jpeg_fail(j_common_ptr any) {
  pyramidion_jpeg_errors *errors = (pyramidion_jpeg_errors *)any->err;
  errors->base.format_message(any, errors->message);
  longjmp(errors->jump, 1);
}

// Each segment of metadata is told of, as a trace.
static inline void pyramidion_jpeg_count_segments(pyramidion_jpeg_errors *errors) {
  switch (errors->base.msg_code) {
  case JTRC_ADOBE:
  case JTRC_APP0:
  case JTRC_APP14:
  case JTRC_JFIF:
  case JTRC_JFIF_EXTENSION:
  case JTRC_MISC_MARKER:
  case JTRC_THUMB_JPEG:
  case JTRC_THUMB_PALETTE:
  case JTRC_THUMB_RGB:
    if (++errors->segments <= PYRAMIDION_MOST_SEGMENTS) return;
    snprintf(errors->message, JMSG_LENGTH_MAX, "it has more than %d segments of metadata",
             PYRAMIDION_MOST_SEGMENTS);
    longjmp(errors->jump, 1);
  default:
    break;
  }
}

// Whether bytes that no code is in mean that codes were lost: those before a restart marker do, for
// the blocks that it follows took fewer than there are. Elsewhere, such as between the last block and
// the end marker, encoders leave some that nobody misses.
static inline bool pyramidion_jpeg_lost_codes(const pyramidion_jpeg_errors *errors) {
  int marker = errors->base.msg_parm.i[1];
  return marker >= JPEG_RST0 && marker <= JPEG_RST0 + 7;
}

static inline void pyramidion_jpeg_warn(j_common_ptr any, int level) {
  pyramidion_jpeg_errors *errors = (pyramidion_jpeg_errors *)any->err;
  if (level >= 0) {
    pyramidion_jpeg_count_segments(errors);
    return;
  }
  switch (errors->base.msg_code) {
  case JWRN_EXTRANEOUS_DATA:
    if (!pyramidion_jpeg_lost_codes(errors)) break;
    // Falls through.
  case JWRN_HIT_MARKER:
  case JWRN_HUFF_BAD_CODE:
  case JWRN_MUST_RESYNC:
  case JWRN_JPEG_EOF:
    if (errors->damaged++ == 0) errors->base.format_message(any, errors->message);
    break;
  default:
    break;
  }
}

static inline void pyramidion_jpeg_quiet(j_common_ptr any) { (void)any; }

static inline struct jpeg_error_mgr *pyramidion_jpeg_errors_init(pyramidion_jpeg_errors *errors) {
  jpeg_std_error(&errors->base);
  errors->base.error_exit = pyramidion_jpeg_fail;
  errors->base.emit_message = pyramidion_jpeg_warn;
  errors->base.output_message = pyramidion_jpeg_quiet;
  errors->message[0] = 0;
  errors->damaged = 0;
  errors->segments = 0;
  return &errors->base;
}

// A scan of a few bytes may go over all blocks of a picture; encoders make some ten of them.
#define PYRAMIDION_MOST_SCANS 100

static inline void pyramidion_jpeg_count_scans(j_common_ptr any) {
  pyramidion_jpeg_errors *errors = (pyramidion_jpeg_errors *)any->err;
  if (((j_decompress_ptr)any)->input_scan_number <= PYRAMIDION_MOST_SCANS) return;
  snprintf(errors->message, JMSG_LENGTH_MAX, "it has more than %d scans", PYRAMIDION_MOST_SCANS);
  longjmp(errors->jump, 1);
}

// Makes a decoder that bounds what it does for its input. Errors jump: setjmp comes before.
static inline void pyramidion_jpeg_create_decompress(
    struct jpeg_decompress_struct *decoder, pyramidion_jpeg_errors *errors) {
  jpeg_create_decompress(decoder);
  errors->progress.progress_monitor = pyramidion_jpeg_count_scans;
  decoder->progress = &errors->progress;
}

// MARK: Decoding from a descriptor or from memory

typedef struct {
  struct jpeg_decompress_struct base;
  pyramidion_jpeg_errors errors;
  struct jpeg_source_mgr source;
  int descriptor;      // -1: the bytes are all in memory
  int read_error;      // errno of a failed read
  bool ended;          // the bytes ran out before the image did
  size_t capacity;
  size_t piece;        // bytes to be read next: a header is short, and often all that is wanted
  JOCTET *buffer;
} pyramidion_jpeg_decoder;

static const size_t pyramidion_jpeg_head = 1 << 14;

static inline void pyramidion_jpeg_source_open(j_decompress_ptr any) { (void)any; }

static inline boolean pyramidion_jpeg_source_fill(j_decompress_ptr any) {
  pyramidion_jpeg_decoder *decoder = (pyramidion_jpeg_decoder *)any;
  ssize_t count = 0;
  if (decoder->descriptor >= 0) {
    do count = read(decoder->descriptor, decoder->buffer, decoder->piece);
    while (count < 0 && errno == EINTR);
    if (count < 0) decoder->read_error = errno;
    decoder->piece = decoder->capacity;
  }
  if (count > 0) {
    decoder->source.next_input_byte = decoder->buffer;
    decoder->source.bytes_in_buffer = (size_t)count;
  } else {
    // An end-of-image marker, so that the rows decoded so far come out before the error is told.
    static const JOCTET end[2] = {0xFF, JPEG_EOI};
    decoder->ended = true;
    decoder->source.next_input_byte = end;
    decoder->source.bytes_in_buffer = 2;
  }
  return TRUE;
}

static inline void pyramidion_jpeg_source_skip(j_decompress_ptr any, long count) {
  pyramidion_jpeg_decoder *decoder = (pyramidion_jpeg_decoder *)any;
  while (count > 0 && !decoder->ended) {
    size_t here = decoder->source.bytes_in_buffer;
    if ((size_t)count <= here) {
      decoder->source.next_input_byte += count;
      decoder->source.bytes_in_buffer -= (size_t)count;
      return;
    }
    count -= (long)here;
    pyramidion_jpeg_source_fill(any);
  }
}

static inline void pyramidion_jpeg_source_close(j_decompress_ptr any) { (void)any; }

// The decoder reads `bytes` when `descriptor` is -1, else `capacity` bytes at a time from it.
static inline pyramidion_jpeg_decoder *pyramidion_jpeg_decoder_create(
    int descriptor, const uint8_t *bytes, size_t capacity) {
  pyramidion_jpeg_decoder *decoder = calloc(1, sizeof *decoder);
  if (!decoder) return NULL;
  decoder->descriptor = descriptor;
  decoder->capacity = capacity;
  decoder->piece = capacity < pyramidion_jpeg_head ? capacity : pyramidion_jpeg_head;
  if (descriptor >= 0 && !(decoder->buffer = malloc(capacity))) {
    free(decoder);
    return NULL;
  }
  decoder->base.err = pyramidion_jpeg_errors_init(&decoder->errors);
  if (setjmp(decoder->errors.jump)) {
    free(decoder->buffer);
    free(decoder);
    return NULL;
  }
  pyramidion_jpeg_create_decompress(&decoder->base, &decoder->errors);
  decoder->source.init_source = pyramidion_jpeg_source_open;
  decoder->source.fill_input_buffer = pyramidion_jpeg_source_fill;
  decoder->source.skip_input_data = pyramidion_jpeg_source_skip;
  decoder->source.resync_to_restart = jpeg_resync_to_restart;
  decoder->source.term_source = pyramidion_jpeg_source_close;
  decoder->source.next_input_byte = descriptor >= 0 ? decoder->buffer : bytes;
  decoder->source.bytes_in_buffer = descriptor >= 0 ? 0 : capacity;
  decoder->base.src = &decoder->source;
  return decoder;
}

static inline void pyramidion_jpeg_decoder_destroy(pyramidion_jpeg_decoder *decoder) {
  jpeg_destroy_decompress(&decoder->base);
  free(decoder->buffer);
  free(decoder);
}

// Reads up to the first scan, keeping EXIF and ICC segments. 0, or -1 with a message.
static inline int pyramidion_jpeg_decoder_read_header(pyramidion_jpeg_decoder *decoder) {
  if (setjmp(decoder->errors.jump)) return -1;
  jpeg_save_markers(&decoder->base, JPEG_APP0 + 1, 0xFFFF);
  jpeg_save_markers(&decoder->base, JPEG_APP0 + 2, 0xFFFF);
  return jpeg_read_header(&decoder->base, TRUE) == JPEG_HEADER_OK ? 0 : -1;
}

static inline int pyramidion_jpeg_decoder_component_h(pyramidion_jpeg_decoder *decoder, int i) {
  return decoder->base.comp_info[i].h_samp_factor;
}

static inline int pyramidion_jpeg_decoder_component_v(pyramidion_jpeg_decoder *decoder, int i) {
  return decoder->base.comp_info[i].v_samp_factor;
}

// The joined ICC profile, to be freed by the caller, or NULL.
static inline uint8_t *pyramidion_jpeg_decoder_profile(
    pyramidion_jpeg_decoder *decoder, unsigned *length) {
  JOCTET *profile = NULL;
  if (setjmp(decoder->errors.jump)) return NULL;
  return jpeg_read_icc_profile(&decoder->base, &profile, length) ? profile : NULL;
}

// The payload of the first EXIF segment, owned by the decoder, or NULL.
static inline const uint8_t *pyramidion_jpeg_decoder_exif(
    pyramidion_jpeg_decoder *decoder, unsigned *length) {
  for (jpeg_saved_marker_ptr marker = decoder->base.marker_list; marker; marker = marker->next)
    if (marker->marker == JPEG_APP0 + 1 && marker->data_length > 6 &&
        memcmp(marker->data, "Exif\0\0", 6) == 0) {
      *length = marker->data_length - 6;
      return marker->data + 6;
    }
  return NULL;
}

// Starts decoding to planes as they are stored: no upsampling, no colour conversion.
static inline int pyramidion_jpeg_decoder_start_planes(pyramidion_jpeg_decoder *decoder) {
  if (setjmp(decoder->errors.jump)) return -1;
  decoder->base.raw_data_out = TRUE;
  decoder->base.do_fancy_upsampling = FALSE;
  decoder->base.out_color_space = decoder->base.jpeg_color_space;
  return jpeg_start_decompress(&decoder->base) ? 0 : -1;
}

// Decodes one row of blocks of the tallest component into row pointers of every plane.
// Answers luma rows read, or -1.
static inline int pyramidion_jpeg_decoder_read_strip(
    pyramidion_jpeg_decoder *decoder, uint8_t **luma, uint8_t **blue, uint8_t **red,
    unsigned rows) {
  JSAMPARRAY planes[3] = {luma, blue, red};
  if (setjmp(decoder->errors.jump)) return -1;
  return (int)jpeg_read_raw_data(&decoder->base, planes, rows);
}

// Decodes every code of the file, and of its pixels as little as can be. 0, or -1 when some of
// them are lost or libjpeg gives up.
static inline int pyramidion_jpeg_decoder_read_through(pyramidion_jpeg_decoder *decoder) {
  if (setjmp(decoder->errors.jump)) return -1;
  decoder->base.scale_num = 1;
  decoder->base.scale_denom = DCTSIZE;
  decoder->base.do_fancy_upsampling = FALSE;
  decoder->base.out_color_space = decoder->base.jpeg_color_space;
  if (!jpeg_start_decompress(&decoder->base)) return -1;
  JSAMPARRAY rows = decoder->base.mem->alloc_sarray(
      (j_common_ptr)&decoder->base, JPOOL_IMAGE,
      decoder->base.output_width * (JDIMENSION)decoder->base.output_components, 1);
  while (decoder->base.output_scanline < decoder->base.output_height)
    if (jpeg_read_scanlines(&decoder->base, rows, 1) != 1 || decoder->errors.damaged) return -1;
  return decoder->errors.damaged ? -1 : 0;
}

// Starts decoding to interleaved RGBX (or grey) scanlines.
static inline int pyramidion_jpeg_decoder_start_pixels(pyramidion_jpeg_decoder *decoder) {
  if (setjmp(decoder->errors.jump)) return -1;
  if (decoder->base.num_components == 3) decoder->base.out_color_space = JCS_EXT_RGBX;
  return jpeg_start_decompress(&decoder->base) ? 0 : -1;
}

// Decodes one scanline. 1, or -1.
static inline int pyramidion_jpeg_decoder_read_row(
    pyramidion_jpeg_decoder *decoder, uint8_t *row) {
  JSAMPROW rows[1] = {row};
  if (setjmp(decoder->errors.jump)) return -1;
  return (int)jpeg_read_scanlines(&decoder->base, rows, 1);
}

// MARK: Encoding into memory

typedef struct {
  struct jpeg_compress_struct base;
  pyramidion_jpeg_errors errors;
  struct jpeg_destination_mgr destination;
} pyramidion_jpeg_encoder;

static inline void pyramidion_jpeg_destination_open(j_compress_ptr any) { (void)any; }

static inline boolean pyramidion_jpeg_destination_full(j_compress_ptr any) {
  ERREXIT(any, JERR_BUFFER_SIZE);
  return FALSE;
}

static inline void pyramidion_jpeg_destination_close(j_compress_ptr any) { (void)any; }

// `components` is 1 for grey, 3 for YCbCr planes, 4 for interleaved RGBX.
static inline pyramidion_jpeg_encoder *pyramidion_jpeg_encoder_create(
    int side, int components, int quality, int luma_h, int luma_v) {
  pyramidion_jpeg_encoder *encoder = calloc(1, sizeof *encoder);
  if (!encoder) return NULL;
  encoder->base.err = pyramidion_jpeg_errors_init(&encoder->errors);
  if (setjmp(encoder->errors.jump)) {
    jpeg_destroy_compress(&encoder->base);
    free(encoder);
    return NULL;
  }
  jpeg_create_compress(&encoder->base);
  encoder->destination.init_destination = pyramidion_jpeg_destination_open;
  encoder->destination.empty_output_buffer = pyramidion_jpeg_destination_full;
  encoder->destination.term_destination = pyramidion_jpeg_destination_close;
  encoder->base.dest = &encoder->destination;
  encoder->base.image_width = encoder->base.image_height = (JDIMENSION)side;
  encoder->base.input_components = components;
  encoder->base.in_color_space =
      components == 1 ? JCS_GRAYSCALE : components == 3 ? JCS_YCbCr : JCS_EXT_RGBX;
  jpeg_set_defaults(&encoder->base);
  jpeg_set_quality(&encoder->base, quality, TRUE);
  encoder->base.comp_info[0].h_samp_factor = luma_h;
  encoder->base.comp_info[0].v_samp_factor = luma_v;
  return encoder;
}

static inline JHUFF_TBL *pyramidion_jpeg_encoder_codes(
    pyramidion_jpeg_encoder *encoder, bool ac, int index) {
  return ac ? encoder->base.ac_huff_tbl_ptrs[index] : encoder->base.dc_huff_tbl_ptrs[index];
}

static inline const UINT16 *pyramidion_jpeg_encoder_steps(
    pyramidion_jpeg_encoder *encoder, int index) {
  JQUANT_TBL *table = encoder->base.quant_tbl_ptrs[index];
  return table ? table->quantval : NULL;
}

static inline void pyramidion_jpeg_encoder_destroy(pyramidion_jpeg_encoder *encoder) {
  jpeg_destroy_compress(&encoder->base);
  free(encoder);
}

static inline long pyramidion_jpeg_encoder_finish(
    pyramidion_jpeg_encoder *encoder, size_t capacity) {
  jpeg_finish_compress(&encoder->base);
  return (long)(capacity - encoder->destination.free_in_buffer);
}

// Encodes a square whose first rows lie at `planes`, `strides` bytes apart. Bytes, or -1.
static inline long pyramidion_jpeg_encode_planes(
    pyramidion_jpeg_encoder *encoder, uint8_t *const planes[3], const size_t strides[3],
    uint8_t *output, size_t capacity) {
  encoder->destination.next_output_byte = output;
  encoder->destination.free_in_buffer = capacity;
  if (setjmp(encoder->errors.jump)) {
    jpeg_abort_compress(&encoder->base);
    return -1;
  }
  encoder->base.raw_data_in = TRUE;
  jpeg_start_compress(&encoder->base, TRUE);
  int strip = DCTSIZE * encoder->base.max_v_samp_factor;
  JSAMPROW rows[3][4 * DCTSIZE];
  JSAMPARRAY components[3] = {rows[0], rows[1], rows[2]};
  for (int top = 0; top < (int)encoder->base.image_height; top += strip) {
    for (int i = 0; i < encoder->base.num_components; i++) {
      int high = DCTSIZE * encoder->base.comp_info[i].v_samp_factor;
      uint8_t *first = planes[i] + strides[i] * (size_t)(top / strip * high);
      for (int row = 0; row < high; row++) rows[i][row] = first + strides[i] * (size_t)row;
    }
    jpeg_write_raw_data(&encoder->base, components, (JDIMENSION)strip);
  }
  return pyramidion_jpeg_encoder_finish(encoder, capacity);
}

// Encodes a square of interleaved RGBX. Bytes, or -1.
static inline long pyramidion_jpeg_encode_pixels(
    pyramidion_jpeg_encoder *encoder, uint8_t *pixels, size_t stride, uint8_t *output,
    size_t capacity) {
  encoder->destination.next_output_byte = output;
  encoder->destination.free_in_buffer = capacity;
  if (setjmp(encoder->errors.jump)) {
    jpeg_abort_compress(&encoder->base);
    return -1;
  }
  jpeg_start_compress(&encoder->base, TRUE);
  while (encoder->base.next_scanline < encoder->base.image_height) {
    JSAMPROW rows[16];
    JDIMENSION count = encoder->base.image_height - encoder->base.next_scanline;
    if (count > 16) count = 16;
    for (JDIMENSION i = 0; i < count; i++)
      rows[i] = pixels + stride * (encoder->base.next_scanline + i);
    jpeg_write_scanlines(&encoder->base, rows, count);
  }
  return pyramidion_jpeg_encoder_finish(encoder, capacity);
}

// MARK: Splitting rows of colors

// Pixels that are split at once, and what a row of their planes is to begin at a multiple of and may be
// written beyond its end.
#define PYRAMIDION_SPLIT_PIXELS 1024
#define PYRAMIDION_SPLIT_ALIGNMENT 32

// Makes an encoder of which nothing is used but its conversion of colors. NULL without memory.
static inline pyramidion_jpeg_encoder *pyramidion_jpeg_splitter_create(void) {
  pyramidion_jpeg_encoder *encoder =
      pyramidion_jpeg_encoder_create(PYRAMIDION_SPLIT_PIXELS, 3, 75, 1, 1);
  if (!encoder) return NULL;
  // For the two markers that it begins with.
  uint8_t head[256];
  encoder->destination.next_output_byte = head;
  encoder->destination.free_in_buffer = sizeof head;
  if (setjmp(encoder->errors.jump)) {
    pyramidion_jpeg_encoder_destroy(encoder);
    return NULL;
  }
  encoder->base.in_color_space = JCS_RGB;
  jpeg_start_compress(&encoder->base, TRUE);
  encoder->destination.next_output_byte = NULL;
  encoder->destination.free_in_buffer = 0;
  return encoder;
}

// Splits PYRAMIDION_SPLIT_PIXELS pixels of three bytes at most, as tiles of pixels are split when they
// are encoded.
static inline void pyramidion_jpeg_split(
    pyramidion_jpeg_encoder *encoder, const uint8_t *pixels, unsigned count, uint8_t *luma,
    uint8_t *blue, uint8_t *red) {
  JSAMPROW input[1] = {(JSAMPROW)pixels};
  JSAMPROW rows[3] = {luma, blue, red};
  JSAMPARRAY planes[3] = {&rows[0], &rows[1], &rows[2]};
  encoder->base.image_width = count;
  encoder->base.cconvert->color_convert(&encoder->base, input, planes, 0, 1);
}
