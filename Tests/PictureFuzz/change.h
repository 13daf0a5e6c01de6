#ifndef QIX_CHANGE_H
#define QIX_CHANGE_H

// Changes files at random, for the fuzzers.

#include <stdint.h>
#include <string.h>

static uint64_t state;

// SplitMix64.
static uint64_t next(void) {
  uint64_t z = state += 0x9E3779B97F4A7C15;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
  z = (z ^ z >> 27) * 0x94D049BB133111EB;
  return z ^ z >> 31;
}
static size_t below(size_t bound) { return (size_t)(next() % bound); }

// A byte, a bit, a number at its edge, a part cut out or put in twice. The block has room for as much again.
static size_t change(uint8_t *bytes, size_t size, size_t room) {
  static const uint8_t edges[] = {0, 1, 0x7F, 0x80, 0xFE, 0xFF};
  for (size_t times = 1 + below(5); times > 0 && size > 16; times--) {
    const size_t at = below(size), length = 1 + below(size - at < 64 ? size - at : 64);
    switch (below(6)) {
      case 0: bytes[at] ^= (uint8_t)(1u << below(8)); break;
      case 1: bytes[at] = (uint8_t)next(); break;
      case 2:
        for (size_t index = at; index < size && index < at + 4; index++) bytes[index] = edges[below(sizeof edges)];
        break;
      case 3:
        memmove(bytes + at, bytes + at + length, size - at - length);
        size -= length;
        break;
      case 4:
        if (size + length > room) break;
        memmove(bytes + at + length, bytes + at, size - at);
        size += length;
        break;
      default:
        if (below(8) == 0) size = at + 1;
    }
  }
  return size;
}

#endif
