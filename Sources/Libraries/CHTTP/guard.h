#ifndef QIX_GUARD_H
#define QIX_GUARD_H

// What stands between clients and libmicrohttpd: each connection's bytes go through wire.h, and a watch ends those that are
// too slow.

#include "qix_http.h"
#include "wire.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/types.h>

// Clients are told apart by so many hashes of their addresses.
enum { QIX_GUARD_CLIENTS = 4096 };

// Of all connections of one server.
typedef struct {
  qix_http_limits limits;
  atomic_uint_fast64_t accepted, malformed, slow;
  // As the watch has last counted: connections, and of each client's those on which nothing is asked.
  uint32_t open;
  uint16_t idle[QIX_GUARD_CLIENTS];
  // The certificate of a server that speaks TLS; NULL of one that doesn't.
  _Atomic(struct qix_certificate *) certificate;
  pthread_t watch;
  atomic_int is_stopping;
} qix_guard;

// Bytes that libmicrohttpd has for a connection: for a head, what it makes of it, and the head of the answer.
enum { QIX_GUARD_POOL = 65536 };

// One connection.
typedef struct {
  qix_wire wire;
  qix_guard *guard;
  // Whose it is: a hash of the address, of IPv6 of its /64; 0 of a Unix socket.
  uint16_t client;
  // Milliseconds, of the moment when the head began, the last request ended, or the window of the rate began.
  int64_t since;
  // Bytes that came in, or went out, since then.
  uint64_t moved;
  // Whether the client hasn't taken what waits for it.
  int32_t is_blocked;
  // Whether a request is being done.
  int32_t is_busy;
  // Whether the program has it, and may be answering.
  int32_t is_handed;
  // Whether the body waits for the program, and not for the client.
  int32_t is_held;
  int32_t is_told;
  // Whether both sides have agreed on keys; without TLS from the start.
  int32_t is_open;
  // The pages that libmicrohttpd keeps for the connection; NULL where it has them from elsewhere.
  char *pool;
  // A request whose first line is there, until it is handed over: libmicrohttpd may give it up without a word.
  struct qix_http_exchange *begun;
} qix_connection;

// The connection of a descriptor; NULL where it is none of a server's.
qix_connection *qix_guard_find(int descriptor);

// A connection begins. 0 where there is no room for it.
int qix_guard_open(qix_guard *guard, int descriptor);

// A connection ends. The caller frees what it gets; NULL where there was none.
qix_connection *qix_guard_close(int descriptor);

// Starts the watch. 0 where it can't.
int qix_guard_start(qix_guard *guard);
void qix_guard_stop(qix_guard *guard);

// Milliseconds of the clock that never jumps.
int64_t qix_guard_now(void);

// Sends an answer in one piece; fewer bytes, or none, where the client doesn't take them.
typedef void (*qix_guard_send)(void *channel, const char *bytes, size_t count);

// Looks at bytes that came. Returns how many libmicrohttpd may have; 0 ends the connection, whose client is told through
// the channel.
ssize_t qix_guard_admit(qix_connection *connection, int descriptor, const void *bytes, ssize_t count, qix_guard_send send, void *channel);

// Whether the connection was ended over what came; tells the client once.
int qix_guard_refuses(qix_connection *connection, int descriptor, qix_guard_send send, void *channel);

// Gives back the pages of a connection that has nothing to do for long: libmicrohttpd has filled them with zeros, and finds
// zeros there again. To be called on the thread that serves the connection.
void qix_guard_rest(qix_connection *connection);

// Counts what went out, or that the client takes nothing for now.
void qix_guard_sent(qix_connection *connection, ssize_t count, int is_full);

#endif
