#include "wire.h"

#include <stdlib.h>
#include <string.h>

static int fail(qix_wire *wire, int32_t status, const char *reason) {
  if (wire->fault == 0) {
    wire->fault = status;
    wire->reason = reason;
  }
  return 0;
}

// tchar of RFC 9110 §5.6.2.
static int is_token(uint8_t byte) {
  if (byte >= '0' && byte <= '9') return 1;
  uint8_t lower = byte | 0x20;
  if (lower >= 'a' && lower <= 'z') return 1;
  return byte != 0 && strchr("!#$%&'*+-.^_`|~", byte) != NULL;
}

static uint8_t lower(uint8_t byte) { return byte >= 'A' && byte <= 'Z' ? byte | 0x20 : byte; }

static int equals(const uint8_t *bytes, size_t count, const char *text) {
  if (count != strlen(text)) return 0;
  for (size_t index = 0; index < count; index++) {
    if (lower(bytes[index]) != (uint8_t)text[index]) return 0;
  }
  return 1;
}

static int start_line(qix_wire *wire) {
  const uint8_t *line = wire->line;
  size_t count = wire->line_count, method = 0;
  while (method < count && is_token(line[method])) method++;
  if (method == 0 || method > 16 || method == count || line[method] != ' ') {
    return fail(wire, 400, "the request line doesn't begin with a method and a blank");
  }
  size_t target = method + 1, end = target, members = 0;
  while (end < count && line[end] > ' ' && line[end] < 0x7F) members += line[end++] == '&';
  if (members > QIX_WIRE_MEMBERS) return fail(wire, 414, "the address of the request has too many members");
  if (end < count && line[end] != ' ') {
    return fail(wire, 400, "the address of the request has characters that have to be percent-encoded");
  }
  int is_star = end - target == 1 && line[target] == '*';
  if (end == target || (line[target] != '/' && !is_star)) {
    return fail(wire, 400, "the address of the request doesn't begin with a slash");
  }
  if (is_star && !equals(line, method, "options")) {
    return fail(wire, 400, "the address of the request doesn't begin with a slash");
  }
  const uint8_t *version = line + end;
  size_t rest = count - end;
  if (rest == 9 && memcmp(version, " HTTP/1.1", 9) == 0) {
    wire->is_old = 0;
  } else if (rest == 9 && memcmp(version, " HTTP/1.0", 9) == 0) {
    wire->is_old = 1;
  } else if (rest == 9 && memcmp(version, " HTTP/", 6) == 0) {
    return fail(wire, 505, "only HTTP/1.1 and HTTP/1.0 are spoken here");
  } else {
    return fail(wire, 400, "the request line doesn't end with a blank and HTTP/1.1");
  }
  wire->state = QIX_WIRE_FIELD;
  return 1;
}

static int content_length(qix_wire *wire, const uint8_t *value, size_t count) {
  if (wire->has_length) return fail(wire, 400, "Content-Length is given twice");
  if (wire->is_chunked) return fail(wire, 400, "Content-Length and Transfer-Encoding can't be given together");
  if (count == 0) return fail(wire, 400, "Content-Length has to be a number");
  if (count > 18) return fail(wire, 413, "Content-Length is too large");
  uint64_t length = 0;
  for (size_t index = 0; index < count; index++) {
    if (value[index] < '0' || value[index] > '9') return fail(wire, 400, "Content-Length has to be a number");
    length = length * 10 + (value[index] - '0');
  }
  wire->has_length = 1;
  wire->left = length;
  return 1;
}

static int transfer_encoding(qix_wire *wire, const uint8_t *value, size_t count) {
  if (wire->is_old) return fail(wire, 400, "Transfer-Encoding can't be given with HTTP/1.0");
  if (wire->is_chunked) return fail(wire, 400, "Transfer-Encoding is given twice");
  if (wire->has_length) return fail(wire, 400, "Content-Length and Transfer-Encoding can't be given together");
  if (!equals(value, count, "chunked")) return fail(wire, 501, "of Transfer-Encoding only chunked is understood");
  wire->is_chunked = 1;
  return 1;
}

static int field_line(qix_wire *wire) {
  const uint8_t *line = wire->line;
  size_t count = wire->line_count, name = 0;
  int is_trailer = wire->state == QIX_WIRE_TRAILER;
  if (++wire->fields > QIX_WIRE_FIELDS) return fail(wire, 431, "the request has too many header fields");
  if (line[0] == ' ' || line[0] == '\t') return fail(wire, 400, "a header field is folded over several lines");
  while (name < count && is_token(line[name])) name++;
  if (name == 0 || name == count || line[name] != ':') {
    return fail(wire, 400, "a header field isn't a name, a colon and a value");
  }
  const uint8_t *value = line + name + 1;
  size_t length = count - name - 1;
  while (length > 0 && (value[0] == ' ' || value[0] == '\t')) value++, length--;
  while (length > 0 && (value[length - 1] == ' ' || value[length - 1] == '\t')) length--;
  int is_length = equals(line, name, "content-length"), is_coding = equals(line, name, "transfer-encoding");
  // Others may not take the blanks away, and see another length.
  if ((is_length || is_coding) && line[count - 1] <= ' ') {
    return fail(wire, 400, "a field that says how long the body is ends with a blank");
  }
  if (equals(line, name, "cookie")) {
    size_t cookies = 0;
    for (size_t index = 0; index < length; index++) cookies += value[index] == ';';
    if (cookies > QIX_WIRE_COOKIES) return fail(wire, 431, "the request has too many cookies");
  }
  if (is_trailer) {
    if (is_length || is_coding || equals(line, name, "host")) {
      return fail(wire, 400, "a field behind the body says how long the body is, or for whom");
    }
    return 1;
  }
  if (is_length) return content_length(wire, value, length);
  if (is_coding) return transfer_encoding(wire, value, length);
  if (equals(line, name, "host")) {
    if (++wire->hosts > 1) return fail(wire, 400, "Host is given twice");
  } else if (equals(line, name, "expect") && !equals(value, length, "100-continue")) {
    return fail(wire, 417, "of Expect only 100-continue is understood");
  }
  return 1;
}

