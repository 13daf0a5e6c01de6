#define _GNU_SOURCE
#include "guard.h"

#include <dlfcn.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { MOST_DESCRIPTORS = 1 << 17 };
// A place is filled while its connection lives. The thread that serves a connection fills, uses and empties its place; the
// watch only looks, under the lock that guards the emptying.
static _Atomic(qix_connection *) connections[MOST_DESCRIPTORS];
static pthread_mutex_t connections_lock = PTHREAD_MUTEX_INITIALIZER;

// The pages that libmicrohttpd has taken last on this thread: for a connection, that it then tells of.
static _Thread_local char *last_pool;

int64_t qix_guard_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

qix_connection *qix_guard_find(int descriptor) {
  return descriptor >= 0 && descriptor < MOST_DESCRIPTORS ? atomic_load(&connections[descriptor]) : NULL;
}

static uint16_t client_of(int descriptor) {
  struct sockaddr_storage peer;
  socklen_t size = sizeof peer;
  if (getpeername(descriptor, (struct sockaddr *)&peer, &size) != 0) return 0;
  const unsigned char *bytes;
  size_t count;
  if (peer.ss_family == AF_INET) {
    bytes = (const unsigned char *)&((struct sockaddr_in *)&peer)->sin_addr, count = 4;
  } else if (peer.ss_family == AF_INET6) {
    // An address of IPv4 in its IPv6 form has all of it behind its first half.
    const struct in6_addr *address = &((struct sockaddr_in6 *)&peer)->sin6_addr;
    const int is_mapped = IN6_IS_ADDR_V4MAPPED(address);
    bytes = address->s6_addr + (is_mapped ? 12 : 0), count = is_mapped ? 4 : 8;
  } else {
    return 0;
  }
  uint32_t hash = 2166136261u;  // FNV-1a
  for (size_t index = 0; index < count; index++) hash = (hash ^ bytes[index]) * 16777619u;
  return (uint16_t)((hash ^ hash >> 16) % QIX_GUARD_CLIENTS);
}

int qix_guard_open(qix_guard *guard, int descriptor) {
  if (descriptor < 0 || descriptor >= MOST_DESCRIPTORS) return 0;
  qix_connection *connection = calloc(1, sizeof *connection);
  if (connection == NULL) return 0;
  connection->guard = guard;
  connection->client = client_of(descriptor);
  connection->since = qix_guard_now();
  connection->pool = last_pool;
  last_pool = NULL;
  connection->is_open = atomic_load(&guard->certificate) == NULL;
  atomic_fetch_add(&guard->accepted, 1);
  atomic_store(&connections[descriptor], connection);
  return 1;
}

qix_connection *qix_guard_close(int descriptor) {
  if (descriptor < 0 || descriptor >= MOST_DESCRIPTORS) return NULL;
  pthread_mutex_lock(&connections_lock);
  qix_connection *connection = atomic_exchange(&connections[descriptor], NULL);
  pthread_mutex_unlock(&connections_lock);
  if (connection != NULL) qix_wire_end(&connection->wire);
  return connection;
}

// ---- What libmicrohttpd receives and sends without TLS goes through these: it is loaded behind this library, with
// RTLD_DEEPBIND, so that it finds them first. Those of TLS are in tls.c.

#define VISIBLE __attribute__((visibility("default")))

static ssize_t (*system_recv)(int, void *, size_t, int);
static ssize_t (*system_send)(int, const void *, size_t, int);
static ssize_t (*system_sendmsg)(int, const struct msghdr *, int);
static ssize_t (*system_writev)(int, const struct iovec *, int);
static void *(*system_mmap)(void *, size_t, int, int, int, off_t);

__attribute__((constructor)) static void find_system(void) {
  *(void **)&system_recv = dlsym(RTLD_NEXT, "recv");
  *(void **)&system_send = dlsym(RTLD_NEXT, "send");
  *(void **)&system_sendmsg = dlsym(RTLD_NEXT, "sendmsg");
  *(void **)&system_writev = dlsym(RTLD_NEXT, "writev");
  *(void **)&system_mmap = dlsym(RTLD_NEXT, "mmap");
}

VISIBLE void *mmap(void *address, size_t size, int protection, int flags, int descriptor, off_t offset) {
  void *pages = system_mmap(address, size, protection, flags, descriptor, offset);
  if (pages != MAP_FAILED && size == QIX_GUARD_POOL && (flags & MAP_ANONYMOUS)) last_pool = pages;
  return pages;
}

