// wire COUNT SEED: changed requests through the filter of Sources/Libraries/CHTTP/wire.c, with sanitizers.
//
// However the same bytes are cut into pieces, the same are handed on, and the same fault is found: what stands between
// two reads can't be used to slip something past. What was handed on, handed on again, is handed on again.
#include "../../Sources/Libraries/CHTTP/wire.h"
#include "requests.h"

#include <stdio.h>

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
