#ifndef QIX_PICTURE_H
#define QIX_PICTURE_H

// Pictures of strangers, decoded by libjpeg, libpng, libwebp, libheif and poppler behind an interface of our own, and
// encoded again by libjpeg.
// scripts/late.sh makes libqix-picture.so and libqix-pdf.so of what lies here, which workers of the lens load
// (docs/decisions/0053-the-lens.md).

#include <stddef.h>
#include <stdint.h>

// Grows with each change of what stands below.
enum { QIX_PICTURE_INTERFACE = 2 };

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

// The caller's request.
typedef struct {
  // 1 for grey, 3 for red, green and blue.
  int32_t channels;
  // Pixels of the longer side; a longer one is shrunk to it. 0 for all there are.
  int32_t longest;
  // Pixels of the header, before anything is shrunk.
  int64_t most_pixels;
} qix_picture_wish;

typedef struct {
  int32_t width;
  int32_t height;
  int32_t channels;
  // Rows from the top without anything between them, from malloc().
  uint8_t *pixels;
} qix_picture;

// The functions of both libraries; the program looks them up by name.
#if defined(QIX_PICTURE_BUILD)
#define QIX_PICTURE_EXPORT __attribute__((visibility("default")))

QIX_PICTURE_EXPORT int qix_picture_interface(void);

// Opens whatever is opened at first use, as long as files can be opened.
QIX_PICTURE_EXPORT void qix_picture_prepare(void);

// Of libqix-pdf.so alone: names the files that have to be opened again later.
QIX_PICTURE_EXPORT void qix_picture_fonts(void (*keep)(const char *path));

// Decodes a file: libqix-picture.so takes JPEG, PNG, WebP and HEIC, libqix-pdf.so the first page of a PDF. The picture
// stands upright as its file says; nothing else that the file says of itself is kept.
QIX_PICTURE_EXPORT int qix_picture_decode(
    const uint8_t *bytes, size_t size, const qix_picture_wish *wish, qix_picture *found);

QIX_PICTURE_EXPORT void qix_picture_free(qix_picture *picture);

// Of libqix-picture.so alone: encodes a picture as JPEG (ISO/IEC 10918-1) with nothing but its pixels, a quality of 1 to
// 100, and colours in full resolution. `bytes` is for qix_picture_free_bytes().
QIX_PICTURE_EXPORT int qix_picture_encode(
    const qix_picture *picture, int32_t quality, uint8_t **bytes, size_t *size);

QIX_PICTURE_EXPORT void qix_picture_free_bytes(uint8_t *bytes);
#endif

#endif
