#ifndef QIX_RING_H
#define QIX_RING_H

// The last samples of a sound that is decoded block by block.

#include "qix_sound.h"

#include <stdlib.h>
#include <string.h>

struct ring {
  float *samples;
  // Samples that the sound may have, that are kept of it, that there is room for, and that there were.
  int64_t most, kept, room, total;
  int32_t rate;
};

static struct ring ring_of(const qix_sound_wish *wish, int32_t rate) {
  return (struct ring){
    .most = (int64_t)wish->most_seconds * rate, .kept = (int64_t)wish->kept_seconds * rate, .rate = rate};
}

// Adds the mean of all channels. Grows up to what is kept: most sounds are shorter.
static int ring_add(struct ring *ring, const float *samples, int64_t count, int channels) {
  if (ring->total + count > ring->most) return QIX_SOUND_TOO_LONG;
  if (ring->total + count > ring->room && ring->room < ring->kept) {
    int64_t larger = ring->room == 0 ? ring->rate : 2 * ring->room;
    if (larger < ring->total + count) larger = ring->total + count;
    if (larger > ring->kept) larger = ring->kept;
    float *const grown = realloc(ring->samples, (size_t)larger * sizeof(float));
    if (grown == NULL) return QIX_SOUND_NO_MEMORY;
    ring->samples = grown;
    ring->room = larger;
  }
  for (int64_t frame = 0; frame < count; frame++) {
    float sum = 0;
    for (int channel = 0; channel < channels; channel++) sum += samples[frame * channels + channel];
    ring->samples[(ring->total + frame) % ring->room] = sum / (float)channels;
  }
  ring->total += count;
  return QIX_SOUND_OK;
}

// Hands the samples over, the oldest first, or frees them where the code isn't QIX_SOUND_OK.
static int ring_finish(struct ring *ring, int code, qix_sound *sound) {
  if (code == QIX_SOUND_OK && ring->total == 0) code = QIX_SOUND_DAMAGED;
  if (code == QIX_SOUND_OK && ring->total > ring->room) {
    const int64_t first = ring->total % ring->room;
    float *const straight = malloc((size_t)ring->room * sizeof(float));
    if (straight != NULL) {
      memcpy(straight, ring->samples + first, (size_t)(ring->room - first) * sizeof(float));
      memcpy(straight + (ring->room - first), ring->samples, (size_t)first * sizeof(float));
    } else {
      code = QIX_SOUND_NO_MEMORY;
    }
    free(ring->samples);
    ring->samples = straight;
  }
  if (code != QIX_SOUND_OK) {
    free(ring->samples);
    return code;
  }
  sound->samples = ring->samples;
  sound->count = ring->total < ring->room ? ring->total : ring->room;
  sound->frames = ring->total;
  return QIX_SOUND_OK;
}

#endif
