#define QIX_BARCODE_EXPORT __attribute__((visibility("default")))
#include "qix_barcode.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>
#include <qrencode.h>
#include <zint.h>

int qix_barcode_interface(void) { return QIX_BARCODE_INTERFACE; }

void qix_barcode_free(void *memory) { free(memory); }

static int allocate(qix_barcode_grid *grid, unsigned width, unsigned height) {
  grid->width = width;
  grid->height = height;
  grid->modules = calloc(width, height);
  return grid->modules ? QIX_BARCODE_OK : QIX_BARCODE_FAILED;
}

int qix_barcode_qr(const char *text, int correction, qix_barcode_grid *grid) {
  static const QRecLevel levels[] = {QR_ECLEVEL_L, QR_ECLEVEL_M, QR_ECLEVEL_Q, QR_ECLEVEL_H};
  if (correction < QIX_BARCODE_LOW || correction > QIX_BARCODE_HIGH) return QIX_BARCODE_FAILED;
  // It finds by itself which parts are digits or capital letters, which take less room; version 0 is the smallest.
  errno = 0;
  QRcode *code = QRcode_encodeString(text, 0, levels[correction], QR_MODE_8, 1);
  if (!code) return errno == ERANGE ? QIX_BARCODE_TOO_LONG : QIX_BARCODE_FAILED;
  int result = allocate(grid, (unsigned)code->width, (unsigned)code->width);
  if (result == QIX_BARCODE_OK) {
    size_t count = (size_t)code->width * (size_t)code->width;
    for (size_t i = 0; i < count; i++) grid->modules[i] = code->data[i] & 1;
  }
  QRcode_free(code);
  return result;
}

int qix_barcode_linear(const char *text, int symbology, qix_barcode_grid *grid) {
  struct zint_symbol *symbol = ZBarcode_Create();
  if (!symbol) return QIX_BARCODE_FAILED;
  symbol->symbology = symbology == QIX_BARCODE_EAN ? BARCODE_EANX : BARCODE_CODE128;
  symbol->input_mode = UNICODE_MODE;
  int result;
  int fault = ZBarcode_Encode(symbol, (const unsigned char *)text, (int)strlen(text));
  if (fault == ZINT_ERROR_TOO_LONG) {
    result = QIX_BARCODE_TOO_LONG;
  } else if (fault == ZINT_ERROR_INVALID_DATA || fault == ZINT_ERROR_INVALID_CHECK) {
    result = QIX_BARCODE_MALFORMED;
  } else if (fault >= ZINT_ERROR || symbol->rows != 1 || symbol->width < 1) {
    result = QIX_BARCODE_FAILED;
  } else {
    result = allocate(grid, (unsigned)symbol->width, 1);
    for (int i = 0; result == QIX_BARCODE_OK && i < symbol->width; i++)
      grid->modules[i] = (symbol->encoded_data[0][i / 8] >> (i % 8)) & 1;
  }
  ZBarcode_Delete(symbol);
  return result;
}

int qix_barcode_png(const uint8_t *pixels, unsigned width, unsigned height, uint8_t **bytes, size_t *count) {
  png_image image;
  memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  image.width = width;
  image.height = height;
  image.format = PNG_FORMAT_GRAY;
  png_alloc_size_t size = 0;
  // Asks for the size, then writes.
  if (!png_image_write_to_memory(&image, NULL, &size, 0, pixels, 0, NULL)) return QIX_BARCODE_FAILED;
  *bytes = malloc(size);
  if (!*bytes) return QIX_BARCODE_FAILED;
  if (!png_image_write_to_memory(&image, *bytes, &size, 0, pixels, 0, NULL)) {
    free(*bytes);
    *bytes = NULL;
    return QIX_BARCODE_FAILED;
  }
  *count = size;
  return QIX_BARCODE_OK;
}
