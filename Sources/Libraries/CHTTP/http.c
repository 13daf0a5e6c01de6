#define _GNU_SOURCE
#include "qix_http.h"
#include "guard.h"
#include "tls.h"

#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>
#include <zlib.h>

struct qix_http_server {
  qix_guard guard;
  struct MHD_Daemon *daemon;
  qix_http_handler handler;
  atomic_int is_quiet;
  atomic_uint_fast64_t pending;
  // Bytes of bodies that are kept whole.
  atomic_uint_fast64_t kept;
};

// ---- One request.

enum { HANDLING, SUSPENDED, ANSWERED };

struct qix_http_exchange {
  qix_http_server *server;
  struct MHD_Connection *connection;
  int descriptor;
  // Held by libmicrohttpd until the request is over, and by the program until it has answered.
  atomic_int holders;
  pthread_mutex_t lock;
  pthread_cond_t changed;

  char *target;
  const char *method;
  qix_http_field *fields;
  size_t field_count, field_room;
  struct sockaddr_storage peer;

  int32_t is_streamed;
  // Bytes of it that count as kept.
  size_t kept;
  // The body: whole, or what waits to be read of it.
  char *body;
  size_t body_count, body_room, body_start;
  int is_body_over, is_waiting_for_reader;
  int is_too_large;

  int phase;
  int is_suspended;
  int is_gone;
  struct MHD_Response *response;
  unsigned int status;
  // What waits to be taken by the client, of an answer that is written bit by bit.
  int is_flowing, is_over;
  char *outgoing;
  size_t outgoing_start, outgoing_count, outgoing_room;
};

enum {
  WINDOW = 256 * 1024,
  // Bytes that libmicrohttpd keeps for each answer that is written bit by bit, besides the connection's own.
  PIECE = 1024,
  // Bytes of a body that is kept without a question.
  SHORT = 4096,
  // Bytes of bodies that all requests together may have kept.
  MOST_KEPT = 256 * 1024 * 1024,
};

static void release(qix_http_exchange *exchange) {
  if (atomic_fetch_sub(&exchange->holders, 1) != 1) return;
  atomic_fetch_sub(&exchange->server->pending, 1);
  atomic_fetch_sub(&exchange->server->kept, exchange->kept);
  free(exchange->target);
  free(exchange->fields);
  free(exchange->body);
  free(exchange->outgoing);
  pthread_mutex_destroy(&exchange->lock);
  pthread_cond_destroy(&exchange->changed);
  free(exchange);
}

static int make_room(char **bytes, size_t *room, size_t wanted) {
  if (*room >= wanted) return 1;
  size_t larger = *room ? *room : 1024;
  while (larger < wanted) larger *= 2;
  char *moved = realloc(*bytes, larger);
  if (moved == NULL) return 0;
  *bytes = moved;
  *room = larger;
  return 1;
}

// With the lock held.
static void suspend(qix_http_exchange *exchange) {
  if (exchange->is_suspended || exchange->is_gone) return;
  exchange->is_suspended = 1;
  MHD_suspend_connection(exchange->connection);
}

static void resume(qix_http_exchange *exchange) {
  if (!exchange->is_suspended) return;
  exchange->is_suspended = 0;
  MHD_resume_connection(exchange->connection);
}

static enum MHD_Result collect(void *context, enum MHD_ValueKind kind, const char *key, size_t key_count, const char *value, size_t count) {
  (void)kind;
  qix_http_exchange *exchange = context;
  if (exchange->field_count == exchange->field_room) {
    size_t room = exchange->field_room ? exchange->field_room * 2 : 16;
    qix_http_field *fields = realloc(exchange->fields, room * sizeof *fields);
    if (fields == NULL) return MHD_NO;
    exchange->fields = fields;
    exchange->field_room = room;
  }
  exchange->fields[exchange->field_count++] = (qix_http_field){{key, key_count}, {value ? value : "", value ? count : 0}};
  return MHD_YES;
}

