#define _GNU_SOURCE
#include "tls.h"

#include <dlfcn.h>
#include <errno.h>
#include <gnutls/gnutls.h>
#include <stdlib.h>

const char qix_tls_priorities[] =
    "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-RSA:-DHE-RSA:-CIPHER-ALL:+AES-256-GCM:+CHACHA20-POLY1305:+AES-128-GCM:"
    "%SERVER_PRECEDENCE";

// ---- Certificates.

enum { MOST_OF_CHAIN = 10 };

struct qix_certificate {
  gnutls_pcert_st chain[MOST_OF_CHAIN];
  unsigned int count;
  gnutls_privkey_t key;
  // The one before. Connections under way may stand on it, so it stays until the server has ended.
  struct qix_certificate *previous;
};

static gnutls_datum_t datum(qix_http_text text) { return (gnutls_datum_t){(unsigned char *)text.bytes, (unsigned int)text.count}; }

const char *qix_tls_examine(const qix_http_certificate *certificate) {
  gnutls_certificate_credentials_t credentials;
  gnutls_datum_t chain = datum(certificate->chain), key = datum(certificate->key);
  if (gnutls_certificate_allocate_credentials(&credentials) < 0) return "there is no memory";
  // It also finds out whether they belong together.
  int result = gnutls_certificate_set_x509_key_mem(credentials, &chain, &key, GNUTLS_X509_FMT_PEM);
  gnutls_certificate_free_credentials(credentials);
  return result < 0 ? gnutls_strerror(result) : NULL;
}

static void destroy(struct qix_certificate *certificate) {
  for (unsigned int index = 0; index < certificate->count; index++) gnutls_pcert_deinit(&certificate->chain[index]);
  if (certificate->key != NULL) gnutls_privkey_deinit(certificate->key);
  free(certificate);
}

const char *qix_tls_certify(qix_guard *guard, const qix_http_certificate *certificate) {
  const char *fault = qix_tls_examine(certificate);
  if (fault != NULL) return fault;
  struct qix_certificate *made = calloc(1, sizeof *made);
  if (made == NULL) return "there is no memory";
  gnutls_datum_t chain = datum(certificate->chain), key = datum(certificate->key);
  made->count = MOST_OF_CHAIN;
  int result = gnutls_pcert_list_import_x509_raw(made->chain, &made->count, &chain, GNUTLS_X509_FMT_PEM, 0);
  if (result < 0) made->count = 0;
  if (result >= 0) result = gnutls_privkey_init(&made->key);
  if (result >= 0) result = gnutls_privkey_import_x509_raw(made->key, &key, GNUTLS_X509_FMT_PEM, NULL, 0);
  if (result < 0) {
    destroy(made);
    return gnutls_strerror(result);
  }
  made->previous = atomic_load(&guard->certificate);
  atomic_store(&guard->certificate, made);
  return NULL;
}

void qix_tls_forget(qix_guard *guard) {
  struct qix_certificate *certificate = atomic_exchange(&guard->certificate, NULL);
  while (certificate != NULL) {
    struct qix_certificate *previous = certificate->previous;
    destroy(certificate);
    certificate = previous;
  }
}

static qix_connection *connection_of(gnutls_session_t session) {
  return qix_guard_find(gnutls_transport_get_int(session));
}

int qix_tls_retrieve(
    gnutls_session_t session, const gnutls_datum_t *authorities, int authority_count, const gnutls_pk_algorithm_t *algorithms,
    int algorithm_count, gnutls_pcert_st **chain, unsigned int *count, gnutls_privkey_t *key) {
  (void)authorities, (void)authority_count, (void)algorithms, (void)algorithm_count;
  qix_connection *connection = connection_of(session);
  struct qix_certificate *certificate = connection != NULL ? atomic_load(&connection->guard->certificate) : NULL;
  if (certificate == NULL) return -1;
  *chain = certificate->chain;
  *count = certificate->count;
  *key = certificate->key;
  return 0;
}

// ---- What libmicrohttpd asks of GnuTLS goes through these, as its recv and send go through those of guard.c.

#define VISIBLE __attribute__((visibility("default")))

static int (*library_handshake)(gnutls_session_t);
static ssize_t (*library_recv)(gnutls_session_t, void *, size_t);
static ssize_t (*library_send)(gnutls_session_t, const void *, size_t);

__attribute__((constructor)) static void find_library(void) {
  *(void **)&library_handshake = dlsym(RTLD_NEXT, "gnutls_handshake");
  *(void **)&library_recv = dlsym(RTLD_NEXT, "gnutls_record_recv");
  *(void **)&library_send = dlsym(RTLD_NEXT, "gnutls_record_send");
}

static void send_encrypted(void *channel, const char *bytes, size_t count) { library_send(channel, bytes, count); }

VISIBLE int gnutls_handshake(gnutls_session_t session) {
  int result = library_handshake(session);
  qix_connection *connection = result == 0 ? connection_of(session) : NULL;
  if (connection != NULL) {
    connection->is_open = 1;
    connection->since = qix_guard_now();
  }
  return result;
}

VISIBLE ssize_t gnutls_record_recv(gnutls_session_t session, void *buffer, size_t size) {
  qix_connection *connection = connection_of(session);
  if (connection == NULL) return library_recv(session, buffer, size);
  int descriptor = gnutls_transport_get_int(session);
  if (qix_guard_refuses(connection, descriptor, send_encrypted, session)) return 0;
  ssize_t count = library_recv(session, buffer, size);
  return count <= 0 ? count : qix_guard_admit(connection, descriptor, buffer, count, send_encrypted, session);
}

VISIBLE ssize_t gnutls_record_send(gnutls_session_t session, const void *buffer, size_t size) {
  ssize_t count = library_send(session, buffer, size);
  qix_connection *connection = connection_of(session);
  if (connection != NULL) qix_guard_sent(connection, count, count == GNUTLS_E_AGAIN);
  return count;
}