void qix_wire_end(qix_wire *wire) {
  free(wire->line);
  wire->line = NULL;
  wire->line_room = 0;
}

static void begin(qix_wire *wire) {
  qix_wire_end(wire);
  wire->state = QIX_WIRE_START;
  wire->line_count = wire->head_count = wire->fields = wire->hosts = 0;
  wire->has_return = wire->is_old = wire->has_length = wire->is_chunked = 0;
  wire->left = 0;
}

// The empty line behind the fields.
static int head_end(qix_wire *wire) {
  if (wire->state == QIX_WIRE_TRAILER) {
    begin(wire);
    return 1;
  }
  if (wire->hosts == 0 && !wire->is_old) return fail(wire, 400, "Host is missing");
  if (wire->is_chunked) {
    wire->state = QIX_WIRE_CHUNK;
    wire->head_count = 0;
  } else if (wire->left > 0) {
    wire->state = QIX_WIRE_BODY;
  } else {
    begin(wire);
  }
  return 1;
}

static int chunk_line(qix_wire *wire) {
  uint64_t size = 0;
  if (wire->line_count == 0 || wire->line_count > 15) return fail(wire, 400, "the size of a chunk isn't a number");
  for (uint32_t index = 0; index < wire->line_count; index++) {
    uint8_t byte = lower(wire->line[index]);
    if (byte >= '0' && byte <= '9') {
      size = size * 16 + (byte - '0');
    } else if (byte >= 'a' && byte <= 'f') {
      size = size * 16 + (byte - 'a' + 10);
    } else {
      return fail(wire, 400, "the size of a chunk isn't a number");
    }
  }
  wire->left = size;
  wire->state = size == 0 ? QIX_WIRE_TRAILER : QIX_WIRE_DATA;
  if (size == 0) wire->fields = 0;
  wire->head_count = 0;
  return 1;
}

static int line(qix_wire *wire) {
  int is_fine;
  switch (wire->state) {
    case QIX_WIRE_START: is_fine = start_line(wire); break;
    case QIX_WIRE_CHUNK: is_fine = chunk_line(wire); break;
    default: is_fine = wire->line_count == 0 ? head_end(wire) : field_line(wire);
  }
  wire->line_count = 0;
  return is_fine;
}

static int line_byte(qix_wire *wire, uint8_t byte) {
  if (++wire->head_count > QIX_WIRE_HEAD) {
    return fail(wire, wire->state == QIX_WIRE_START ? 414 : 431, "the head of the request is too long");
  }
  if (wire->has_return) {
    wire->has_return = 0;
    return byte == '\n' ? line(wire) : fail(wire, 400, "a line of the request has a CR without a LF");
  }
  if (byte == '\r') {
    wire->has_return = 1;
    return 1;
  }
  if (byte == '\n') return fail(wire, 400, "a line of the request ends with a LF alone");
  if ((byte < ' ' && byte != '\t') || byte == 0x7F) {
    return fail(wire, 400, "the head of the request has control characters");
  }
  if (wire->line_count == QIX_WIRE_LINE) {
    return fail(wire, wire->state == QIX_WIRE_START ? 414 : 431, "a line of the request is too long");
  }
  if (wire->line_count == wire->line_room) {
    uint32_t room = wire->line_room ? wire->line_room * 2 : 128;
    uint8_t *line = realloc(wire->line, room);
    if (line == NULL) return fail(wire, 503, "there is no memory for the request");
    wire->line = line;
    wire->line_room = room;
  }
  wire->line[wire->line_count++] = byte;
  return 1;
}

int32_t qix_wire_rests(const qix_wire *wire) { return wire->state == QIX_WIRE_START && wire->head_count == 0; }

int32_t qix_wire_in_head(const qix_wire *wire) { return wire->state <= QIX_WIRE_FIELD && wire->head_count > 0; }

size_t qix_wire_take(qix_wire *wire, const uint8_t *bytes, size_t count) {
  // The end of the last request that is whole.
  size_t good = 0;
  size_t index = 0;
  if (wire->fault != 0) return 0;
  while (index < count) {
    if (wire->state == QIX_WIRE_BODY || wire->state == QIX_WIRE_DATA) {
      size_t piece = count - index < wire->left ? count - index : (size_t)wire->left;
      index += piece;
      wire->left -= piece;
      if (wire->left > 0) continue;
      if (wire->state == QIX_WIRE_BODY) {
        begin(wire);
        good = index;
      } else {
        wire->state = QIX_WIRE_DATA_END;
      }
      continue;
    }
    uint8_t byte = bytes[index++];
    if (wire->state == QIX_WIRE_DATA_END) {
      if (wire->has_return ? byte != '\n' : byte != '\r') {
        fail(wire, 400, "a chunk is longer than its size says");
        return good;
      }
      wire->has_return = !wire->has_return;
      if (!wire->has_return) wire->state = QIX_WIRE_CHUNK;
      continue;
    }
    if (!line_byte(wire, byte)) return good;
    if (qix_wire_rests(wire)) good = index;
  }
  return count;
}
