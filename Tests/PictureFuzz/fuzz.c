// fuzz COUNT SEED FILE…: decodes the files changed at random, so many times. For AddressSanitizer, which ends it at the
// first fault; a leak shows at its end. With ENCODES it encodes again what could be decoded.
#define QIX_PICTURE_BUILD
#include "change.h"
#include "qix_picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int count, char **words) {
  if (count < 4) return 2;
  const long times = atol(words[1]);
  state = strtoull(words[2], NULL, 10);
  long codes[5] = {0};
  qix_picture_prepare();
  for (long time = 0; time < times; time++) {
    FILE *file = fopen(words[3 + below((size_t)count - 3)], "rb");
    static uint8_t sample[1 << 20];
    size_t size = file == NULL ? 0 : fread(sample, 1, sizeof sample / 2, file);
    if (file != NULL) fclose(file);
    if (time >= count) size = change(sample, size, sizeof sample);
    // A block of its own size, so that a byte too far is found.
    uint8_t *bytes = malloc(size == 0 ? 1 : size);
    memcpy(bytes, sample, size);
    const qix_picture_wish wish = {below(2) == 0 ? 1 : 3, below(2) == 0 ? 0 : (int32_t)below(100), 4000000};
    qix_picture picture;
    const int code = qix_picture_decode(bytes, size, &wish, &picture);
    if (code < 0 || code > 4) abort();
    codes[code]++;
    if (code == QIX_PICTURE_OK) {
      const size_t pixels = (size_t)picture.width * (size_t)picture.height * (size_t)picture.channels;
      if (picture.channels != wish.channels || picture.pixels == NULL || pixels == 0) abort();
      // Each one is there.
      volatile unsigned sum = 0;
      for (size_t index = 0; index < pixels; index++) sum += picture.pixels[index];
#ifdef ENCODES
      uint8_t *written = NULL;
      size_t length = 0;
      if (qix_picture_encode(&picture, 1 + (int32_t)below(100), &written, &length) != QIX_PICTURE_OK || length < 4)
        abort();
      qix_picture_free_bytes(written);
#endif
    }
    qix_picture_free(&picture);
    free(bytes);
  }
  printf("%ld: %ld read, %ld of no format, %ld damaged, %ld too many pixels, %ld too much\n", times, codes[0], codes[1],
         codes[2], codes[3], codes[4]);
  return 0;
}