// Called with the target as it was sent, before anything else of a request.
static void *first_line(void *context, const char *target, struct MHD_Connection *connection) {
  qix_http_server *server = context;
  qix_http_exchange *exchange = calloc(1, sizeof *exchange);
  if (exchange == NULL) return NULL;
  exchange->target = strdup(target);
  if (exchange->target == NULL) {
    free(exchange);
    return NULL;
  }
  exchange->server = server;
  exchange->connection = connection;
  pthread_mutex_init(&exchange->lock, NULL);
  pthread_cond_init(&exchange->changed, NULL);
  atomic_init(&exchange->holders, 1);
  atomic_fetch_add(&server->pending, 1);
  exchange->descriptor = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
  qix_connection *state = qix_guard_find(exchange->descriptor);
  if (state != NULL) {
    state->is_busy = 1;
    if (state->begun != NULL) release(state->begun);
    state->begun = exchange;
  }
  return exchange;
}

static enum MHD_Result queue(qix_http_exchange *exchange) {
  struct MHD_Response *response = exchange->response;
  if (response == NULL) return MHD_NO;
  if (atomic_load(&exchange->server->is_quiet)) MHD_add_response_header(response, "Connection", "close");
  enum MHD_Result result = MHD_queue_response(exchange->connection, exchange->status, response);
  MHD_destroy_response(response);
  exchange->response = NULL;
  return result;
}

static void answer(qix_http_exchange *exchange, struct MHD_Response *response, unsigned int status) {
  pthread_mutex_lock(&exchange->lock);
  exchange->response = response;
  exchange->status = status;
  exchange->phase = ANSWERED;
  if (exchange->is_gone) {
    if (response != NULL) MHD_destroy_response(response);
    exchange->response = NULL;
  } else {
    resume(exchange);
  }
  pthread_cond_broadcast(&exchange->changed);
  pthread_mutex_unlock(&exchange->lock);
}

static void put_fields(struct MHD_Response *response, const qix_http_field *fields, size_t count) {
  for (size_t index = 0; response != NULL && index < count; index++) {
    char name[128];
    size_t size = fields[index].name.count < sizeof name - 1 ? fields[index].name.count : sizeof name - 1;
    memcpy(name, fields[index].name.bytes, size);
    name[size] = 0;
    char *value = strndup(fields[index].value.bytes, fields[index].value.count);
    if (value != NULL) MHD_add_response_header(response, name, value);
    free(value);
  }
}

// A body as gzip, or NULL where it doesn't get shorter by it.
static void *compressed(const void *body, size_t size, size_t *count) {
  // Level 5 and 15 bits of window, and 16 for the head of gzip (zlib.h).
  z_stream stream = {0};
  if (deflateInit2(&stream, 5, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) return NULL;
  void *result = malloc(size);
  stream.next_in = (Bytef *)body;
  stream.avail_in = (uInt)size;
  stream.next_out = result;
  stream.avail_out = (uInt)size;
  int is_whole = result != NULL && deflate(&stream, Z_FINISH) == Z_STREAM_END;
  *count = stream.total_out;
  deflateEnd(&stream);
  if (is_whole) return result;
  free(result);
  return NULL;
}

static void respond(
    qix_http_exchange *exchange, uint32_t status, const qix_http_field *fields, size_t count, const void *body, size_t size,
    int32_t compresses) {
  size_t shorter = 0;
  void *gzip = compresses && size < UINT32_MAX ? compressed(body, size, &shorter) : NULL;
  struct MHD_Response *response =
      gzip != NULL ? MHD_create_response_from_buffer(shorter, gzip, MHD_RESPMEM_MUST_FREE)
                   : MHD_create_response_from_buffer(size, (void *)body, MHD_RESPMEM_MUST_COPY);
  if (gzip != NULL && response != NULL) MHD_add_response_header(response, "Content-Encoding", "gzip");
  put_fields(response, fields, count);
  answer(exchange, response, status);
  release(exchange);
}

static ssize_t flow(void *context, uint64_t position, char *buffer, size_t most) {
  (void)position;
  qix_http_exchange *exchange = context;
  ssize_t result;
  pthread_mutex_lock(&exchange->lock);
  if (exchange->outgoing_count > 0) {
    size_t count = exchange->outgoing_count < most ? exchange->outgoing_count : most;
    memcpy(buffer, exchange->outgoing + exchange->outgoing_start, count);
    exchange->outgoing_start += count;
    exchange->outgoing_count -= count;
    if (exchange->outgoing_count == 0) exchange->outgoing_start = 0;
    pthread_cond_broadcast(&exchange->changed);
    result = (ssize_t)count;
  } else if (exchange->is_over) {
    result = MHD_CONTENT_READER_END_OF_STREAM;
  } else {
    // The client has taken all that there was: what follows is up to the program, and of ten thousand streams nearly all
    // wait for it at any time.
    free(exchange->outgoing);
    exchange->outgoing = NULL;
    exchange->outgoing_room = 0;
    qix_connection *state = qix_guard_find(exchange->descriptor);
    if (state != NULL) {
      state->is_blocked = 0;
      qix_guard_rest(state);
    }
    suspend(exchange);
    result = 0;
  }
  pthread_mutex_unlock(&exchange->lock);
  return result;
}

static void start(qix_http_exchange *exchange, uint32_t status, const qix_http_field *fields, size_t count) {
  struct MHD_Response *response = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, PIECE, flow, exchange, NULL);
  put_fields(response, fields, count);
  pthread_mutex_lock(&exchange->lock);
  exchange->is_flowing = 1;
  // The program has read the head, or it would not know what to answer.
  free(exchange->fields);
  exchange->fields = NULL;
  exchange->field_count = exchange->field_room = 0;
  // A stream lasts for hours, and the room for bodies is everybody's.
  if (!exchange->is_streamed) {
    atomic_fetch_sub(&exchange->server->kept, exchange->kept);
    free(exchange->body);
    exchange->body = NULL;
    exchange->kept = exchange->body_count = exchange->body_room = 0;
  }
  pthread_mutex_unlock(&exchange->lock);
  answer(exchange, response, status);
}

