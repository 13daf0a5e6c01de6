// packets COUNT SEED FILE.aac: decodes packets of AAC and of Opus changed at random, so many times. For AddressSanitizer.
// AAC's are the frames of the file; Opus' are parts of it, since every byte may begin one.
#define QIX_SOUND_BUILD
#include "../PictureFuzz/change.h"
#include "qix_sound.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most = 400 };

// Packets of a stream with headers of seven bytes.
static size_t frames_of(const uint8_t *bytes, size_t size, qix_sound_packet *packets) {
  size_t place = 0, count = 0;
  while (count < most && place + 7 < size) {
    const size_t length = (size_t)(bytes[place + 3] & 3) << 11 | (size_t)bytes[place + 4] << 3 | bytes[place + 5] >> 5;
    if (length <= 7) break;
    packets[count++] = (qix_sound_packet){place + 7, length - 7};
    place += length;
  }
  return count;
}

static size_t parts_of(size_t size, qix_sound_packet *packets) {
  size_t place = 0, count = 0;
  while (count < 60 && place < size) {
    const size_t length = 1 + below(200);
    packets[count++] = (qix_sound_packet){place, length};
    place += length;
  }
  return count;
}

int main(int count, char **words) {
  if (count != 4) return 2;
  const long times = atol(words[1]);
  state = strtoull(words[2], NULL, 10);
  static uint8_t original[1 << 16], sample[1 << 17];
  FILE *file = fopen(words[3], "rb");
  const size_t whole = file == NULL ? 0 : fread(original, 1, sizeof original, file);
  if (file != NULL) fclose(file);
  static const uint8_t setups[][5] = {
    {0x14, 0x08}, {0x12, 0x10}, {0x2B, 0x92, 0x08, 0x00}, {0xEB, 0x09, 0x88, 0x00}, {0x0C, 0x08}, {0x24, 0x08},
    {0x1C, 0x08}, {0xBC, 0x08},
  };
  long codes[7] = {0};
  for (long time = 0; time < times; time++) {
    static qix_sound_packet packets[most];
    memcpy(sample, original, whole);
    size_t size = whole, number = frames_of(sample, size, packets);
    const int isOpus = below(4) == 0;
    if (isOpus) number = parts_of(size, packets);
    // Within a few packets, so that what comes before them is whole; at last where packets lie, and their number.
    for (size_t changes = time < 2 ? 0 : 1 + below(6); changes > 0 && number > 0; changes--) {
      const qix_sound_packet *const packet = &packets[below(number)];
      if (packet->offset + packet->size <= size) change(sample + packet->offset, packet->size, packet->size);
    }
    if (time >= 2 && below(8) == 0) packets[below(number)].offset = below(2) == 0 ? next() : size - below(9);
    if (time >= 2 && below(8) == 0) packets[below(number)].size = below(2) == 0 ? next() : below(70000);
    number = 1 + below(number);
    uint8_t setup[8] = {0};
    const size_t kind = time < 2 || below(2) == 0 ? 0 : below(sizeof setups / sizeof setups[0]);
    memcpy(setup, setups[kind], sizeof setups[0]);
    if (time >= 2 && below(3) == 0) setup[below(sizeof setup)] ^= (uint8_t)(1u << below(8));
    uint8_t *const bytes = malloc(size);
    if (bytes == NULL) return 2;
    memcpy(bytes, sample, size);
    const qix_sound_track track = {
      isOpus ? QIX_SOUND_OPUS : QIX_SOUND_AAC, (int32_t)below(4), setup, kind == 0 ? 2 : below(9), packets, number};
    const qix_sound_wish wish = {16000, 192000, 8, 60, (int32_t)(1 + below(30))};
    qix_sound found;
    const int code = qix_packets_decode(bytes, size, &track, &wish, &found);
    if (code < 0 || code > 6) return 3;
    codes[code]++;
    if (code == QIX_SOUND_OK) {
      if (found.count <= 0 || found.count > found.frames) return 3;
      float sum = 0;
      for (int64_t index = 0; index < found.count; index++) sum += found.samples[index];
      if (sum == 12345.678f) printf("-");
    } else if (found.samples != NULL) {
      return 3;
    }
    qix_packets_free(&found);
    free(bytes);
  }
  printf("packets, codes:");
  for (int code = 0; code < 7; code++) printf(" %d: %ld", code, codes[code]);
  printf("\n");
  return codes[QIX_SOUND_OK] > 0 && codes[QIX_SOUND_DAMAGED] > 0 ? 0 : 3;
}
