#ifndef QIX_SOUND_H
#define QIX_SOUND_H

// Recordings, decoded by libsndfile, or packet by packet by libfaad2 and libopus, behind an interface of our own.
// scripts/late.sh makes libqix-sound.so of sound.c and libqix-packets.so of packets.c, which workers of the lens load
// (docs/decisions/0053-the-lens.md).

#include <stddef.h>
#include <stdint.h>

// Grows with each change of what stands below.
enum { QIX_SOUND_INTERFACE = 1 };

enum {
  QIX_SOUND_OK = 0,
  // Of no format that is taken.
  QIX_SOUND_UNKNOWN = 1,
  // Of one that is, and it can't be read, or there is no sound in it.
  QIX_SOUND_DAMAGED = 2,
  QIX_SOUND_TOO_LONG = 3,
  // Fewer samples a second than are of use, or more than recordings have.
  QIX_SOUND_RATE = 4,
  QIX_SOUND_CHANNELS = 5,
  QIX_SOUND_NO_MEMORY = 6,
};

enum { QIX_SOUND_WAV = 1, QIX_SOUND_FLAC = 2, QIX_SOUND_OGG = 3, QIX_SOUND_MP3 = 4 };

typedef struct {
  // Samples a second.
  int32_t least_rate;
  int32_t most_rate;
  int32_t most_channels;
  // A longer sound is refused; of a shorter one the last so many are kept.
  int32_t most_seconds;
  int32_t kept_seconds;
} qix_sound_wish;

typedef struct {
  // The mean of all channels.
  float *samples;
  int64_t count;
  // Of the whole sound; each is one sample of every channel.
  int64_t frames;
  int32_t rate;
  int32_t channels;
  // QIX_SOUND_WAV and so on.
  int32_t format;
} qix_sound;

enum { QIX_SOUND_AAC = 1, QIX_SOUND_OPUS = 2 };

typedef struct {
  // In the file's bytes.
  uint64_t offset;
  uint64_t size;
} qix_sound_packet;

// Packets of one sound, in their order.
typedef struct {
  // QIX_SOUND_AAC or QIX_SOUND_OPUS.
  int32_t codec;
  // 1 or 2; of Opus alone, AAC says it itself.
  int32_t channels;
  // AudioSpecificConfig of AAC (ISO/IEC 14496-3, 1.6.2.1).
  const uint8_t *setup;
  size_t setup_size;
  const qix_sound_packet *packets;
  size_t count;
} qix_sound_track;

// The functions of libqix-sound.so and libqix-packets.so; the program looks them up by name.
#if defined(QIX_SOUND_BUILD)
#define QIX_SOUND_EXPORT __attribute__((visibility("default")))

QIX_SOUND_EXPORT int qix_sound_interface(void);

// Makes what libsndfile makes at first use, as long as everything is allowed.
QIX_SOUND_EXPORT void qix_sound_prepare(void);

// Answers with a code of the first list; there are samples where that is QIX_SOUND_OK, for qix_sound_free.
QIX_SOUND_EXPORT int qix_sound_decode(const uint8_t *bytes, size_t size, const qix_sound_wish *wish, qix_sound *found);

QIX_SOUND_EXPORT void qix_sound_free(qix_sound *sound);

QIX_SOUND_EXPORT int qix_packets_interface(void);

// Likewise for packets, also as to what is freed with qix_packets_free; a format isn't told. What can't be decoded is
// passed over.
QIX_SOUND_EXPORT int qix_packets_decode(
  const uint8_t *bytes, size_t size, const qix_sound_track *track, const qix_sound_wish *wish, qix_sound *found);

QIX_SOUND_EXPORT void qix_packets_free(qix_sound *sound);
#endif

#endif