static int32_t put(qix_http_exchange *exchange, const void *bytes, size_t size, size_t most, int32_t waits) {
  int32_t result = 1;
  pthread_mutex_lock(&exchange->lock);
  while (!exchange->is_gone && exchange->outgoing_count > 0 && exchange->outgoing_count + size > most) {
    if (!waits) {
      pthread_mutex_unlock(&exchange->lock);
      return 0;
    }
    pthread_cond_wait(&exchange->changed, &exchange->lock);
  }
  if (exchange->is_gone) {
    result = -1;
  } else {
    if (exchange->outgoing_start > 0) {
      memmove(exchange->outgoing, exchange->outgoing + exchange->outgoing_start, exchange->outgoing_count);
      exchange->outgoing_start = 0;
    }
    if (make_room(&exchange->outgoing, &exchange->outgoing_room, exchange->outgoing_count + size)) {
      memcpy(exchange->outgoing + exchange->outgoing_count, bytes, size);
      exchange->outgoing_count += size;
      if (exchange->phase == ANSWERED) resume(exchange);
    } else {
      result = -1;
    }
  }
  pthread_mutex_unlock(&exchange->lock);
  return result;
}

static void end(qix_http_exchange *exchange) {
  pthread_mutex_lock(&exchange->lock);
  exchange->is_over = 1;
  resume(exchange);
  pthread_mutex_unlock(&exchange->lock);
  release(exchange);
}

static int64_t take(qix_http_exchange *exchange, void *buffer, size_t size) {
  int64_t result = 0;
  pthread_mutex_lock(&exchange->lock);
  while (exchange->body_count == 0 && !exchange->is_body_over && !exchange->is_gone) {
    pthread_cond_wait(&exchange->changed, &exchange->lock);
  }
  if (exchange->body_count > 0) {
    size_t count = exchange->body_count < size ? exchange->body_count : size;
    memcpy(buffer, exchange->body + exchange->body_start, count);
    exchange->body_start += count;
    exchange->body_count -= count;
    if (exchange->body_count == 0) exchange->body_start = 0;
    result = (int64_t)count;
    if (exchange->is_waiting_for_reader && exchange->body_count < WINDOW / 2) {
      exchange->is_waiting_for_reader = 0;
      qix_connection *state = exchange->is_gone ? NULL : qix_guard_find(exchange->descriptor);
      if (state != NULL) state->is_held = 0;
      resume(exchange);
    }
  } else if (!exchange->is_body_over) {
    result = -1;
  }
  pthread_mutex_unlock(&exchange->lock);
  return result;
}

