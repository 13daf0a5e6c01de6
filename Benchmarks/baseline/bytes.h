// Bytes put together for hashing: integers most significant byte first, as docs/ledger.md lays leaves out.
#pragma once

#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>
#include <stdint.h>
#include <string.h>

struct bytes {
  uint8_t at[1024];
  size_t count;
};

static inline void put_raw(struct bytes *bytes, const void *raw, size_t count) {
  memcpy(bytes->at + bytes->count, raw, count);
  bytes->count += count;
}

static inline void put_byte(struct bytes *bytes, uint8_t value) { bytes->at[bytes->count++] = value; }

static inline void put_integer(struct bytes *bytes, int64_t value) {
  uint64_t big_endian = __builtin_bswap64((uint64_t)value);
  put_raw(bytes, &big_endian, 8);
}

// A length and the text behind it.
static inline void put_text(struct bytes *bytes, const char *text) {
  size_t length = strlen(text);
  put_integer(bytes, (int64_t)length);
  put_raw(bytes, text, length);
}

static inline void sha256(const void *bytes, size_t count, uint8_t digest[32]) {
  SHA256_CTX state;
  SHA256_Init(&state);
  SHA256_Update(&state, bytes, count);
  SHA256_Final(digest, &state);
}
