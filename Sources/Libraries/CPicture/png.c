#include "parts.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

typedef struct {
  const uint8_t *bytes;
  size_t left;
} source;

static void read_some(png_structp png, png_bytep out, size_t count) {
  source *from = png_get_io_ptr(png);
  if (count > from->left) png_error(png, "it ends early");
  memcpy(out, from->bytes, count);
  from->bytes += count;
  from->left -= count;
}

static void give_up(png_structp png, png_const_charp message) {
  (void)message;
  png_longjmp(png, 1);
}
static void say_nothing(png_structp png, png_const_charp message) { (void)png, (void)message; }

static int orientation_of(png_structp png, png_infop info) {
  png_uint_32 count = 0;
  png_bytep exif = NULL;
  return png_get_eXIf_1(png, info, &count, &exif) != 0 && exif != NULL ? exif_orientation(exif, count) : 1;
}

// Eight bits, alpha on white, as many channels as asked for.
static void transform(png_structp png, png_infop info, const qix_picture_wish *wish) {
  const png_byte color = png_get_color_type(png, info);
  png_set_expand(png);
  png_set_scale_16(png);
  if ((color & PNG_COLOR_MASK_ALPHA) != 0 || png_get_valid(png, info, PNG_INFO_tRNS) != 0) {
    png_color_16 white = {.red = 255, .green = 255, .blue = 255, .gray = 255};
    png_set_background_fixed(png, &white, PNG_BACKGROUND_GAMMA_SCREEN, 0, 0);
  }
  if (wish->channels == 1 && (color & PNG_COLOR_MASK_COLOR) != 0) {
    png_set_rgb_to_gray_fixed(png, PNG_ERROR_ACTION_NONE, 29900, 58700);
  } else if (wish->channels == 3 && (color & PNG_COLOR_MASK_COLOR) == 0) {
    png_set_gray_to_rgb(png);
  }
}

static int decode(png_structp png, png_infop info, const qix_picture_wish *wish, qix_picture *found) {
  png_read_info(png, info);
  int code = check_size(png_get_image_width(png, info), png_get_image_height(png, info), wish);
  if (code != QIX_PICTURE_OK) return code;
  transform(png, info, wish);
  const int passes = png_set_interlace_handling(png);
  png_read_update_info(png, info);
  code = make_picture(
      (int32_t)png_get_image_width(png, info), (int32_t)png_get_image_height(png, info), wish->channels, found);
  if (code != QIX_PICTURE_OK) return code;
  const size_t stride = (size_t)found->width * (size_t)found->channels;
  if (png_get_rowbytes(png, info) != stride) return QIX_PICTURE_DAMAGED;
  for (int pass = 0; pass < passes; pass++) {
    for (int32_t y = 0; y < found->height; y++) png_read_row(png, found->pixels + (size_t)y * stride, NULL);
  }
  code = shrink(found, wish);
  return code == QIX_PICTURE_OK ? orient(found, orientation_of(png, info)) : code;
}

int decode_png(const uint8_t *bytes, size_t size, const qix_picture_wish *wish, qix_picture *found) {
  source from = {bytes, size};
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, give_up, say_nothing);
  png_infop info = png == NULL ? NULL : png_create_info_struct(png);
  if (info == NULL) {
    png_destroy_read_struct(&png, NULL, NULL);
    return QIX_PICTURE_TOO_MUCH;
  }
  int code = QIX_PICTURE_DAMAGED;
  if (setjmp(png_jmpbuf(png)) == 0) {
    png_set_read_fn(png, &from, read_some);
    png_set_user_limits(png, 65535, 65535);
    // Chunks that unpack texts and profiles, which are never looked at.
    png_set_chunk_malloc_max(png, 4 << 20);
    png_set_chunk_cache_max(png, 64);
    code = decode(png, info, wish, found);
  } else {
    code = QIX_PICTURE_DAMAGED;
  }
  png_destroy_read_struct(&png, &info, NULL);
  return code;
}