static enum MHD_Result give_up(qix_http_exchange *exchange) {
  (void)exchange;
  return MHD_NO;
}

static void hand_over(qix_http_exchange *exchange) {
  // Of a body that was kept, or is thrown away, nothing more comes: who reads it as a stream finds its end.
  if (exchange->is_streamed != QIX_HTTP_STREAMED) exchange->is_body_over = 1;
  atomic_fetch_add(&exchange->holders, 1);
  qix_connection *state = qix_guard_find(exchange->descriptor);
  if (state != NULL) state->is_handed = 1;
  exchange->server->handler.handle(exchange->server->handler.context, exchange);
}

// The answer, where it is there; else waits for it. With nothing locked.
static enum MHD_Result settle(qix_http_exchange *exchange) {
  pthread_mutex_lock(&exchange->lock);
  enum MHD_Result result = MHD_YES;
  if (exchange->phase == ANSWERED) {
    result = queue(exchange);
  } else {
    exchange->phase = SUSPENDED;
    suspend(exchange);
  }
  pthread_mutex_unlock(&exchange->lock);
  return result;
}

static enum MHD_Result too_large(qix_http_exchange *exchange) {
  static const char body[] =
      "{\"type\":\"about:blank\",\"title\":\"Content Too Large\",\"status\":413,\"code\":\"http.too-large\",\"detail\":\"The "
      "body of the request is longer than is taken here.\"}\n";
  struct MHD_Response *response =
      MHD_create_response_from_buffer(sizeof body - 1, (void *)body, MHD_RESPMEM_PERSISTENT);
  MHD_add_response_header(response, "Content-Type", "application/problem+json");
  MHD_add_response_header(response, "Connection", "close");
  enum MHD_Result result = MHD_queue_response(exchange->connection, 413, response);
  MHD_destroy_response(response);
  return result;
}

