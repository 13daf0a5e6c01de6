// server SECONDS SEED: a server of Sources/Libraries/CHTTP under changed requests, cut connections and honest clients at once, with
// sanitizers. Every honest client gets the answers to its own requests, and nothing is left at the end.
#define _GNU_SOURCE
#include "../../Sources/Libraries/CHTTP/qix_http.h"
#include "requests.h"

#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { STRANGERS = 6, HONEST = 3, ANSWERING = 24, WAITING = 1024 };

const qix_http *qix_http_functions(int32_t interface);
static const qix_http *http;
static struct sockaddr_in address;
static atomic_int is_over, is_answered;
static atomic_ulong strange, asked, wrong;

// ---- The program behind the server: answers at once, later, bit by bit, or after reading a body.

static qix_http_exchange *waiting[WAITING];
static size_t first_waiting, waiting_count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void answer(qix_http_exchange *exchange) {
  char text[4096];
  qix_http_text target = http->target(exchange);
  int count = snprintf(text, sizeof text, "%.*s", (int)target.count, target.bytes);
  if (count >= (int)sizeof text) count = sizeof text - 1;
  char buffer[512];
  http->peer(exchange, buffer, sizeof buffer);
  while (http->read(exchange, buffer, sizeof buffer) > 0) {}
  qix_http_field field = {{"Content-Type", 12}, {"text/plain", 10}};
  if (next() % 3 != 0) {
    http->respond(exchange, 200, &field, 1, text, (size_t)count, next() % 4 == 0);
    return;
  }
  http->start(exchange, 200, &field, 1);
  for (int place = 0; place < count; place += 7) {
    size_t piece = count - place < 7 ? (size_t)(count - place) : 7;
    if (http->write(exchange, text + place, piece, 64, 1) < 0) break;
  }
  http->end(exchange);
}

static int32_t begin(void *context, qix_http_exchange *exchange) {
  (void)context;
  size_t kind = http->target(exchange).count % 3;
  return kind == 0 ? QIX_HTTP_WHOLE : kind == 1 ? QIX_HTTP_STREAMED : QIX_HTTP_NONE;
}

static void handle(void *context, qix_http_exchange *exchange) {
  (void)context;
  if (state == 0) state = 7;
  size_t size = http->method(exchange).count;
  for (size_t index = 0; index < http->field_count(exchange); index++) {
    qix_http_field field = http->field(exchange, index);
    size += strnlen(field.name.bytes, field.name.count) + strnlen(field.value.bytes, field.value.count);
  }
  if (size > 1 << 20) abort();
  // What is there already can be answered on the thread that read it.
  if (next() % 2 == 0 && http->body(exchange).count > 0) {
    http->respond(exchange, 200, NULL, 0, http->target(exchange).bytes, http->target(exchange).count, 0);
    return;
  }
  pthread_mutex_lock(&lock);
  if (waiting_count == WAITING) abort();
  waiting[(first_waiting + waiting_count++) % WAITING] = exchange;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
}

static void *answers(void *seed) {
  state = (uint64_t)(uintptr_t)seed;
  pthread_mutex_lock(&lock);
  for (;;) {
    while (waiting_count == 0 && !atomic_load(&is_answered)) pthread_cond_wait(&changed, &lock);
    if (waiting_count == 0) break;
    qix_http_exchange *exchange = waiting[first_waiting];
    first_waiting = (first_waiting + 1) % WAITING;
    waiting_count--;
    pthread_mutex_unlock(&lock);
    answer(exchange);
    pthread_mutex_lock(&lock);
  }
  pthread_mutex_unlock(&lock);
  return NULL;
}

// ---- The clients.

static atomic_int clients;

static int joined(void) {
  int client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  struct timeval patience = {10, 0};
  setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  if (connect(client, (struct sockaddr *)&address, sizeof address) == 0) return client;
  close(client);
  return -1;
}

