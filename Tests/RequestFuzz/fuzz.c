// fuzz COUNT SEED: changed requests through the filter of Sources/CHTTP/wire.c, with sanitizers.
//
// However the same bytes are cut into pieces, the same are handed on, and the same fault is found: what stands between
// two reads can't be used to slip something past. What was handed on, handed on again, is handed on again.
#include "../../Sources/CHTTP/wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state;

static uint64_t next(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

static const char *const seeds[] = {
    "GET /v1/wallets/ada?limit=5&kind=issue HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer qix_support_x\r\n\r\n",
    "POST /v1/coins/issues HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 26\r\n\r\n"
    "{\"to\": \"ada\", \"amount\": 5}GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n",
    "POST /v1/shakes HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n"
    "5\r\nhello\r\nA\r\n0123456789\r\n0\r\nTrailer: a\r\n\r\nGET / HTTP/1.1\r\nHost: y\r\n\r\n",
    "OPTIONS * HTTP/1.1\r\nHost: x\r\nOrigin: https://shop.example\r\nCookie: a=b; c=d\r\n\r\n",
    "HEAD / HTTP/1.0\r\n\r\nPUT /v1/x HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n",
};
static const char *const words[] = {
    "\r\n", "\n", "\r", " ", "\t", ":", "0", "Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n", "Host: x\r\n",
    "chunked", "\r\n\r\n", "HTTP/1.1", "GET ", "ffffffffffffffff", "99999999999999999999", "\0", "&", ";", "Cookie: ",
};

static size_t change(uint8_t *bytes, size_t count, size_t room) {
  for (uint64_t changes = next() % 6; changes > 0; changes--) {
    size_t place = count ? next() % count : 0;
    switch (next() % 5) {
      case 0: if (count) bytes[place] = (uint8_t)next(); break;
      case 1:
        if (count) memmove(bytes + place, bytes + place + 1, --count - place);
        break;
      case 2: count = place; break;
      default: {
        const char *word = words[next() % (sizeof words / sizeof *words)];
        size_t length = *word ? strlen(word) : 1;
        if (count + length > room) break;
        memmove(bytes + place + length, bytes + place, count - place);
        memcpy(bytes + place, word, length);
        count += length;
      }
    }
  }
  return count;
}

static size_t taken(qix_wire *wire, const uint8_t *bytes, size_t count, int is_cut) {
  size_t done = 0, whole = 0;
  qix_wire_end(wire);
  memset(wire, 0, sizeof *wire);
  while (done < count) {
    size_t piece = is_cut ? 1 + next() % (next() % 4 ? 3 : 40) : count;
    if (piece > count - done) piece = count - done;
    // A copy of its own, so that a look behind its end is found.
    uint8_t *copy = malloc(piece);
    memcpy(copy, bytes + done, piece);
    size_t good = qix_wire_take(wire, copy, piece);
    free(copy);
    if (wire->fault != 0) return good > 0 ? done + good : whole;
    done += piece;
    if (qix_wire_rests(wire)) whole = done;
  }
  return wire->fault ? whole : done;
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  uint64_t count = strtoull(argv[1], NULL, 10), refused = 0;
  state = strtoull(argv[2], NULL, 10) * 2 + 1;
  static qix_wire one, other;
  static uint8_t bytes[4096];
  for (uint64_t round = 0; round < count; round++) {
    const char *seed = seeds[next() % (sizeof seeds / sizeof *seeds)];
    size_t length = strlen(seed);
    memcpy(bytes, seed, length);
    length = change(bytes, length, sizeof bytes);
    taken(&one, bytes, length, 0);
    taken(&other, bytes, length, 1);
    if (one.fault != other.fault || (one.fault == 0 && one.state != other.state) ||
        (one.fault != 0 && strcmp(one.reason, other.reason) != 0)) {
      fprintf(stderr, "cut into pieces another fault: %d %d in round %llu\n", one.fault, other.fault, (unsigned long long)round);
      fwrite(bytes, 1, length, stderr);
      return 1;
    }
    size_t good = taken(&one, bytes, length, 0);
    if (one.fault != 0) {
      refused++;
      // What stands in front of the fault is whole requests.
      taken(&other, bytes, good, 0);
      if (good > 0 && (other.fault != 0 || !qix_wire_rests(&other))) {
        fprintf(stderr, "handed on what is not whole, in round %llu\n", (unsigned long long)round);
        return 1;
      }
    }
  }
  printf("%llu requests, %llu refused\n", (unsigned long long)count, (unsigned long long)refused);
  return 0;
}
