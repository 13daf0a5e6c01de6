// Decodes strangers' recordings with libsndfile.
#define QIX_SOUND_BUILD
#include "qix_sound.h"
#include "ring.h"

#include <sndfile.h>
#include <stdlib.h>
#include <string.h>

// Samples of all channels that are decoded at once.
enum { block = 1 << 14 };

struct memory {
  const uint8_t *bytes;
  sf_count_t size, place;
};

static sf_count_t length(void *user) { return ((struct memory *)user)->size; }
static sf_count_t tell(void *user) { return ((struct memory *)user)->place; }

static sf_count_t seek(sf_count_t offset, int whence, void *user) {
  struct memory *memory = user;
  sf_count_t place = 0;
  const sf_count_t from = whence == SEEK_CUR ? memory->place : whence == SEEK_END ? memory->size : 0;
  if (__builtin_add_overflow(from, offset, &place) || place < 0 || place > memory->size) return -1;
  return memory->place = place;
}

static sf_count_t take(void *into, sf_count_t count, void *user) {
  struct memory *memory = user;
  const sf_count_t left = memory->size - memory->place;
  if (count < 0) return 0;
  if (count > left) count = left;
  memcpy(into, memory->bytes + memory->place, (size_t)count);
  memory->place += count;
  return count;
}

static sf_count_t give(const void *from, sf_count_t count, void *user) {
  (void)from, (void)count, (void)user;
  return 0;
}

// By what the file begins with: libsndfile would look for two dozen formats more, most of them older than their attacks.
static int32_t format_of(const uint8_t *bytes, size_t size) {
  if (size < 16) return 0;
  if (memcmp(bytes, "RIFF", 4) == 0 && memcmp(bytes + 8, "WAVE", 4) == 0) return QIX_SOUND_WAV;
  if (memcmp(bytes, "fLaC", 4) == 0) return QIX_SOUND_FLAC;
  if (memcmp(bytes, "OggS", 4) == 0) return QIX_SOUND_OGG;
  if (memcmp(bytes, "ID3", 3) == 0) return QIX_SOUND_MP3;
  // A frame's beginning: eleven bits, a version and a layer that there are.
  if (bytes[0] == 0xFF && (bytes[1] & 0xE0) == 0xE0 && (bytes[1] & 0x18) != 0x08 && (bytes[1] & 0x06) == 0x02)
    return QIX_SOUND_MP3;
  return 0;
}

// Whether libsndfile has found the same in it, with an encoding that telephones and their programs write.
static int is_taken(int format, int32_t begins) {
  const int kind = format & SF_FORMAT_SUBMASK;
  switch (format & SF_FORMAT_TYPEMASK) {
    case SF_FORMAT_WAV:
    case SF_FORMAT_WAVEX:
      return begins == QIX_SOUND_WAV
             && (kind == SF_FORMAT_PCM_U8 || kind == SF_FORMAT_PCM_16 || kind == SF_FORMAT_PCM_24
                 || kind == SF_FORMAT_PCM_32 || kind == SF_FORMAT_FLOAT || kind == SF_FORMAT_DOUBLE
                 || kind == SF_FORMAT_ULAW || kind == SF_FORMAT_ALAW);
    case SF_FORMAT_FLAC: return begins == QIX_SOUND_FLAC;
    case SF_FORMAT_OGG: return begins == QIX_SOUND_OGG;
    case SF_FORMAT_MPEG: return begins == QIX_SOUND_MP3;
    default: return 0;
  }
}

int qix_sound_interface(void) { return QIX_SOUND_INTERFACE; }

void qix_sound_prepare(void) {
  // Shorter than any format's header: nothing is decoded, and what is made once is made.
  static const uint8_t nothing[64] = "RIFF\x38\0\0\0WAVEfmt ";
  qix_sound sound;
  const qix_sound_wish wish = {1, 1000000, 1, 1, 1};
  qix_sound_decode(nothing, sizeof nothing, &wish, &sound);
  qix_sound_free(&sound);
}

// Decodes from the beginning to the end, so that no index of a stranger's is believed.
static int decode(SNDFILE *file, const SF_INFO *info, const qix_sound_wish *wish, qix_sound *sound) {
  struct ring ring = ring_of(wish, info->samplerate);
  const sf_count_t frames = block / info->channels;
  float *const samples = malloc(block * sizeof(float));
  int code = samples == NULL ? QIX_SOUND_NO_MEMORY : QIX_SOUND_OK;
  while (code == QIX_SOUND_OK) {
    const sf_count_t count = sf_readf_float(file, samples, frames);
    if (count <= 0 || count > frames) break;
    code = ring_add(&ring, samples, count, info->channels);
  }
  free(samples);
  return ring_finish(&ring, code, sound);
}

int qix_sound_decode(const uint8_t *bytes, size_t size, const qix_sound_wish *wish, qix_sound *sound) {
  memset(sound, 0, sizeof *sound);
  const int32_t begins = format_of(bytes, size);
  if (begins == 0) return QIX_SOUND_UNKNOWN;
  struct memory memory = {bytes, (sf_count_t)size, 0};
  SF_VIRTUAL_IO io = {length, seek, take, give, tell};
  SF_INFO info = {0};
  SNDFILE *const file = sf_open_virtual(&io, SFM_READ, &info, &memory);
  if (file == NULL) return QIX_SOUND_DAMAGED;
  int code = QIX_SOUND_OK;
  if (!is_taken(info.format, begins)) code = QIX_SOUND_UNKNOWN;
  else if (info.channels < 1 || info.channels > wish->most_channels) code = QIX_SOUND_CHANNELS;
  else if (info.samplerate < wish->least_rate || info.samplerate > wish->most_rate) code = QIX_SOUND_RATE;
  else code = decode(file, &info, wish, sound);
  sf_close(file);
  sound->rate = info.samplerate;
  sound->channels = info.channels;
  sound->format = begins;
  return code;
}

void qix_sound_free(qix_sound *sound) {
  free(sound->samples);
  sound->samples = NULL;
}
