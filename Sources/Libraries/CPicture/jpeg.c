#include "parts.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

// libjpeg-turbo calls back with what it can't go on from; it must not be returned to.
typedef struct {
  struct jpeg_error_mgr errors;
  jmp_buf back;
} handler;

static void give_up(j_common_ptr common) { longjmp(((handler *)common->err)->back, 1); }
static void say_nothing(j_common_ptr common, int level) { (void)common, (void)level; }

// Progressive files may say each coefficient bit by bit, hundreds of times over; a camera takes ten scans.
static void count_scans(j_common_ptr common) {
  if (common->is_decompressor && ((j_decompress_ptr)common)->input_scan_number > 100) give_up(common);
}

static int orientation_of(j_decompress_ptr from) {
  for (jpeg_saved_marker_ptr marker = from->marker_list; marker != NULL; marker = marker->next) {
    if (marker->marker == JPEG_APP0 + 1 && marker->data_length > 6 && memcmp(marker->data, "Exif\0", 6) == 0)
      return exif_orientation(marker->data + 6, marker->data_length - 6);
  }
  return 1;
}

// Adobe's programs store ink inverted.
static void flatten_ink(const uint8_t *ink, int is_inverted, int32_t width, int32_t channels, uint8_t *out) {
  const unsigned mask = is_inverted ? 0 : 255;
  for (int32_t x = 0; x < width; x++, ink += 4) {
    unsigned color[3];
    for (int channel = 0; channel < 3; channel++) color[channel] = (ink[channel] ^ mask) * (ink[3] ^ mask) / 255;
    if (channels == 1) {
      *out++ = grey_of(color[0], color[1], color[2]);
    } else {
      for (int channel = 0; channel < 3; channel++) *out++ = (uint8_t)color[channel];
    }
  }
}

// Lets the decoder leave out what shrinking would throw away: halves, quarters, eighths.
static void scale(j_decompress_ptr from, int32_t longest) {
  const unsigned side = from->image_width > from->image_height ? from->image_width : from->image_height;
  from->scale_denom = 1;
  if (longest <= 0) return;
  while (from->scale_denom < 8 && side / (from->scale_denom * 2) >= (unsigned)longest) from->scale_denom *= 2;
}

int decode_jpeg(const uint8_t *bytes, size_t size, const qix_picture_wish *wish, qix_picture *found) {
  struct jpeg_decompress_struct from;
  struct jpeg_progress_mgr progress = {.progress_monitor = count_scans};
  handler handler;
  // Changed between setjmp() and longjmp().
  uint8_t *volatile row = NULL;
  from.err = jpeg_std_error(&handler.errors);
  handler.errors.error_exit = give_up;
  handler.errors.emit_message = say_nothing;
  if (setjmp(handler.back) != 0) {
    const int is_memory = handler.errors.msg_code == 56;  // JERR_OUT_OF_MEMORY
    free(row);
    jpeg_destroy_decompress(&from);
    return is_memory ? QIX_PICTURE_TOO_MUCH : QIX_PICTURE_DAMAGED;
  }
  jpeg_create_decompress(&from);
  from.progress = &progress;
  jpeg_mem_src(&from, bytes, size);
  jpeg_save_markers(&from, JPEG_APP0 + 1, 0xFFFF);
  jpeg_read_header(&from, TRUE);
  int code = check_size(from.image_width, from.image_height, wish);
  if (code == QIX_PICTURE_OK) {
    const int is_ink = from.num_components == 4;
    from.out_color_space = is_ink ? JCS_CMYK : wish->channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
    scale(&from, wish->longest);
    from.scale_num = 1;
    jpeg_start_decompress(&from);
    code = make_picture((int32_t)from.output_width, (int32_t)from.output_height, wish->channels, found);
    const size_t stride = (size_t)found->width * (size_t)found->channels;
    if (code == QIX_PICTURE_OK && is_ink && (row = malloc((size_t)found->width * 4)) == NULL)
      code = QIX_PICTURE_TOO_MUCH;
    while (code == QIX_PICTURE_OK && from.output_scanline < from.output_height) {
      uint8_t *out = found->pixels + from.output_scanline * stride;
      JSAMPROW into = is_ink ? row : out;
      jpeg_read_scanlines(&from, &into, 1);
      if (is_ink) flatten_ink(row, from.saw_Adobe_marker, found->width, found->channels, out);
    }
    if (code == QIX_PICTURE_OK) code = shrink(found, wish);
    if (code == QIX_PICTURE_OK) code = orient(found, orientation_of(&from));
  }
  free(row);
  jpeg_destroy_decompress(&from);
  return code;
}

int qix_picture_encode(const qix_picture *picture, int32_t quality, uint8_t **bytes, size_t *size) {
  struct jpeg_compress_struct to;
  handler handler;
  unsigned char *written = NULL;
  unsigned long count = 0;
  *bytes = NULL;
  *size = 0;
  to.err = jpeg_std_error(&handler.errors);
  handler.errors.error_exit = give_up;
  handler.errors.emit_message = say_nothing;
  if (setjmp(handler.back) != 0) {
    // What was written so far is lost: whether `written` still leads there, the library doesn't say.
    jpeg_destroy_compress(&to);
    return QIX_PICTURE_TOO_MUCH;
  }
  jpeg_create_compress(&to);
  jpeg_mem_dest(&to, &written, &count);
  to.image_width = (JDIMENSION)picture->width;
  to.image_height = (JDIMENSION)picture->height;
  to.input_components = picture->channels;
  to.in_color_space = picture->channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
  jpeg_set_defaults(&to);
  jpeg_set_quality(&to, quality, TRUE);
  to.optimize_coding = TRUE;
  // Letters and logos keep the edges of their colours.
  to.comp_info[0].h_samp_factor = to.comp_info[0].v_samp_factor = 1;
  jpeg_simple_progression(&to);
  jpeg_start_compress(&to, TRUE);
  const size_t stride = (size_t)picture->width * (size_t)picture->channels;
  while (to.next_scanline < to.image_height) {
    JSAMPROW row = picture->pixels + to.next_scanline * stride;
    jpeg_write_scanlines(&to, &row, 1);
  }
  jpeg_finish_compress(&to);
  jpeg_destroy_compress(&to);
  *bytes = written;
  *size = count;
  return QIX_PICTURE_OK;
}

void qix_picture_free_bytes(uint8_t *bytes) { free(bytes); }
