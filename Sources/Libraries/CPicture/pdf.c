#include "parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <cairo.h>
#include <fontconfig/fontconfig.h>
#include <poppler.h>

// Dots to the inch at which a page is drawn, and at which its size counts as pixels.
static const double resolution = 200;
// Pixels of the longer side; a till's slip has no more to show.
static const double longest_side = 3508;

int qix_picture_interface(void) { return QIX_PICTURE_INTERFACE; }

void qix_picture_free(qix_picture *picture) { drop_picture(picture); }

static int draw(PopplerPage *page, const qix_picture_wish *wish, qix_picture *found) {
  double width = 0, height = 0;
  poppler_page_get_size(page, &width, &height);
  if (!isfinite(width) || !isfinite(height) || width <= 0 || height <= 0) return QIX_PICTURE_DAMAGED;
  double scale = resolution / 72;
  if (width * scale > 1e9 || height * scale > 1e9) return QIX_PICTURE_TOO_MANY;
  int code = check_size((int64_t)ceil(width * scale), (int64_t)ceil(height * scale), wish);
  if (code != QIX_PICTURE_OK) return code;
  const double most = wish->longest > 0 && wish->longest < longest_side ? wish->longest : longest_side;
  const double side = width > height ? width : height;
  if (side * scale > most) scale = most / side;
  const int columns = (int)fmax(1, floor(width * scale)), rows = (int)fmax(1, floor(height * scale));
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, columns, rows);
  cairo_t *cairo = cairo_create(surface);
  cairo_set_source_rgb(cairo, 1, 1, 1);
  cairo_paint(cairo);
  cairo_scale(cairo, scale, scale);
  poppler_page_render(page, cairo);
  code = cairo_status(cairo) == CAIRO_STATUS_SUCCESS ? QIX_PICTURE_OK : QIX_PICTURE_TOO_MUCH;
  cairo_destroy(cairo);
  cairo_surface_flush(surface);
  const uint8_t *pixels = cairo_image_surface_get_data(surface);
  if (code == QIX_PICTURE_OK && pixels == NULL) code = QIX_PICTURE_TOO_MUCH;
  if (code == QIX_PICTURE_OK) code = make_picture(columns, rows, wish->channels, found);
  for (int32_t y = 0; code == QIX_PICTURE_OK && y < rows; y++) {
    const uint8_t *row = pixels + (size_t)y * (size_t)cairo_image_surface_get_stride(surface);
    uint8_t *out = found->pixels + (size_t)y * (size_t)columns * (size_t)found->channels;
    for (int32_t x = 0; x < columns; x++) {
      // Native 32-bit words, red above green above blue.
      uint32_t word;
      memcpy(&word, row + (size_t)x * 4, 4);
      const uint8_t red = word >> 16 & 255, green = word >> 8 & 255, blue = word & 255;
      if (wish->channels == 1) {
        *out++ = grey_of(red, green, blue);
      } else {
        *out++ = red, *out++ = green, *out++ = blue;
      }
    }
  }
  cairo_surface_destroy(surface);
  return code;
}

int qix_picture_decode(const uint8_t *bytes, size_t size, const qix_picture_wish *wish, qix_picture *found) {
  *found = (qix_picture){0, 0, 0, NULL};
  // Readers take what stands in front of a PDF, up to 1024 bytes; this one doesn't.
  if (size < 5 || memcmp(bytes, "%PDF-", 5) != 0) return QIX_PICTURE_UNKNOWN;
  GBytes *held = g_bytes_new_static(bytes, size);
  PopplerDocument *document = poppler_document_new_from_bytes(held, NULL, NULL);
  PopplerPage *page =
      document != NULL && poppler_document_get_n_pages(document) > 0 ? poppler_document_get_page(document, 0) : NULL;
  int code = page == NULL ? QIX_PICTURE_DAMAGED : draw(page, wish, found);
  if (code != QIX_PICTURE_OK) drop_picture(found);
  if (page != NULL) g_object_unref(page);
  if (document != NULL) g_object_unref(document);
  g_bytes_unref(held);
  return code;
}

static GLogWriterOutput write_nothing(GLogLevelFlags level, const GLogField *fields, gsize count, gpointer data) {
  (void)level, (void)fields, (void)count, (void)data;
  return G_LOG_WRITER_HANDLED;
}

// Has what is read once read: the fonts' index and poppler's own tables.
void qix_picture_prepare(void) {
  g_log_set_writer_func(write_nothing, NULL, NULL);
  static const char page[] =
      "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
      "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</Font<<"
      "/A<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj\n"
      "4 0 obj<</Length 17>>stream\nBT/A 9 Tf(a)Tj ET\nendstream endobj\ntrailer<</Root 1 0 R>>\n";
  const qix_picture_wish wish = {1, 0, 1 << 20};
  qix_picture drawn;
  if (qix_picture_decode((const uint8_t *)page, sizeof page - 1, &wish, &drawn) == QIX_PICTURE_OK) drop_picture(&drawn);
  // It would look from time to time whether its files have changed, and find none.
  FcConfigSetRescanInterval(NULL, 0);
}

// Fonts that PDFs needn't bring (ISO 32000-1, 9.6.2.2), and those that people's programs leave out.
void qix_picture_fonts(void (*keep)(const char *path)) {
  static const char *const families[] = {"Helvetica", "Times", "Courier", "Symbol", "ZapfDingbats", "Arial"};
  for (size_t family = 0; family < sizeof families / sizeof *families; family++) {
    for (int style = 0; style < 4; style++) {
      FcPattern *pattern = FcPatternCreate();
      FcPatternAddString(pattern, FC_FAMILY, (const FcChar8 *)families[family]);
      FcPatternAddInteger(pattern, FC_WEIGHT, style & 1 ? FC_WEIGHT_BOLD : FC_WEIGHT_NORMAL);
      FcPatternAddInteger(pattern, FC_SLANT, style & 2 ? FC_SLANT_ITALIC : FC_SLANT_ROMAN);
      FcConfigSubstitute(NULL, pattern, FcMatchPattern);
      FcDefaultSubstitute(pattern);
      FcResult result;
      FcPattern *match = FcFontMatch(NULL, pattern, &result);
      FcChar8 *path = NULL;
      if (match != NULL && FcPatternGetString(match, FC_FILE, 0, &path) == FcResultMatch) keep((const char *)path);
      if (match != NULL) FcPatternDestroy(match);
      FcPatternDestroy(pattern);
    }
  }
}
