#include "parts.h"

#include <string.h>

#include <libheif/heif.h>

int qix_picture_interface(void) { return QIX_PICTURE_INTERFACE; }

void qix_picture_prepare(void) {
  // Its table of decoders.
  heif_context_free(heif_context_alloc());
}

void qix_picture_free(qix_picture *picture) { drop_picture(picture); }

// By the first bytes: a name says nothing.
static decoder *decoder_of(const uint8_t *bytes, size_t size) {
  if (size >= 3 && memcmp(bytes, "\xff\xd8\xff", 3) == 0) return decode_jpeg;
  if (size >= 8 && memcmp(bytes, "\x89PNG\r\n\x1a\n", 8) == 0) return decode_png;
  if (size < 12) return NULL;
  if (memcmp(bytes, "RIFF", 4) == 0 && memcmp(bytes + 8, "WEBP", 4) == 0) return decode_webp;
  // ISO/IEC 23008-12, annex B: pictures in HEVC.
  static const char brands[] = "heic heix heim heis hevc hevx mif1 msf1";
  if (memcmp(bytes + 4, "ftyp", 4) != 0) return NULL;
  for (size_t at = 0; at + 4 < sizeof brands; at += 5) {
    if (memcmp(bytes + 8, brands + at, 4) == 0) return decode_heic;
  }
  return NULL;
}

int qix_picture_decode(const uint8_t *bytes, size_t size, const qix_picture_wish *wish, qix_picture *found) {
  *found = (qix_picture){0, 0, 0, NULL};
  decoder *decode = decoder_of(bytes, size);
  if (decode == NULL) return QIX_PICTURE_UNKNOWN;
  const int code = decode(bytes, size, wish, found);
  if (code != QIX_PICTURE_OK) drop_picture(found);
  return code;
}
