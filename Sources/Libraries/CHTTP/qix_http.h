#ifndef QIX_HTTP_H
#define QIX_HTTP_H

// A server of HTTP/1.1 over libmicrohttpd, behind an interface of our own. scripts/late.sh makes libqix-http.so of it.
//
// What clients send is checked byte by byte before libmicrohttpd sees it (wire.h), and connections that are too slow are
// ended by a watch of our own (docs/decisions/0070-the-server.md).

#include <stddef.h>
#include <stdint.h>

// Grows with each change of what stands below.
enum { QIX_HTTP_INTERFACE = 3 };

typedef struct qix_http_server qix_http_server;
// One request and its answer.
typedef struct qix_http_exchange qix_http_exchange;

typedef struct {
  const char *bytes;
  size_t count;
} qix_http_text;

typedef struct {
  qix_http_text name;
  qix_http_text value;
} qix_http_field;

// What the body of a request is to become.
enum {
  // Kept whole, and handed over with the request; at most `most_body` bytes.
  QIX_HTTP_WHOLE = 0,
  // Read by qix_http.read while it comes.
  QIX_HTTP_STREAMED = 1,
  // Thrown away: the head is enough for the answer.
  QIX_HTTP_NONE = 2,
};

typedef struct {
  void *context;
  // The head is there, and a body of more than 4 KiB, or of chunks, follows. Says what becomes of it.
  int32_t (*begin)(void *context, qix_http_exchange *exchange);
  // The request is there: whole, or its head alone where the body is streamed. It must be answered once, by `respond` or
  // by `start`, now or later, on any thread. Its method and its fields are good until this returns, since the client may
  // go; its target and its body until it is answered, or until `end`.
  void (*handle)(void *context, qix_http_exchange *exchange);
} qix_http_handler;

typedef struct {
  // Threads that read requests.
  uint32_t threads;
  uint32_t most_connections;
  uint32_t most_per_address;
  // Bytes of a body that is kept whole.
  uint64_t most_body;
  // Seconds for a head, from its first byte.
  uint32_t head_seconds;
  // Seconds between two requests.
  uint32_t idle_seconds;
  // Bytes a second that a body must bring, and a client take, on average over `slow_seconds`.
  uint32_t least_rate;
  uint32_t slow_seconds;
} qix_http_limits;

typedef struct {
  uint64_t connections;
  uint64_t accepted;
  uint64_t malformed;
  uint64_t slow;
} qix_http_counts;

// A certificate with those that lead to it, and its key, in PEM.
typedef struct {
  qix_http_text chain;
  qix_http_text key;
} qix_http_certificate;

// The functions of the library. Those with an exchange may be called from any thread.
typedef struct {
  // Listens on a socket that is bound and listening, and takes it over; speaks TLS where a certificate is given. NULL when
  // it can't.
  qix_http_server *(*serve)(
      int32_t socket, const qix_http_limits *limits, const qix_http_handler *handler, const qix_http_certificate *certificate);
  // Why a certificate can't be used; NULL where it can.
  const char *(*examine)(const qix_http_certificate *certificate);
  // Takes another certificate for connections that begin from now on. Why it can't; NULL where it does.
  const char *(*certify)(qix_http_server *server, const qix_http_certificate *certificate);
  // Takes no new connections any longer; answers say that the connection ends.
  void (*quiesce)(qix_http_server *server);
  // Requests that aren't answered to the end yet.
  uint64_t (*pending)(qix_http_server *server);
  qix_http_counts (*counts)(qix_http_server *server);
  // Ends everything. Every exchange must have been answered, or ended.
  void (*stop)(qix_http_server *server);

  qix_http_text (*method)(qix_http_exchange *exchange);
  // As it was sent: the path with its query.
  qix_http_text (*target)(qix_http_exchange *exchange);
  size_t (*field_count)(qix_http_exchange *exchange);
  // In their order, as they were sent.
  qix_http_field (*field)(qix_http_exchange *exchange, size_t index);
  qix_http_text (*body)(qix_http_exchange *exchange);
  // Writes the peer's address as text, without a port; empty for a Unix socket.
  size_t (*peer)(qix_http_exchange *exchange, char *buffer, size_t size);

  // Reads some of a streamed body; waits for it. 0 at its end, -1 when the client has gone.
  int64_t (*read)(qix_http_exchange *exchange, void *buffer, size_t size);

  // Answers. The body is copied; with `compresses` as gzip (RFC 1952), where that is shorter.
  void (*respond)(
      qix_http_exchange *exchange, uint32_t status, const qix_http_field *fields, size_t count, const void *body,
      size_t size, int32_t compresses);
  // Answers with a body that follows by `write` and ends with `end`, which must be called.
  void (*start)(qix_http_exchange *exchange, uint32_t status, const qix_http_field *fields, size_t count);
  // Hands on some of the body. Waits while more than `most` bytes wait to be taken; with `waits` 0 it takes nothing then.
  // 1 when it was taken, 0 when there was no room, -1 when the client has gone.
  int32_t (*write)(qix_http_exchange *exchange, const void *bytes, size_t size, size_t most, int32_t waits);
  void (*end)(qix_http_exchange *exchange);

  // A text as gzip, in memory of malloc's; NULL where it doesn't get shorter by it.
  void *(*shorten)(const void *text, size_t size, size_t *count);
} qix_http;

#endif
