// Tesseract's interface in C, as far as words with their places take it.
#define QIX_TESSERACT_BUILD
#include "qix_tesseract.h"

#include <stdlib.h>
#include <tesseract/capi.h>

struct qix_tesseract {
  TessBaseAPI *api;
};

int qix_tesseract_interface(void) { return QIX_TESSERACT_INTERFACE; }

qix_tesseract *qix_tesseract_open(const char *languages) {
  qix_tesseract *reader = calloc(1, sizeof *reader);
  if (reader == NULL) return NULL;
  reader->api = TessBaseAPICreate();
  if (reader->api == NULL || TessBaseAPIInit2(reader->api, NULL, languages, OEM_LSTM_ONLY) != 0) {
    qix_tesseract_close(reader);
    return NULL;
  }
  // One block (psm 6) reads receipts best; what it says on the way goes nowhere.
  TessBaseAPISetPageSegMode(reader->api, PSM_SINGLE_BLOCK);
  TessBaseAPISetVariable(reader->api, "debug_file", "/dev/null");
  return reader;
}

int qix_tesseract_read(qix_tesseract *reader, const uint8_t *grey, int32_t width, int32_t height,
                       qix_tesseract_told told, void *context) {
  TessBaseAPISetImage(reader->api, grey, width, height, 1, width);
  // Phones write no resolution, and a guess that is far off costs words.
  TessBaseAPISetSourceResolution(reader->api, 150);
  int result = TessBaseAPIRecognize(reader->api, NULL);
  if (result == 0) {
    TessResultIterator *results = TessBaseAPIGetIterator(reader->api);
    if (results != NULL) {
      const TessPageIterator *places = TessResultIteratorGetPageIteratorConst(results);
      do {
        qix_tesseract_word word;
        char *text = TessResultIteratorGetUTF8Text(results, RIL_WORD);
        if (text == NULL) continue;
        word.text = text;
        word.confidence = TessResultIteratorConfidence(results, RIL_WORD);
        int left, top, right, bottom;
        if (TessPageIteratorBoundingBox(places, RIL_WORD, &left, &top, &right, &bottom)) {
          word.left = left;
          word.top = top;
          word.right = right;
          word.bottom = bottom;
          told(context, &word);
        }
        TessDeleteText(text);
      } while (TessResultIteratorNext(results, RIL_WORD));
      TessResultIteratorDelete(results);
    }
  }
  TessBaseAPIClear(reader->api);
  return result == 0 ? 0 : -1;
}

void qix_tesseract_close(qix_tesseract *reader) {
  if (reader->api != NULL) TessBaseAPIDelete(reader->api);
  free(reader);
}
