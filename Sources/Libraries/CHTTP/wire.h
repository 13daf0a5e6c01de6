#ifndef QIX_WIRE_H
#define QIX_WIRE_H

// What a client sends on one connection, looked at byte by byte: the framing of HTTP/1.1 (RFC 9112), taken strictly, so
// that no two programs on the way can see other requests in the same bytes.

#include <stddef.h>
#include <stdint.h>

enum {
  QIX_WIRE_LINE = 8192,
  QIX_WIRE_HEAD = 16384,
  QIX_WIRE_FIELDS = 100,
  // Each takes a place in libmicrohttpd's memory of a connection.
  QIX_WIRE_MEMBERS = 256,
  QIX_WIRE_COOKIES = 64,
};

enum {
  QIX_WIRE_START = 0,
  QIX_WIRE_FIELD = 1,
  QIX_WIRE_BODY = 2,
  QIX_WIRE_CHUNK = 3,
  QIX_WIRE_DATA = 4,
  QIX_WIRE_DATA_END = 5,
  QIX_WIRE_TRAILER = 6,
};

typedef struct {
  int32_t state;
  // The status of the answer to what was malformed; 0 while nothing is.
  int32_t fault;
  // Why, for the answer: a sentence without its full stop.
  const char *reason;
  // The line that is being read, without its end. There is none between two requests: of ten thousand connections most
  // wait.
  uint8_t *line;
  uint32_t line_count;
  uint32_t line_room;
  // Whether the byte before was the CR of a line's end.
  int32_t has_return;
  uint32_t head_count;
  uint32_t fields;
  uint32_t hosts;
  int32_t is_old;
  int32_t has_length;
  int32_t is_chunked;
  // Bytes of the body, or of the chunk, that are still to come.
  uint64_t left;
} qix_wire;

// Looks at bytes. Returns how many may be handed on: all of them, or where something is malformed those in front of the
// request that it is in. `fault` stays set then, and nothing more may be handed on.
size_t qix_wire_take(qix_wire *wire, const uint8_t *bytes, size_t count);

// Gives back its memory.
void qix_wire_end(qix_wire *wire);

// Whether it stands between two requests.
int32_t qix_wire_rests(const qix_wire *wire);

// Whether it is within a head.
int32_t qix_wire_in_head(const qix_wire *wire);

#endif
