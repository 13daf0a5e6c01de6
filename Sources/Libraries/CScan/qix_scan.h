#ifndef QIX_SCAN_H
#define QIX_SCAN_H

// Barcodes read by ZXing-C++ and zbar, and the changes of a picture that help them, behind an interface of ours.
// scripts/late.sh makes libqix-scan.so of this folder, which a confined worker loads before its first picture
// (docs/decisions/0055-reading-barcodes.md). Which changes are tried in which order is decided in QixBarcodeReading.

#include <stddef.h>
#include <stdint.h>

// Grows with each change of what stands below.
enum { QIX_SCAN_INTERFACE = 4 };

// Symbologies, as bits of a set.
enum {
  QIX_SCAN_EAN13 = 1 << 0,
  QIX_SCAN_EAN8 = 1 << 1,
  QIX_SCAN_UPCA = 1 << 2,
  QIX_SCAN_UPCE = 1 << 3,
  QIX_SCAN_ITF = 1 << 4,
  QIX_SCAN_CODE128 = 1 << 5,
  // Omnidirectional, truncated, stacked.
  QIX_SCAN_DATABAR = 1 << 6,
  QIX_SCAN_DATABAR_LIMITED = 1 << 7,
  // Also expanded stacked.
  QIX_SCAN_DATABAR_EXPANDED = 1 << 8,
  QIX_SCAN_QR = 1 << 9,
  QIX_SCAN_DATAMATRIX = 1 << 10,
};

// How grey becomes black and white.
enum { QIX_SCAN_LOCAL = 0, QIX_SCAN_HISTOGRAM = 1, QIX_SCAN_FIXED = 2 };

// The attempts of ZXing-C++, as bits of a set.
enum {
  QIX_SCAN_HARDER = 1 << 0,
  QIX_SCAN_ROTATE = 1 << 1,
  QIX_SCAN_INVERT = 1 << 2,
  QIX_SCAN_DOWNSCALE = 1 << 3,
};

typedef struct {
  int symbology;
  // Rows of a linear code that said the same; zbar's quality there. 0 for codes of two dimensions.
  int lines;
  // Whether FNC1 says that the data are GS1's (or the symbology knows no others).
  int is_gs1;
  int is_inverted;
  // x and y of the corners in pixels of the first picture: top left, top right, bottom right, bottom left of the code.
  int corners[8];
  // As encoded; FNC1 between elements is byte 29. EAN and UPC have their check digit and are as printed.
  const uint8_t *bytes;
  size_t count;
  // The content in UTF-8.
  const char *text;
  size_t length;
} qix_scan_hit;

typedef void (*qix_scan_sink)(void *context, const qix_scan_hit *hit);

typedef struct qix_scan_picture qix_scan_picture;

#if defined(QIX_SCAN_EXPORT)

QIX_SCAN_EXPORT int qix_scan_interface(void);

// A copy in grey of rows of `channels` (1, 3 for RGB, 4 with alpha) bytes a pixel. NULL without memory, as all below.
QIX_SCAN_EXPORT qix_scan_picture *qix_scan_open(const uint8_t *pixels, int width, int height, size_t stride,
                                                int channels);
QIX_SCAN_EXPORT void qix_scan_close(qix_scan_picture *picture);
QIX_SCAN_EXPORT int qix_scan_width(const qix_scan_picture *picture);
QIX_SCAN_EXPORT int qix_scan_height(const qix_scan_picture *picture);
// Grey, row by row without gaps.
QIX_SCAN_EXPORT const uint8_t *qix_scan_pixels(const qix_scan_picture *picture);

// Each gives another picture, which remembers where its pixels lie in the first one.
// Means of areas below 1, cubic above.
QIX_SCAN_EXPORT qix_scan_picture *qix_scan_scaled(const qix_scan_picture *picture, double across, double down);
// The part of the picture where most stripes lie in one direction, turned so that they stand upright, on white; up to
// twice as large, if it has `longest` pixels or fewer then. The stripes are looked for in `seen`: the picture itself, or
// a smaller copy of it.
QIX_SCAN_EXPORT qix_scan_picture *qix_scan_upright(const qix_scan_picture *picture, const qix_scan_picture *seen,
                                                   double longest);
// Sharpens: the difference from the mean of (2 radius + 1)² pixels, `amount` times more.
QIX_SCAN_EXPORT qix_scan_picture *qix_scan_sharpened(const qix_scan_picture *picture, int radius, double amount);
// Each pixel between the darkest and the lightest of its neighbourhood.
QIX_SCAN_EXPORT qix_scan_picture *qix_scan_levelled(const qix_scan_picture *picture, int radius);
// Means of (2 across + 1) times (2 down + 1) pixels.
QIX_SCAN_EXPORT qix_scan_picture *qix_scan_smoothed(const qix_scan_picture *picture, int across, int down);
// White as black and black as white. ZXing-C++ itself (QIX_SCAN_INVERT) tries that for codes of two dimensions alone.
QIX_SCAN_EXPORT qix_scan_picture *qix_scan_negative(const qix_scan_picture *picture);

// The part, 0 to 1, of a picture's light and even places whose fine structure repeats both ways as a screen's does.
// 0 where there are fewer than three such places.
QIX_SCAN_EXPORT double qix_scan_screen(const qix_scan_picture *picture);

// All three answer the number of hits given to the sink, or -1 for a failure of the library. A hit is gone when the
// sink returns.
QIX_SCAN_EXPORT int qix_scan_zxing(const qix_scan_picture *picture, int symbologies, int binarizer, int tries,
                                   int least_lines, qix_scan_sink sink, void *context);
QIX_SCAN_EXPORT int qix_scan_zbar(const qix_scan_picture *picture, int symbologies, qix_scan_sink sink, void *context);
// Reads EAN and UPC whose bars stand upright by comparing grey with what each digit looks like: without black and
// white, it is mistaken elsewhere than the others. `lines` are rows of some 40, and end at 10.
QIX_SCAN_EXPORT int qix_scan_match(const qix_scan_picture *picture, int symbologies, qix_scan_sink sink, void *context);
#endif

#endif
