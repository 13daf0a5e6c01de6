// Requests, and changes of them that a program makes: no two the same, from a seed.
#ifndef QIX_REQUESTS_H
#define QIX_REQUESTS_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// Of each thread.
static _Thread_local uint64_t state;

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

#endif
