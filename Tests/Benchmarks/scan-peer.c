// What libjpeg takes to decode a JPEG file to planes, at full size or at an eighth of it: the seconds of
// processors and of the clock, for scan.sh.
//   scan-peer planes|eighth FILE.jpg
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <jpeglib.h>

static double seconds(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

int main(int count, char **words) {
  if (count != 3) return 2;
  FILE *file = fopen(words[2], "rb");
  if (!file || fseek(file, 0, SEEK_END)) return 3;
  long length = ftell(file);
  unsigned char *bytes = malloc(length);
  rewind(file);
  if (!bytes || fread(bytes, 1, length, file) != (size_t)length) return 3;

  double used = seconds(CLOCK_PROCESS_CPUTIME_ID), began = seconds(CLOCK_MONOTONIC);
  struct jpeg_decompress_struct jpeg;
  struct jpeg_error_mgr errors;
  jpeg.err = jpeg_std_error(&errors);
  jpeg_create_decompress(&jpeg);
  jpeg_mem_src(&jpeg, bytes, length);
  jpeg_read_header(&jpeg, TRUE);
  jpeg.raw_data_out = TRUE;
  jpeg.do_fancy_upsampling = FALSE;
  if (!strcmp(words[1], "eighth")) jpeg.scale_denom = 8;
  jpeg_start_decompress(&jpeg);
  // Rows are thrown away: each lies where the one before it did.
  JSAMPROW rows[3][32];
  JSAMPARRAY planes[3];
  for (int plane = 0; plane < jpeg.num_components; plane++) {
    int stride = jpeg.comp_info[plane].width_in_blocks * 8 + 64;
    unsigned char *room = malloc((size_t)stride * 32);
    for (int row = 0; row < 32; row++) rows[plane][row] = room + (size_t)row * stride;
    planes[plane] = rows[plane];
  }
  int lines = jpeg.max_v_samp_factor * jpeg.min_DCT_scaled_size;
  while (jpeg.output_scanline < jpeg.output_height) jpeg_read_raw_data(&jpeg, planes, lines);
  jpeg_finish_decompress(&jpeg);
  printf("%f %f\n", seconds(CLOCK_PROCESS_CPUTIME_ID) - used, seconds(CLOCK_MONOTONIC) - began);
  return 0;
}
