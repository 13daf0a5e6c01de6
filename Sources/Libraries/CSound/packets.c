// Decodes strangers' packets of AAC with libfaad2 and of Opus with libopus. What found them in the file is memory-safe:
// Sources/Media/QixSound.
#define QIX_SOUND_BUILD
#include "qix_sound.h"
#include "ring.h"

#include <neaacdec.h>
#include <opus/opus.h>

// Of Opus: 48,000 samples a second, 120 ms at the most.
enum { opus_rate = 48000, opus_most = 5760 };

// Whether a sound of this form is taken.
static int check(const qix_sound_wish *wish, int64_t rate, int channels) {
  if (channels < 1 || channels > wish->most_channels) return QIX_SOUND_CHANNELS;
  return rate < wish->least_rate || rate > wish->most_rate ? QIX_SOUND_RATE : QIX_SOUND_OK;
}

// A packet's bytes; NULL where they aren't in the file.
static const uint8_t *bytes_of(const qix_sound_packet *packet, const uint8_t *bytes, size_t size) {
  const int isIn = packet->size > 0 && packet->size <= 1 << 16 && packet->offset <= size
                   && packet->size <= size - packet->offset;
  return isIn ? bytes + packet->offset : NULL;
}

// libfaad2 reads up to some bytes behind a packet: so each is copied in front of zeros.
static int decode_aac(
  NeAACDecHandle decoder, const uint8_t *bytes, size_t size, const qix_sound_track *track, const qix_sound_wish *wish,
  qix_sound *found)
{
  static const size_t spare = 1024;
  NeAACDecConfiguration *const configuration = NeAACDecGetCurrentConfiguration(decoder);
  configuration->outputFormat = FAAD_FMT_FLOAT;
  unsigned long rate = 0;
  unsigned char channels = 0;
  uint8_t *const packet = calloc(1, (1 << 16) + spare);
  if (packet == NULL) return QIX_SOUND_NO_MEMORY;
  if (track->setup_size > 0) memcpy(packet, track->setup, track->setup_size);
  int code = QIX_SOUND_DAMAGED;
  if (NeAACDecSetConfiguration(decoder, configuration) != 0
      && NeAACDecInit2(decoder, packet, track->setup_size, &rate, &channels) == 0 && rate <= 1 << 20)
    code = check(wish, (int64_t)rate, channels);
  struct ring ring = ring_of(wish, (int32_t)rate);
  for (size_t index = 0; index < track->count && code == QIX_SOUND_OK; index++) {
    const uint8_t *const from = bytes_of(&track->packets[index], bytes, size);
    if (from == NULL) continue;
    memcpy(packet, from, track->packets[index].size);
    memset(packet + track->packets[index].size, 0, spare);
    NeAACDecFrameInfo info = {0};
    const float *const samples = NeAACDecDecode(decoder, &info, packet, track->packets[index].size);
    if (samples == NULL || info.error != 0 || info.samples == 0 || info.channels == 0) continue;
    // One that changes its rate on the way isn't followed.
    if (info.samplerate != rate) break;
    found->channels = info.channels;
    code = check(wish, (int64_t)rate, info.channels);
    if (code == QIX_SOUND_OK) code = ring_add(&ring, samples, (int64_t)(info.samples / info.channels), info.channels);
  }
  free(packet);
  found->rate = (int32_t)rate;
  return ring_finish(&ring, code, found);
}

static int decode_opus(
  OpusDecoder *decoder, const uint8_t *bytes, size_t size, const qix_sound_track *track, const qix_sound_wish *wish,
  qix_sound *found)
{
  struct ring ring = ring_of(wish, opus_rate);
  int code = check(wish, opus_rate, track->channels);
  float samples[2 * opus_most];
  for (size_t index = 0; index < track->count && code == QIX_SOUND_OK; index++) {
    const uint8_t *const from = bytes_of(&track->packets[index], bytes, size);
    if (from == NULL) continue;
    const int count = opus_decode_float(decoder, from, (opus_int32)track->packets[index].size, samples, opus_most, 0);
    if (count > 0) code = ring_add(&ring, samples, count, track->channels);
  }
  found->rate = opus_rate;
  found->channels = track->channels;
  return ring_finish(&ring, code, found);
}

int qix_packets_interface(void) { return QIX_SOUND_INTERFACE; }

int qix_packets_decode(
  const uint8_t *bytes, size_t size, const qix_sound_track *track, const qix_sound_wish *wish, qix_sound *found)
{
  memset(found, 0, sizeof *found);
  int code = QIX_SOUND_UNKNOWN;
  if (track->codec == QIX_SOUND_AAC) {
    NeAACDecHandle decoder = NeAACDecOpen();
    if (decoder == NULL) return QIX_SOUND_NO_MEMORY;
    code = track->setup_size > 64 ? QIX_SOUND_DAMAGED : decode_aac(decoder, bytes, size, track, wish, found);
    NeAACDecClose(decoder);
  } else if (track->codec == QIX_SOUND_OPUS && (track->channels == 1 || track->channels == 2)) {
    int error = 0;
    OpusDecoder *const decoder = opus_decoder_create(opus_rate, track->channels, &error);
    if (decoder == NULL) return QIX_SOUND_NO_MEMORY;
    code = decode_opus(decoder, bytes, size, track, wish, found);
    opus_decoder_destroy(decoder);
  }
  return code;
}

void qix_packets_free(qix_sound *sound) {
  free(sound->samples);
  sound->samples = NULL;
}
