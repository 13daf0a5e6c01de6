// fuzz COUNT SEED FILE…: decodes the recordings changed at random, so many times. For AddressSanitizer, which ends it at
// the first fault; a leak shows at its end.
#define QIX_SOUND_BUILD
#include "../PictureFuzz/change.h"
#include "qix_sound.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int count, char **words) {
  if (count < 4) return 2;
  const long times = atol(words[1]);
  state = strtoull(words[2], NULL, 10);
  long codes[7] = {0};
  qix_sound_prepare();
  for (long time = 0; time < times; time++) {
    FILE *file = fopen(words[3 + below((size_t)count - 3)], "rb");
    static uint8_t sample[1 << 20];
    size_t size = file == NULL ? 0 : fread(sample, 1, sizeof sample / 2, file);
    if (file != NULL) fclose(file);
    if (time >= count) size = change(sample, size, sizeof sample);
    // Headers are what decoders stumble over.
    if (time >= count && size > 200 && below(2) == 0) {
      static uint8_t head[1 << 20];
      memcpy(head, sample, 200);
      change(head, 200, 200);
      memcpy(sample, head, 200);
    }
    // A block of its own size, so that a byte too far is found.
    uint8_t *const bytes = malloc(size == 0 ? 1 : size);
    if (bytes == NULL) return 2;
    memcpy(bytes, sample, size);
    const qix_sound_wish wish = {16000, 192000, 8, 60, (int32_t)(1 + below(30))};
    qix_sound found;
    const int code = qix_sound_decode(bytes, size, &wish, &found);
    if (code < 0 || code > 6) return 3;
    codes[code]++;
    if (code == QIX_SOUND_OK) {
      if (found.count <= 0 || found.count > found.frames) return 3;
      float sum = 0;
      for (int64_t index = 0; index < found.count; index++) sum += found.samples[index];
      // So that nobody leaves the reading out.
      if (sum == 12345.678f) printf("-");
    } else if (found.samples != NULL) {
      return 3;
    }
    qix_sound_free(&found);
    free(bytes);
  }
  printf("codes:");
  for (int code = 0; code < 7; code++) printf(" %d: %ld", code, codes[code]);
  printf("\n");
  return codes[QIX_SOUND_OK] > 0 && codes[QIX_SOUND_DAMAGED] > 0 ? 0 : 3;
}
