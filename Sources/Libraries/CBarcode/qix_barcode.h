#ifndef QIX_BARCODE_H
#define QIX_BARCODE_H

// QR codes by libqrencode, linear codes by zint and pictures by libpng behind an interface of ours. scripts/late.sh
// makes libqix-barcode.so of barcode.c, which qix loads when it first draws (docs/decisions/0033-barcodes.md).

#include <stddef.h>
#include <stdint.h>

// Grows with each change of what stands below.
enum { QIX_BARCODE_INTERFACE = 1 };

enum {
  QIX_BARCODE_OK = 0,
  // More than the code can hold.
  QIX_BARCODE_TOO_LONG = 1,
  // A character that the code can't hold, or digits that don't fit together.
  QIX_BARCODE_MALFORMED = 2,
  QIX_BARCODE_FAILED = 3,
};

// The symbologies that can be drawn.
enum { QIX_BARCODE_CODE128 = 1, QIX_BARCODE_EAN = 2 };

// The share of a QR code that may be lost: 7, 15, 25, 30 percent.
enum { QIX_BARCODE_LOW = 0, QIX_BARCODE_MEDIUM = 1, QIX_BARCODE_QUARTILE = 2, QIX_BARCODE_HIGH = 3 };

// A grid without quiet zone, row by row, a byte each: 1 dark, 0 light. A linear code has one row.
typedef struct {
  unsigned width;
  unsigned height;
  uint8_t *modules;
} qix_barcode_grid;

#if defined(QIX_BARCODE_EXPORT)

QIX_BARCODE_EXPORT int qix_barcode_interface(void);

// `text` has no NUL in it. Modules are freed with qix_barcode_free.
QIX_BARCODE_EXPORT int qix_barcode_qr(const char *text, int correction, qix_barcode_grid *grid);
QIX_BARCODE_EXPORT int qix_barcode_linear(const char *text, int symbology, qix_barcode_grid *grid);

// A grey picture, a byte a pixel, as a PNG; freed with qix_barcode_free.
QIX_BARCODE_EXPORT int qix_barcode_png(const uint8_t *pixels, unsigned width, unsigned height, uint8_t **bytes,
                                       size_t *count);

QIX_BARCODE_EXPORT void qix_barcode_free(void *memory);
#endif

#endif
