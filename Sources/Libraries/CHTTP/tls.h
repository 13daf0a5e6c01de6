#ifndef QIX_TLS_H
#define QIX_TLS_H

// TLS by GnuTLS, on which libmicrohttpd stands. What it decrypts goes through guard.h before libmicrohttpd sees it.

#include "guard.h"

#include <gnutls/abstract.h>

// TLS 1.2 and 1.3 with forward secrecy and authenticated ciphers.
extern const char qix_tls_priorities[];

// Why a certificate can't be used; NULL where it can.
const char *qix_tls_examine(const qix_http_certificate *certificate);

// Takes a certificate for handshakes from now on. Why it can't; NULL where it does.
const char *qix_tls_certify(qix_guard *guard, const qix_http_certificate *certificate);

// Frees all certificates of a server that has ended.
void qix_tls_forget(qix_guard *guard);

// Finds a handshake's certificate (gnutls_certificate_retrieve_function2).
int qix_tls_retrieve(
    gnutls_session_t session, const gnutls_datum_t *authorities, int authority_count, const gnutls_pk_algorithm_t *algorithms,
    int algorithm_count, gnutls_pcert_st **chain, unsigned int *count, gnutls_privkey_t *key);

#endif
