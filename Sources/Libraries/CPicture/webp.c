#include "parts.h"

#include <stdlib.h>
#include <string.h>

#include <webp/decode.h>

// WebP's container: chunks of a name, a length and bytes, padded to an even number.
static int orientation_of(const uint8_t *bytes, size_t size) {
  size_t at = 12;
  while (at + 8 <= size) {
    const size_t length = bytes[at + 4] | (size_t)bytes[at + 5] << 8 | (size_t)bytes[at + 6] << 16 | (size_t)bytes[at + 7] << 24;
    if (length > size - at - 8) return 1;
    if (memcmp(bytes + at, "EXIF", 4) == 0) {
      const uint8_t *exif = bytes + at + 8;
      const size_t skipped = length > 6 && memcmp(exif, "Exif\0", 6) == 0 ? 6 : 0;
      return exif_orientation(exif + skipped, length - skipped);
    }
    at += 8 + length + (length & 1);
  }
  return 1;
}

int decode_webp(const uint8_t *bytes, size_t size, const qix_picture_wish *wish, qix_picture *found) {
  WebPDecoderConfig config;
  if (!WebPInitDecoderConfig(&config)) return QIX_PICTURE_TOO_MUCH;
  if (WebPGetFeatures(bytes, size, &config.input) != VP8_STATUS_OK) return QIX_PICTURE_DAMAGED;
  // A film is no picture.
  if (config.input.has_animation) return QIX_PICTURE_UNKNOWN;
  int code = check_size(config.input.width, config.input.height, wish);
  if (code != QIX_PICTURE_OK) return code;
  config.output.colorspace = config.input.has_alpha || wish->channels == 1 ? MODE_RGBA : MODE_RGB;
  const VP8StatusCode status = WebPDecode(bytes, size, &config);
  if (status != VP8_STATUS_OK) {
    WebPFreeDecBuffer(&config.output);
    return status == VP8_STATUS_OUT_OF_MEMORY ? QIX_PICTURE_TOO_MUCH : QIX_PICTURE_DAMAGED;
  }
  code = make_picture(config.output.width, config.output.height, wish->channels, found);
  for (int32_t y = 0; code == QIX_PICTURE_OK && y < found->height; y++) {
    const uint8_t *row = config.output.u.RGBA.rgba + (size_t)y * (size_t)config.output.u.RGBA.stride;
    uint8_t *out = found->pixels + (size_t)y * (size_t)found->width * (size_t)found->channels;
    if (config.output.colorspace == MODE_RGBA) {
      flatten_row(row, found->width, found->channels, out);
    } else {
      memcpy(out, row, (size_t)found->width * 3);
    }
  }
  WebPFreeDecBuffer(&config.output);
  if (code == QIX_PICTURE_OK) code = shrink(found, wish);
  return code == QIX_PICTURE_OK ? orient(found, orientation_of(bytes, size)) : code;
}
