#ifndef QIX_TESSERACT_H
#define QIX_TESSERACT_H

// Tesseract behind an interface of our own. scripts/late.sh makes libqix-tesseract.so of tesseract.c, which qix loads where
// OpenVINO isn't there (docs/decisions/0015-late-libraries.md).

#include <stdint.h>

// Grows with each change of what stands below.
enum { QIX_TESSERACT_INTERFACE = 1 };

typedef struct qix_tesseract qix_tesseract;

// A word where it stands, in pixels; its text is UTF-8 with a NUL behind, and lasts while it is being told.
typedef struct {
  int32_t left, top, right, bottom;
  // 0…100
  float confidence;
  const char *text;
} qix_tesseract_word;

typedef void (*qix_tesseract_told)(void *context, const qix_tesseract_word *word);

// The functions of libqix-tesseract.so; the program looks them up by name. Those that return a number return 0 when it
// worked.
#if defined(QIX_TESSERACT_BUILD)
#define QIX_TESSERACT_EXPORT __attribute__((visibility("default")))

QIX_TESSERACT_EXPORT int qix_tesseract_interface(void);

// Loads the data of languages, as "eng+deu"; NULL where they are not there.
QIX_TESSERACT_EXPORT qix_tesseract *qix_tesseract_open(const char *languages);

// Reads a grey picture as one block of text of even size, and tells each of its words.
QIX_TESSERACT_EXPORT int qix_tesseract_read(qix_tesseract *reader, const uint8_t *grey, int32_t width, int32_t height,
                                            qix_tesseract_told told, void *context);

QIX_TESSERACT_EXPORT void qix_tesseract_close(qix_tesseract *reader);
#endif

#endif
