#ifndef QIX_PICTURE_H
#define QIX_PICTURE_H

// Pictures of strangers, decoded by libvips behind an interface of our own. scripts/late.sh makes libqix-picture.so of
// picture.c, which a worker of the lens loads (docs/decisions/0053-the-lens.md).

#include <stdint.h>

// Grows with each change of what stands below.
enum { QIX_PICTURE_INTERFACE = 1 };

enum {
  QIX_PICTURE_OK = 0,
  // Neither JPEG nor PNG, WebP, HEIC or PDF.
  QIX_PICTURE_UNKNOWN = 1,
  // One of these, and what is in it can't be read.
  QIX_PICTURE_DAMAGED = 2,
  // More pixels than are allowed, by its header.
  QIX_PICTURE_TOO_MANY = 3,
  // No memory for it.
  QIX_PICTURE_TOO_MUCH = 4,
};

typedef struct {
  int32_t width;
  int32_t height;
  // 1 or 3.
  int32_t channels;
  // Rows from the top without anything between them; belongs to the library.
  uint8_t *pixels;
} qix_picture;

#endif