// Whether the body is none, or as short as a head may be: then it is kept, whoever sends it.
static int is_short(struct MHD_Connection *connection) {
  if (MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Transfer-Encoding") != NULL) return 0;
  const char *length = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Content-Length");
  return length == NULL || strtoull(length, NULL, 10) <= SHORT;
}

static enum MHD_Result access_handler(
    void *context, struct MHD_Connection *connection, const char *url, const char *method, const char *version,
    const char *data, size_t *size, void **slot) {
  (void)context, (void)url, (void)version;
  qix_http_exchange *exchange = *slot;
  if (exchange == NULL) return MHD_NO;
  if (exchange->method == NULL) {
    exchange->method = method;
    qix_connection *state = qix_guard_find(exchange->descriptor);
    if (state != NULL) state->begun = NULL;
    MHD_get_connection_values_n(connection, MHD_HEADER_KIND, collect, exchange);
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    if (info != NULL && info->client_addr != NULL) {
      size_t length = info->client_addr->sa_family == AF_INET6  ? sizeof(struct sockaddr_in6)
                      : info->client_addr->sa_family == AF_INET ? sizeof(struct sockaddr_in)
                                                                : sizeof(sa_family_t);
      memcpy(&exchange->peer, info->client_addr, length);
    }
    exchange->is_streamed =
        is_short(connection) ? QIX_HTTP_WHOLE : exchange->server->handler.begin(exchange->server->handler.context, exchange);
    if (exchange->is_streamed == QIX_HTTP_NONE) {
      // What comes of the body is thrown away.
      hand_over(exchange);
      return settle(exchange);
    }
    if (exchange->is_streamed) {
      hand_over(exchange);
      return MHD_YES;
    }
    const char *length = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Content-Length");
    if (length != NULL && strtoull(length, NULL, 10) > exchange->server->guard.limits.most_body) {
      exchange->is_too_large = 1;
      return too_large(exchange);
    }
    return MHD_YES;
  }
  if (exchange->is_streamed == QIX_HTTP_NONE) {
    *size = 0;
    return settle(exchange);
  }
  if (*size > 0) {
    if (exchange->is_too_large) {
      *size = 0;
      return MHD_YES;
    }
    if (!exchange->is_streamed) {
      if (exchange->body_count + *size > exchange->server->guard.limits.most_body ||
          atomic_load(&exchange->server->kept) > MOST_KEPT) {
        exchange->is_too_large = 1;
        *size = 0;
        return MHD_YES;
      }
      if (!make_room(&exchange->body, &exchange->body_room, exchange->body_count + *size)) return give_up(exchange);
      memcpy(exchange->body + exchange->body_count, data, *size);
      exchange->body_count += *size;
      exchange->kept += *size;
      atomic_fetch_add(&exchange->server->kept, *size);
      *size = 0;
      return MHD_YES;
    }
    enum MHD_Result result = MHD_YES;
    pthread_mutex_lock(&exchange->lock);
    if (exchange->phase == ANSWERED && (!exchange->is_flowing || exchange->is_over)) {
      // It was answered without its body, and nobody reads what still comes of it.
      *size = 0;
    } else if (exchange->body_count >= WINDOW) {
      exchange->is_waiting_for_reader = 1;
      qix_connection *state = qix_guard_find(exchange->descriptor);
      if (state != NULL) state->is_held = 1;
      suspend(exchange);
    } else {
      if (exchange->body_start > 0) {
        memmove(exchange->body, exchange->body + exchange->body_start, exchange->body_count);
        exchange->body_start = 0;
      }
      if (make_room(&exchange->body, &exchange->body_room, exchange->body_count + *size)) {
        memcpy(exchange->body + exchange->body_count, data, *size);
        exchange->body_count += *size;
        *size = 0;
        pthread_cond_broadcast(&exchange->changed);
      } else {
        result = MHD_NO;
      }
    }
    pthread_mutex_unlock(&exchange->lock);
    return result;
  }
  if (exchange->is_too_large) return too_large(exchange);
  if (exchange->is_streamed) {
    pthread_mutex_lock(&exchange->lock);
    exchange->is_body_over = 1;
    pthread_cond_broadcast(&exchange->changed);
    pthread_mutex_unlock(&exchange->lock);
  } else if (exchange->phase == HANDLING) {
    hand_over(exchange);
  }
  return settle(exchange);
}

static void completed(void *context, struct MHD_Connection *connection, void **slot, enum MHD_RequestTerminationCode code) {
  (void)context, (void)connection, (void)code;
  qix_http_exchange *exchange = *slot;
  if (exchange == NULL) return;
  *slot = NULL;
  qix_connection *state = qix_guard_find(exchange->descriptor);
  if (state != NULL) {
    // libmicrohttpd tells the end of a request, too, that it refused behind its first line.
    if (state->begun == exchange) state->begun = NULL;
    state->is_busy = state->is_handed = state->is_blocked = state->is_held = 0;
    state->moved = 0;
    state->since = qix_guard_now();
  }
  pthread_mutex_lock(&exchange->lock);
  exchange->is_gone = 1;
  exchange->is_suspended = 0;
  // Answered, and the client was gone before libmicrohttpd took it.
  if (exchange->response != NULL) MHD_destroy_response(exchange->response);
  exchange->response = NULL;
  pthread_cond_broadcast(&exchange->changed);
  pthread_mutex_unlock(&exchange->lock);
  release(exchange);
}

static void connected(void *context, struct MHD_Connection *connection, void **slot, enum MHD_ConnectionNotificationCode code) {
  (void)slot;
  qix_http_server *server = context;
  int descriptor = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
  if (code == MHD_CONNECTION_NOTIFY_STARTED) {
    // What nothing watches over is ended at once.
    if (!qix_guard_open(&server->guard, descriptor)) shutdown(descriptor, SHUT_RDWR);
    return;
  }
  qix_connection *state = qix_guard_close(descriptor);
  if (state != NULL && state->begun != NULL) release(state->begun);
  free(state);
}

// ---- The server.

static void log_nothing(void *context, const char *format, va_list arguments) {
  (void)context, (void)format, (void)arguments;
}

static size_t keep(void *context, struct MHD_Connection *connection, char *text) {
  (void)context, (void)connection;
  return strlen(text);
}

static qix_http_server *serve(
    int32_t socket, const qix_http_limits *limits, const qix_http_handler *handler, const qix_http_certificate *certificate) {
  qix_http_server *server = calloc(1, sizeof *server);
  if (server == NULL) return NULL;
  server->guard.limits = *limits;
  server->handler = *handler;
  if (certificate != NULL && qix_tls_certify(&server->guard, certificate) != NULL) {
    free(server);
    return NULL;
  }
  unsigned int flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC | MHD_USE_ERROR_LOG;
  if (certificate != NULL) flags |= MHD_USE_TLS;
  struct MHD_OptionItem secure[] = {
      {MHD_OPTION_HTTPS_CERT_CALLBACK, 0, (void *)qix_tls_retrieve},
      {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)qix_tls_priorities},
      {MHD_OPTION_END, 0, NULL},
  };
  server->daemon = MHD_start_daemon(
      flags, 0, NULL, NULL, access_handler, server, MHD_OPTION_LISTEN_SOCKET, (MHD_socket)socket,
      MHD_OPTION_THREAD_POOL_SIZE, limits->threads, MHD_OPTION_CONNECTION_LIMIT, limits->most_connections,
      MHD_OPTION_PER_IP_CONNECTION_LIMIT, limits->most_per_address, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)QIX_GUARD_POOL,
      MHD_OPTION_CONNECTION_TIMEOUT, 0, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_URI_LOG_CALLBACK, first_line, server,
      MHD_OPTION_NOTIFY_COMPLETED, completed, server, MHD_OPTION_NOTIFY_CONNECTION, connected, server,
      MHD_OPTION_UNESCAPE_CALLBACK, keep, NULL, MHD_OPTION_EXTERNAL_LOGGER, log_nothing, NULL, MHD_OPTION_ARRAY,
      certificate != NULL ? secure : secure + 2, MHD_OPTION_END);
  if (server->daemon == NULL || !qix_guard_start(&server->guard)) {
    if (server->daemon != NULL) MHD_stop_daemon(server->daemon);
    qix_tls_forget(&server->guard);
    free(server);
    return NULL;
  }
  return server;
}

