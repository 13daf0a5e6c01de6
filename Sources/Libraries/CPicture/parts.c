#include "parts.h"

#include <stdlib.h>
#include <string.h>

int check_size(int64_t width, int64_t height, const qix_picture_wish *wish) {
  if (width <= 0 || height <= 0) return QIX_PICTURE_DAMAGED;
  if (width > 65535 || height > 65535 || width * height > wish->most_pixels) return QIX_PICTURE_TOO_MANY;
  return QIX_PICTURE_OK;
}

int make_picture(int32_t width, int32_t height, int32_t channels, qix_picture *made) {
  *made = (qix_picture){width, height, channels, malloc((size_t)width * (size_t)height * (size_t)channels)};
  return made->pixels == NULL ? QIX_PICTURE_TOO_MUCH : QIX_PICTURE_OK;
}

void drop_picture(qix_picture *picture) {
  free(picture->pixels);
  *picture = (qix_picture){0, 0, 0, NULL};
}

// --- EXIF -------------------------------------------------------------------------------------------------------------

static unsigned number(const uint8_t *at, int count, int is_little) {
  unsigned value = 0;
  for (int index = 0; index < count; index++) value = value << 8 | at[is_little ? count - 1 - index : index];
  return value;
}

int exif_orientation(const uint8_t *bytes, size_t size) {
  if (size < 8) return 1;
  int is_little = bytes[0] == 'I';
  if (memcmp(bytes, is_little ? "II\x2a\0" : "MM\0\x2a", 4) != 0) return 1;
  size_t at = number(bytes + 4, 4, is_little);
  if (at > size - 2) return 1;
  unsigned entries = number(bytes + at, 2, is_little);
  at += 2;
  for (unsigned index = 0; index < entries && at + 12 <= size; index++, at += 12) {
    // Tag, type SHORT, one of them.
    if (number(bytes + at, 2, is_little) != 0x0112) continue;
    if (number(bytes + at + 2, 2, is_little) != 3 || number(bytes + at + 4, 4, is_little) != 1) return 1;
    unsigned value = number(bytes + at + 8, 2, is_little);
    return value >= 1 && value <= 8 ? (int)value : 1;
  }
  return 1;
}

int orient(qix_picture *picture, int orientation) {
  if (orientation <= 1 || orientation > 8) return QIX_PICTURE_OK;
  const int is_turned = orientation >= 5;
  const int32_t width = is_turned ? picture->height : picture->width;
  const int32_t height = is_turned ? picture->width : picture->height;
  const size_t channels = (size_t)picture->channels, stride = channels * (size_t)picture->width;
  qix_picture turned;
  if (make_picture(width, height, picture->channels, &turned) != QIX_PICTURE_OK) return QIX_PICTURE_TOO_MUCH;
  // Whether columns and rows of the stored picture run backwards in the upright one.
  const int flips_x = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
  const int flips_y = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
  uint8_t *out = turned.pixels;
  for (int32_t y = 0; y < height; y++) {
    for (int32_t x = 0; x < width; x++) {
      int32_t from_x = is_turned ? y : x, from_y = is_turned ? x : y;
      if (flips_x) from_x = picture->width - 1 - from_x;
      if (flips_y) from_y = picture->height - 1 - from_y;
      const uint8_t *from = picture->pixels + (size_t)from_y * stride + (size_t)from_x * channels;
      for (size_t channel = 0; channel < channels; channel++) *out++ = from[channel];
    }
  }
  drop_picture(picture);
  *picture = turned;
  return QIX_PICTURE_OK;
}

// --- Size -------------------------------------------------------------------------------------------------------------

// Adds a stored row, shrunk to `width` pixels, to sums of 24.8 times `weight` (0 to 256).
static void add_row(const uint8_t *row, int32_t from, int32_t width, int32_t channels, uint32_t weight, uint64_t *sums) {
  for (int32_t x = 0; x < width; x++) {
    // This pixel covers [begin, end) of the stored row, in 256ths of a pixel.
    const int64_t begin = (int64_t)x * from * 256 / width, end = ((int64_t)x + 1) * from * 256 / width;
    for (int64_t at = begin >> 8; at << 8 < end && at < from; at++) {
      const int64_t low = at << 8 > begin ? at << 8 : begin, high = (at + 1) << 8 < end ? (at + 1) << 8 : end;
      const uint64_t share = (uint64_t)(high - low) * weight;
      for (int32_t channel = 0; channel < channels; channel++)
        sums[x * channels + channel] += share * row[at * channels + channel];
    }
  }
}

int shrink(qix_picture *picture, const qix_picture_wish *wish) {
  const int32_t side = picture->width > picture->height ? picture->width : picture->height;
  if (wish->longest <= 0 || side <= wish->longest) return QIX_PICTURE_OK;
  const int32_t channels = picture->channels;
  int32_t width = (int32_t)(((int64_t)picture->width * wish->longest + side / 2) / side);
  int32_t height = (int32_t)(((int64_t)picture->height * wish->longest + side / 2) / side);
  width = width < 1 ? 1 : width;
  height = height < 1 ? 1 : height;
  qix_picture small;
  uint64_t *sums = malloc((size_t)width * (size_t)channels * sizeof *sums);
  if (sums == NULL || make_picture(width, height, channels, &small) != QIX_PICTURE_OK) {
    free(sums);
    return QIX_PICTURE_TOO_MUCH;
  }
  for (int32_t y = 0; y < height; y++) {
    memset(sums, 0, (size_t)width * (size_t)channels * sizeof *sums);
    const int64_t begin = (int64_t)y * picture->height * 256 / height;
    const int64_t end = ((int64_t)y + 1) * picture->height * 256 / height;
    for (int64_t at = begin >> 8; at << 8 < end && at < picture->height; at++) {
      const int64_t low = at << 8 > begin ? at << 8 : begin, high = (at + 1) << 8 < end ? (at + 1) << 8 : end;
      add_row(picture->pixels + (size_t)at * (size_t)picture->width * (size_t)channels, picture->width, width, channels,
              (uint32_t)(high - low), sums);
    }
    uint8_t *out = small.pixels + (size_t)y * (size_t)width * (size_t)channels;
    for (int32_t x = 0; x < width; x++) {
      const int64_t left = (int64_t)x * picture->width * 256 / width;
      const int64_t right = ((int64_t)x + 1) * picture->width * 256 / width;
      const uint64_t area = (uint64_t)(right - left) * (uint64_t)(end - begin);
      for (int32_t channel = 0; channel < channels; channel++) {
        out[x * channels + channel] = (uint8_t)((sums[x * channels + channel] + area / 2) / area);
      }
    }
  }
  free(sums);
  drop_picture(picture);
  *picture = small;
  return QIX_PICTURE_OK;
}

void flatten_row(const uint8_t *rgba, int32_t width, int32_t channels, uint8_t *out) {
  for (int32_t x = 0; x < width; x++, rgba += 4) {
    unsigned color[3];
    for (int channel = 0; channel < 3; channel++)
      color[channel] = (rgba[channel] * rgba[3] + 255u * (255u - rgba[3]) + 127) / 255;
    if (channels == 1) {
      *out++ = grey_of(color[0], color[1], color[2]);
    } else {
      for (int channel = 0; channel < 3; channel++) *out++ = (uint8_t)color[channel];
    }
  }
}