// Sends one to three changed requests in pieces, looks at some of what comes back, or leaves in the middle.
static void *strangers(void *seed) {
  state = (uint64_t)(uintptr_t)seed;
  static _Thread_local uint8_t bytes[8192];
  while (!atomic_load(&is_over)) {
    int client = joined();
    if (client < 0) continue;
    size_t count = 0;
    for (uint64_t requests = 1 + next() % 3; requests > 0; requests--) {
      const char *request = seeds[next() % (sizeof seeds / sizeof *seeds)];
      uint8_t one[4096];
      size_t length = strlen(request);
      memcpy(one, request, length);
      length = change(one, length, sizeof one - 64);
      if (count + length > sizeof bytes) break;
      memcpy(bytes + count, one, length);
      count += length;
    }
    size_t sent = 0, most = next() % 5 == 0 ? next() % (count + 1) : count;
    while (sent < most) {
      size_t piece = next() % 2 ? most - sent : 1 + next() % 60;
      if (piece > most - sent) piece = most - sent;
      if (send(client, bytes + sent, piece, MSG_NOSIGNAL) <= 0) break;
      sent += piece;
      if (next() % 8 == 0) sched_yield();
    }
    if (next() % 3 == 0) shutdown(client, SHUT_WR);
    char buffer[1024];
    struct timeval patience = {0, 1000 * (suseconds_t)(next() % 8 + 1)};
    setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    if (next() % 4 != 0) while (recv(client, buffer, sizeof buffer, 0) > 0) {}
    struct linger at_once = {1, 0};
    if (next() % 4 == 0) setsockopt(client, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    close(client);
    atomic_fetch_add(&strange, 1);
  }
  atomic_fetch_sub(&clients, 1);
  return NULL;
}

// Asks for what nobody else asks for; the answer names it.
static void *honest(void *seed) {
  state = (uint64_t)(uintptr_t)seed;
  while (!atomic_load(&is_over)) {
    int client = joined();
    if (client < 0) continue;
    for (int turn = 0; turn < 20; turn++) {
      char request[512], wanted[64], got[4096];
      int length = snprintf(wanted, sizeof wanted, "/of/%llx/", (unsigned long long)next());
      int count = snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: x\r\n%s\r\n", wanted, turn == 19 ? "Connection: close\r\n" : "");
      if (next() % 2) {
        count = snprintf(request, sizeof request, "POST %s HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n%s\r\n4\r\nabcd\r\n0\r\n\r\n",
                         wanted, turn == 19 ? "Connection: close\r\n" : "");
      }
      if (send(client, request, (size_t)count, MSG_NOSIGNAL) != count) break;
      size_t have = 0;
      got[0] = 0;
      char *end = NULL;
      int is_chunked = 0;
      // Up to the answer's end: what it names stands in it whole where it came in one piece, or in chunks of seven bytes.
      for (;;) {
        ssize_t more = recv(client, got + have, sizeof got - 1 - have, 0);
        if (more <= 0) break;
        have += (size_t)more;
        got[have] = 0;
        end = strstr(got, "\r\n\r\n");
        if (end == NULL) continue;
        is_chunked = strcasestr(got, "chunked") != NULL && strcasestr(got, "chunked") < end;
        if (is_chunked && strstr(end, "\r\n0\r\n\r\n") != NULL) break;
        char *size = strcasestr(got, "Content-Length: ");
        if (!is_chunked && size != NULL && size < end && have >= (size_t)(end + 4 - got) + strtoul(size + 16, NULL, 10)) break;
      }
      atomic_fetch_add(&asked, 1);
      char plain[4096] = "";
      if (end != NULL && is_chunked) {
        for (char *chunk = end + 4; ; ) {
          size_t size = strtoul(chunk, &chunk, 16);
          if (size == 0 || size > 4000) break;
          strncat(plain, chunk + 2, size);
          chunk += size + 4;
        }
      } else if (end != NULL) {
        strcpy(plain, end + 4);
      }
      if (strncmp(got, "HTTP/1.1 200", 12) != 0 || memmem(plain, strlen(plain), wanted, (size_t)length) == NULL) {
        if (atomic_fetch_add(&wrong, 1) == 0) fprintf(stderr, "asked for %s, got:\n%.*s\n", wanted, (int)have, got);
        break;
      }
      // A request that was answered before its body was read ends the connection.
      char *close_named = strcasestr(got, "Connection: close");
      if (close_named != NULL && close_named < end) break;
    }
    close(client);
  }
  atomic_fetch_sub(&clients, 1);
  return NULL;
}

static void milliseconds(long count) { nanosleep(&(struct timespec){count / 1000, count % 1000 * 1000000}, NULL); }

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  long seconds = strtol(argv[1], NULL, 10);
  uint64_t seed = strtoull(argv[2], NULL, 10) * 64 + 1;
  http = qix_http_functions(QIX_HTTP_INTERFACE);
  int listening = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  socklen_t size = sizeof address;
  address = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  if (bind(listening, (struct sockaddr *)&address, size) != 0 || listen(listening, 512) != 0) return 2;
  getsockname(listening, (struct sockaddr *)&address, &size);
  qix_http_limits limits = {2, 500, 500, 65536, 2, 2, 1024, 2};
  qix_http_handler handler = {NULL, begin, handle};
  qix_http_server *server = http->serve(listening, &limits, &handler, NULL);
  if (server == NULL) return 2;

  pthread_t threads[STRANGERS + HONEST + ANSWERING];
  int count = 0;
  atomic_store(&clients, STRANGERS + HONEST);
  for (int index = 0; index < STRANGERS; index++) pthread_create(&threads[count++], NULL, strangers, (void *)(uintptr_t)seed++);
  for (int index = 0; index < HONEST; index++) pthread_create(&threads[count++], NULL, honest, (void *)(uintptr_t)seed++);
  for (int index = 0; index < ANSWERING; index++) pthread_create(&threads[count++], NULL, answers, (void *)(uintptr_t)seed++);
  milliseconds(seconds * 1000);
  atomic_store(&is_over, 1);
  while (atomic_load(&clients) > 0) milliseconds(10);
  for (int turn = 0; turn < 1000 && http->pending(server) > 0; turn++) milliseconds(10);
  uint64_t left = http->pending(server);
  pthread_mutex_lock(&lock);
  atomic_store(&is_answered, 1);
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  for (int index = 0; index < count; index++) pthread_join(threads[index], NULL);
  qix_http_counts counts = http->counts(server);
  http->stop(server);
  printf("%lu connections of strangers, %llu malformed; %lu honest requests, %lu wrong; %llu left\n", atomic_load(&strange),
         (unsigned long long)counts.malformed, atomic_load(&asked), atomic_load(&wrong), (unsigned long long)left);
  return atomic_load(&wrong) > 0 || left > 0 || atomic_load(&asked) == 0 || counts.malformed == 0;
}
