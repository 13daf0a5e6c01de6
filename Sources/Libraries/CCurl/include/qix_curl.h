#ifndef QIX_CURL_H
#define QIX_CURL_H

// libcurl (7.68 or later, libcurl.so.4), loaded at run time. Its setters are variadic, which Swift can't call. The
// numbers are those of its stable interface (curl/curl.h); curl.c compares them with the header where there is one.

#include <stddef.h>

enum {
  QIX_CURL_WRITE_DATA = 10001,
  QIX_CURL_URL = 10002,
  QIX_CURL_PROXY = 10004,
  QIX_CURL_READ_DATA = 10009,
  QIX_CURL_USER_AGENT = 10018,
  QIX_CURL_POST_FIELDS = 10015,
  QIX_CURL_HEADERS = 10023,
  QIX_CURL_HEADER_DATA = 10029,
  QIX_CURL_UPLOAD = 46,
  QIX_CURL_POST = 47,
  QIX_CURL_SSL_VERIFY_PEER = 64,
  QIX_CURL_CA_FILE = 10065,
  QIX_CURL_HTTP_GET = 80,
  QIX_CURL_SSL_VERIFY_HOST = 81,
  QIX_CURL_NO_SIGNAL = 99,
  QIX_CURL_USE_SSL = 119,
  QIX_CURL_SSL_VERSION = 32,
  QIX_CURL_TIMEOUT_MS = 155,
  QIX_CURL_CONNECT_TIMEOUT_MS = 156,
  QIX_CURL_USER_NAME = 10173,
  QIX_CURL_PASSWORD = 10174,
  QIX_CURL_NO_PROXY = 10177,
  QIX_CURL_PROTOCOLS = 181,
  QIX_CURL_MAIL_FROM = 10186,
  QIX_CURL_MAIL_RECIPIENTS = 10187,
  QIX_CURL_POST_FIELD_SIZE = 30120,
};

enum {
  QIX_CURL_PROTOCOL_HTTP = 1 << 0,
  QIX_CURL_PROTOCOL_HTTPS = 1 << 1,
  QIX_CURL_PROTOCOL_SMTP = 1 << 16,
  QIX_CURL_PROTOCOL_SMTPS = 1 << 17,
};

// CURLUSESSL_ALL; CURL_SSLVERSION_TLSv1_2.
enum { QIX_CURL_ALL_OVER_TLS = 3, QIX_CURL_TLS_1_2 = 6 };

// The answers of qix_curl_perform besides libcurl's own codes (CURLcode), which are positive.
enum { QIX_CURL_STOPPED = -1, QIX_CURL_MULTI_FAILED = -2 };

// CURLcode, as far as qix tells them apart.
enum {
  QIX_CURL_OK = 0,
  QIX_CURL_NO_HOST = 6,
  QIX_CURL_NO_CONNECTION = 7,
  QIX_CURL_PARTIAL = 18,
  QIX_CURL_WRITE_FAILED = 23,
  QIX_CURL_OUT_OF_MEMORY = 27,
  QIX_CURL_TIMED_OUT = 28,
  QIX_CURL_TLS_HANDSHAKE = 35,
  QIX_CURL_NOTHING_CAME = 52,
  QIX_CURL_SEND_FAILED = 55,
  QIX_CURL_RECEIVE_FAILED = 56,
  QIX_CURL_TLS_CERTIFICATE = 60,
  QIX_CURL_NO_TLS = 64,
  QIX_CURL_SIGN_IN = 67,
  QIX_CURL_CA_FILE_BAD = 77,
};

typedef size_t (*qix_curl_sink)(char *bytes, size_t size, size_t count, void *context);

typedef struct {
  int (*global_init)(long flags);
  const char *(*version)(void);
  void *(*easy_init)(void);
  int (*easy_setopt)(void *easy, int option, ...);
  int (*easy_getinfo)(void *easy, int info, ...);
  void (*easy_cleanup)(void *easy);
  void *(*multi_init)(void);
  int (*multi_add)(void *multi, void *easy);
  int (*multi_remove)(void *multi, void *easy);
  int (*multi_perform)(void *multi, int *running);
  int (*multi_poll)(void *multi, void *descriptors, unsigned count, int milliseconds, int *ready);
  void *(*multi_info_read)(void *multi, int *left);
  int (*multi_cleanup)(void *multi);
  void *(*list_append)(void *list, const char *text);
  void (*list_free)(void *list);
} qix_curl;

// Looks up everything in a library that dlopen has loaded, and starts it. NULL, or the name of what it lacks.
const char *qix_curl_bind(qix_curl *curl, void *library);

void *qix_curl_make(const qix_curl *curl);
void qix_curl_free(const qix_curl *curl, void *easy);
const char *qix_curl_version(const qix_curl *curl);

// Each answers 0, or libcurl's code.
int qix_curl_set_number(const qix_curl *curl, void *easy, int option, long value);
int qix_curl_set_size(const qix_curl *curl, void *easy, int option, long long value);
// libcurl copies the text, but not that of QIX_CURL_POST_FIELDS.
int qix_curl_set_text(const qix_curl *curl, void *easy, int option, const char *text);
int qix_curl_set_pointer(const qix_curl *curl, void *easy, int option, void *pointer);
// Sets the receivers of the body and of the header lines, and the source of the bytes to upload.
int qix_curl_set_sinks(const qix_curl *curl, void *easy, qix_curl_sink body, qix_curl_sink header, qix_curl_sink source,
                       void *context);

// Asked for a socket before each connection, with the very address that it would go to; -1 refuses it.
typedef int (*qix_curl_opener)(void *context, int purpose, void *address);
int qix_curl_set_opener(const qix_curl *curl, void *easy, qix_curl_opener opener, void *context);
// The bytes of that address: 4 of IPv4, 16 of IPv6; 0 where it is neither.
int qix_curl_address(const void *address, unsigned char bytes[16]);
// Makes a socket for it; returns -1 where there is none.
int qix_curl_socket(const void *address);

void *qix_curl_list(const qix_curl *curl, void *list, const char *text);
void qix_curl_list_free(const qix_curl *curl, void *list);

// Does the transfer; asks ten times a second whether to stop.
int qix_curl_perform(const qix_curl *curl, void *easy, int (*should_stop)(void *context), void *context);

// The status of HTTP or SMTP; 0 where none came.
long qix_curl_status(const qix_curl *curl, void *easy);
// Returns a redirection's target, as an absolute URL; NULL for none. Valid until the handle is used again or freed.
const char *qix_curl_redirection(const qix_curl *curl, void *easy);

#endif