void qix_guard_rest(qix_connection *connection) {
  char *pool = connection->pool;
  if (pool == NULL) return;
  connection->pool = NULL;
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  for (size_t place = 0; place + page <= QIX_GUARD_POOL; place += page) {
    char *bytes = pool + place;
    if (bytes[0] == 0 && memcmp(bytes, bytes + 1, page - 1) == 0) madvise(bytes, page, MADV_DONTNEED);
  }
}

// The connection of a descriptor over which requests go as they are.
static qix_connection *plain(int descriptor) {
  qix_connection *connection = qix_guard_find(descriptor);
  return connection != NULL && atomic_load(&connection->guard->certificate) == NULL ? connection : NULL;
}

static void send_plain(void *channel, const char *bytes, size_t count) {
  system_send((int)(intptr_t)channel, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
}

VISIBLE ssize_t recv(int descriptor, void *buffer, size_t size, int flags) {
  qix_connection *connection = plain(descriptor);
  if (connection == NULL) return system_recv(descriptor, buffer, size, flags);
  void *channel = (void *)(intptr_t)descriptor;
  if (qix_guard_refuses(connection, descriptor, send_plain, channel)) return 0;
  ssize_t count = system_recv(descriptor, buffer, size, flags);
  return count <= 0 ? count : qix_guard_admit(connection, descriptor, buffer, count, send_plain, channel);
}

static ssize_t sent(int descriptor, ssize_t count) {
  qix_connection *connection = plain(descriptor);
  if (connection != NULL) qix_guard_sent(connection, count, count < 0 && errno == EAGAIN);
  return count;
}

VISIBLE ssize_t send(int descriptor, const void *buffer, size_t size, int flags) {
  return sent(descriptor, system_send(descriptor, buffer, size, flags));
}

VISIBLE ssize_t sendmsg(int descriptor, const struct msghdr *message, int flags) {
  return sent(descriptor, system_sendmsg(descriptor, message, flags));
}

VISIBLE ssize_t writev(int descriptor, const struct iovec *pieces, int count) {
  return sent(descriptor, system_writev(descriptor, pieces, count));
}

// ---- What comes and goes.

static const char *phrase(int status) {
  switch (status) {
    case 408: return "Request Timeout";
    case 413: return "Content Too Large";
    case 414: return "URI Too Long";
    case 417: return "Expectation Failed";
    case 431: return "Request Header Fields Too Large";
    case 501: return "Not Implemented";
    case 503: return "Service Unavailable";
    case 505: return "HTTP Version Not Supported";
    default: return "Bad Request";
  }
}

// Answers what libmicrohttpd never sees. The client may be gone, and is told in one piece or not at all.
static void tell(int status, const char *reason, qix_guard_send send, void *channel) {
  char body[256], answer[640];
  int size = snprintf(
      body, sizeof body, "{\"type\":\"about:blank\",\"title\":\"%s\",\"status\":%d,\"code\":\"http.malformed\",\"detail\":\"%s.\"}\n",
      phrase(status), status, reason);
  int length = snprintf(
      answer, sizeof answer,
      "HTTP/1.1 %d %s\r\nConnection: close\r\nContent-Type: application/problem+json\r\nContent-Length: %d\r\n"
      "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n\r\n%s",
      status, phrase(status), size, body);
  send(channel, answer, (size_t)length);
}

// What is still to come is read and thrown away for a moment, or the kernel would take the answer back with a reset.
int qix_guard_refuses(qix_connection *connection, int descriptor, qix_guard_send send, void *channel) {
  if (connection->wire.fault == 0) return 0;
  if (!connection->is_told) {
    connection->is_told = 1;
    atomic_fetch_add(&connection->guard->malformed, 1);
    tell(connection->wire.fault, connection->wire.reason, send, channel);
    shutdown(descriptor, SHUT_WR);
    char waste[16384];
    for (int round = 0; round < 64 && system_recv(descriptor, waste, sizeof waste, MSG_DONTWAIT) > 0; round++) {}
  }
  return 1;
}

ssize_t qix_guard_admit(qix_connection *connection, int descriptor, const void *bytes, ssize_t count, qix_guard_send send, void *channel) {
  if (qix_wire_rests(&connection->wire)) {
    connection->since = qix_guard_now();
    connection->moved = 0;
  }
  connection->moved += (uint64_t)count;
  size_t good = qix_wire_take(&connection->wire, bytes, (size_t)count);
  if (connection->wire.fault != 0) {
    if (good == 0) {
      qix_guard_refuses(connection, descriptor, send, channel);
      return 0;
    }
    // What is whole in front of it is answered first. Then the connection has to wake up, though nothing more may come.
    shutdown(descriptor, SHUT_RD);
  }
  return (ssize_t)good;
}

void qix_guard_sent(qix_connection *connection, ssize_t count, int is_full) {
  if (count > 0) {
    connection->moved += (uint64_t)count;
  } else if (is_full && !connection->is_blocked) {
    connection->is_blocked = 1;
    connection->moved = 0;
    connection->since = qix_guard_now();
  }
}

// ---- The watch.

static int is_in_body(const qix_connection *connection) { return connection->wire.state >= QIX_WIRE_BODY; }

// Whether nothing is asked, or answered, on it.
static int is_idle(const qix_connection *connection) {
  return !connection->is_held && !connection->is_blocked && !connection->is_busy && !is_in_body(connection) &&
         !qix_wire_in_head(&connection->wire);
}

// For how many milliseconds nothing may be asked on a connection: the fewer, the fewer more there is room for, of all or of
// that client's. So who opens connections and sends nothing loses them before nobody else gets one.
static int64_t patience(const qix_connection *connection) {
  const qix_guard *guard = connection->guard;
  const qix_http_limits *limits = &guard->limits;
  double share = (double)guard->open / limits->most_connections;
  // Clients of a Unix socket are a proxy's.
  if (limits->most_per_address > 0) {
    const double own = (double)guard->idle[connection->client] / limits->most_per_address;
    if (own > share) share = own;
  }
  return share >= 1 ? 0 : (int64_t)(limits->idle_seconds * 1000 * (1 - share));
}

// Whether a connection is too slow. What it reads is written by another thread at the same time: a look too early or too
// late is made up for by the next.
static int is_slow(qix_connection *connection, int64_t time, int *status) {
  const qix_http_limits *limits = &connection->guard->limits;
  int64_t age = time - connection->since;
  *status = 0;
  if (connection->is_held) {
    connection->since = time;
    connection->moved = 0;
    return 0;
  }
  if (!connection->is_open) return age > (int64_t)limits->head_seconds * 1000;
  if (qix_wire_in_head(&connection->wire)) {
    *status = 408;
    return age > (int64_t)limits->head_seconds * 1000;
  }
  if (is_in_body(connection) || connection->is_blocked) {
    *status = is_in_body(connection) && !connection->is_handed ? 408 : 0;
    if (age <= (int64_t)limits->slow_seconds * 1000) return 0;
    int is_slow = connection->moved * 1000 < (uint64_t)age * limits->least_rate;
    connection->since = time;
    connection->moved = 0;
    return is_slow;
  }
  return !connection->is_busy && age > patience(connection);
}

static void *watch(void *context) {
  qix_guard *guard = context;
  while (!atomic_load(&guard->is_stopping)) {
    struct timespec pause = {0, 250000000};
    nanosleep(&pause, NULL);
    int64_t time = qix_guard_now();
    uint32_t open = 0;
    uint16_t idle[QIX_GUARD_CLIENTS] = {0};
    pthread_mutex_lock(&connections_lock);
    for (int descriptor = 0; descriptor < MOST_DESCRIPTORS; descriptor++) {
      qix_connection *connection = atomic_load_explicit(&connections[descriptor], memory_order_relaxed);
      int status;
      if (connection == NULL || connection->guard != guard) continue;
      open++;
      if (is_idle(connection) && idle[connection->client] < UINT16_MAX) idle[connection->client]++;
      if (!is_slow(connection, time, &status)) continue;
      atomic_fetch_add(&guard->slow, 1);
      // A session of TLS belongs to the thread that serves it.
      if (status != 0 && atomic_load(&guard->certificate) == NULL) {
        tell(status, "the request came too slowly", send_plain, (void *)(intptr_t)descriptor);
      }
      shutdown(descriptor, SHUT_RDWR);
      connection->since = time;
    }
    pthread_mutex_unlock(&connections_lock);
    guard->open = open;
    memcpy(guard->idle, idle, sizeof idle);
  }
  return NULL;
}

int qix_guard_start(qix_guard *guard) { return pthread_create(&guard->watch, NULL, watch, guard) == 0; }

void qix_guard_stop(qix_guard *guard) {
  atomic_store(&guard->is_stopping, 1);
  pthread_join(guard->watch, NULL);
}