static const char *certify(qix_http_server *server, const qix_http_certificate *certificate) {
  return qix_tls_certify(&server->guard, certificate);
}

static void quiesce(qix_http_server *server) {
  if (atomic_exchange(&server->is_quiet, 1)) return;
  int socket = MHD_quiesce_daemon(server->daemon);
  if (socket >= 0) close(socket);
}

static uint64_t pending(qix_http_server *server) { return atomic_load(&server->pending); }

static qix_http_counts counts(qix_http_server *server) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_CURRENT_CONNECTIONS);
  return (qix_http_counts){
      info ? info->num_connections : 0, atomic_load(&server->guard.accepted), atomic_load(&server->guard.malformed),
      atomic_load(&server->guard.slow)};
}

static void stop(qix_http_server *server) {
  quiesce(server);
  qix_guard_stop(&server->guard);
  MHD_stop_daemon(server->daemon);
  qix_tls_forget(&server->guard);
  free(server);
}

static qix_http_text text(const char *bytes) { return (qix_http_text){bytes, bytes ? strlen(bytes) : 0}; }
static qix_http_text method(qix_http_exchange *exchange) { return text(exchange->method); }
static qix_http_text target(qix_http_exchange *exchange) { return text(exchange->target); }
static size_t field_count(qix_http_exchange *exchange) { return exchange->field_count; }
static qix_http_field field(qix_http_exchange *exchange, size_t index) { return exchange->fields[index]; }
static qix_http_text body(qix_http_exchange *exchange) { return (qix_http_text){exchange->body, exchange->body_count}; }

static size_t peer(qix_http_exchange *exchange, char *buffer, size_t size) {
  const void *address = NULL;
  if (exchange->peer.ss_family == AF_INET) address = &((struct sockaddr_in *)&exchange->peer)->sin_addr;
  if (exchange->peer.ss_family == AF_INET6) address = &((struct sockaddr_in6 *)&exchange->peer)->sin6_addr;
  if (address == NULL || inet_ntop(exchange->peer.ss_family, address, buffer, (socklen_t)size) == NULL) return 0;
  return strlen(buffer);
}

__attribute__((visibility("default"))) const qix_http *qix_http_functions(int32_t interface) {
  static const qix_http functions = {serve,       qix_tls_examine, certify, quiesce, pending, counts, stop, method, target,
                                     field_count, field,           body,    peer,    take,    respond, start, put,   end,
                                     compressed};
  return interface == QIX_HTTP_INTERFACE ? &functions : NULL;
}
