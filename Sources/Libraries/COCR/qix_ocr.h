#ifndef QIX_OCR_H
#define QIX_OCR_H

// Neural networks in ONNX files, run by OpenVINO behind an interface of our own. scripts/late.sh makes libqix-ocr.so of
// ocr.c, which qix loads when it first reads a picture's text (docs/decisions/0015-late-libraries.md).

#include <stdint.h>

// Grows with each change of what stands below.
enum { QIX_OCR_INTERFACE = 1 };

// A network with what runs it. Each of its requests holds one input and one output; several may run at once.
typedef struct qix_ocr_network qix_ocr_network;

// The functions of libqix-ocr.so; the program looks them up by name. Those that return a number return 0 when it worked.
#if defined(QIX_OCR_BUILD)
#define QIX_OCR_EXPORT __attribute__((visibility("default")))

QIX_OCR_EXPORT int qix_ocr_interface(void);

// Writes the path of a file in the folder `models` beside this library, with a NUL; returns -1 where it is too long.
QIX_OCR_EXPORT int qix_ocr_model_path(const char *name, char *path, int64_t size);

// Loads an ONNX file and compiles it for this processor.
QIX_OCR_EXPORT int qix_ocr_load(const char *path, int32_t threads, int32_t requests, qix_ocr_network **loaded);

// Begins with an input of 1 × 3 × height × width numbers, which must stay as they are until it has been waited for.
QIX_OCR_EXPORT int qix_ocr_start(qix_ocr_network *network, int32_t request, float *input, int64_t height,
                                 int64_t width);

// Waits for a request that was started. Its output has up to four dimensions, those that are missing are 1 and come
// first; it lasts until the request is started again.
QIX_OCR_EXPORT int qix_ocr_wait(qix_ocr_network *network, int32_t request, const float **output,
                                int64_t dimensions[4]);

QIX_OCR_EXPORT void qix_ocr_close(qix_ocr_network *network);

// Why the last call of this thread failed.
QIX_OCR_EXPORT const char *qix_ocr_fault(void);
#endif

#endif
