#include "qix_curl.h"

#include <dlfcn.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

#if __has_include(<curl/curl.h>)
#define CURL_DISABLE_DEPRECATION
#define CURL_DISABLE_TYPECHECK
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
#include <curl/curl.h>
#define SAME(ours, theirs) _Static_assert((long)(ours) == (long)(theirs), #ours)
SAME(QIX_CURL_WRITE_DATA, CURLOPT_WRITEDATA);
SAME(QIX_CURL_URL, CURLOPT_URL);
SAME(QIX_CURL_PROXY, CURLOPT_PROXY);
SAME(QIX_CURL_READ_DATA, CURLOPT_READDATA);
SAME(QIX_CURL_USER_AGENT, CURLOPT_USERAGENT);
SAME(QIX_CURL_POST_FIELDS, CURLOPT_POSTFIELDS);
SAME(QIX_CURL_HEADERS, CURLOPT_HTTPHEADER);
SAME(QIX_CURL_HEADER_DATA, CURLOPT_HEADERDATA);
SAME(QIX_CURL_UPLOAD, CURLOPT_UPLOAD);
SAME(QIX_CURL_POST, CURLOPT_POST);
SAME(QIX_CURL_SSL_VERIFY_PEER, CURLOPT_SSL_VERIFYPEER);
SAME(QIX_CURL_CA_FILE, CURLOPT_CAINFO);
SAME(QIX_CURL_HTTP_GET, CURLOPT_HTTPGET);
SAME(QIX_CURL_SSL_VERIFY_HOST, CURLOPT_SSL_VERIFYHOST);
SAME(QIX_CURL_NO_SIGNAL, CURLOPT_NOSIGNAL);
SAME(QIX_CURL_USE_SSL, CURLOPT_USE_SSL);
SAME(QIX_CURL_SSL_VERSION, CURLOPT_SSLVERSION);
SAME(QIX_CURL_TIMEOUT_MS, CURLOPT_TIMEOUT_MS);
SAME(QIX_CURL_CONNECT_TIMEOUT_MS, CURLOPT_CONNECTTIMEOUT_MS);
SAME(QIX_CURL_USER_NAME, CURLOPT_USERNAME);
SAME(QIX_CURL_PASSWORD, CURLOPT_PASSWORD);
SAME(QIX_CURL_NO_PROXY, CURLOPT_NOPROXY);
SAME(QIX_CURL_PROTOCOLS, CURLOPT_PROTOCOLS);
SAME(QIX_CURL_MAIL_FROM, CURLOPT_MAIL_FROM);
SAME(QIX_CURL_MAIL_RECIPIENTS, CURLOPT_MAIL_RCPT);
SAME(QIX_CURL_POST_FIELD_SIZE, CURLOPT_POSTFIELDSIZE_LARGE);
SAME(20011, CURLOPT_WRITEFUNCTION);
SAME(20012, CURLOPT_READFUNCTION);
SAME(20079, CURLOPT_HEADERFUNCTION);
SAME(20163, CURLOPT_OPENSOCKETFUNCTION);
SAME(10164, CURLOPT_OPENSOCKETDATA);
SAME(-1, CURL_SOCKET_BAD);
SAME(QIX_CURL_PROTOCOL_HTTP, CURLPROTO_HTTP);
SAME(QIX_CURL_PROTOCOL_HTTPS, CURLPROTO_HTTPS);
SAME(QIX_CURL_PROTOCOL_SMTP, CURLPROTO_SMTP);
SAME(QIX_CURL_PROTOCOL_SMTPS, CURLPROTO_SMTPS);
SAME(QIX_CURL_ALL_OVER_TLS, CURLUSESSL_ALL);
SAME(QIX_CURL_TLS_1_2, CURL_SSLVERSION_TLSv1_2);
SAME(QIX_CURL_NO_HOST, CURLE_COULDNT_RESOLVE_HOST);
SAME(QIX_CURL_NO_CONNECTION, CURLE_COULDNT_CONNECT);
SAME(QIX_CURL_PARTIAL, CURLE_PARTIAL_FILE);
SAME(QIX_CURL_WRITE_FAILED, CURLE_WRITE_ERROR);
SAME(QIX_CURL_OUT_OF_MEMORY, CURLE_OUT_OF_MEMORY);
SAME(QIX_CURL_TIMED_OUT, CURLE_OPERATION_TIMEDOUT);
SAME(QIX_CURL_TLS_HANDSHAKE, CURLE_SSL_CONNECT_ERROR);
SAME(QIX_CURL_NOTHING_CAME, CURLE_GOT_NOTHING);
SAME(QIX_CURL_SEND_FAILED, CURLE_SEND_ERROR);
SAME(QIX_CURL_RECEIVE_FAILED, CURLE_RECV_ERROR);
SAME(QIX_CURL_TLS_CERTIFICATE, CURLE_PEER_FAILED_VERIFICATION);
SAME(QIX_CURL_NO_TLS, CURLE_USE_SSL_FAILED);
SAME(QIX_CURL_SIGN_IN, CURLE_LOGIN_DENIED);
SAME(QIX_CURL_CA_FILE_BAD, CURLE_SSL_CACERT_BADFILE);
SAME(0x200002, CURLINFO_RESPONSE_CODE);
SAME(0x100000 + 31, CURLINFO_REDIRECT_URL);
SAME(1, CURLMSG_DONE);
SAME(3, CURL_GLOBAL_ALL);
#endif

// struct CURLMsg of curl/multi.h.
struct message {
  int kind;
  void *easy;
  union {
    void *anything;
    int result;
  } data;
};

const char *qix_curl_bind(qix_curl *curl, void *library) {
  struct {
    const char *name;
    void *place;
  } wanted[] = {
      {"curl_global_init", &curl->global_init},       {"curl_version", &curl->version},
      {"curl_easy_init", &curl->easy_init},           {"curl_easy_setopt", &curl->easy_setopt},
      {"curl_easy_getinfo", &curl->easy_getinfo},     {"curl_easy_cleanup", &curl->easy_cleanup},
      {"curl_multi_init", &curl->multi_init},         {"curl_multi_add_handle", &curl->multi_add},
      {"curl_multi_remove_handle", &curl->multi_remove}, {"curl_multi_perform", &curl->multi_perform},
      {"curl_multi_poll", &curl->multi_poll},         {"curl_multi_info_read", &curl->multi_info_read},
      {"curl_multi_cleanup", &curl->multi_cleanup},   {"curl_slist_append", &curl->list_append},
      {"curl_slist_free_all", &curl->list_free},
  };
  for (size_t index = 0; index < sizeof wanted / sizeof *wanted; index++) {
    void *symbol = dlsym(library, wanted[index].name);
    if (!symbol) return wanted[index].name;
    // POSIX demands that a pointer to a function fits where dlsym's answer is.
    memcpy(wanted[index].place, &symbol, sizeof symbol);
  }
  return curl->global_init(3) == 0 ? NULL : "curl_global_init";
}

void *qix_curl_make(const qix_curl *curl) { return curl->easy_init(); }
void qix_curl_free(const qix_curl *curl, void *easy) { curl->easy_cleanup(easy); }
const char *qix_curl_version(const qix_curl *curl) { return curl->version(); }

int qix_curl_set_number(const qix_curl *curl, void *easy, int option, long value) {
  return curl->easy_setopt(easy, option, value);
}

int qix_curl_set_size(const qix_curl *curl, void *easy, int option, long long value) {
  return curl->easy_setopt(easy, option, value);
}

int qix_curl_set_text(const qix_curl *curl, void *easy, int option, const char *text) {
  return curl->easy_setopt(easy, option, text);
}

int qix_curl_set_pointer(const qix_curl *curl, void *easy, int option, void *pointer) {
  return curl->easy_setopt(easy, option, pointer);
}

int qix_curl_set_sinks(const qix_curl *curl, void *easy, qix_curl_sink body, qix_curl_sink header, qix_curl_sink source,
                       void *context) {
  int code = curl->easy_setopt(easy, 20011, body);
  if (!code) code = curl->easy_setopt(easy, 20079, header);
  if (!code) code = curl->easy_setopt(easy, 20012, source);
  if (!code) code = curl->easy_setopt(easy, QIX_CURL_WRITE_DATA, context);
  if (!code) code = curl->easy_setopt(easy, QIX_CURL_HEADER_DATA, context);
  if (!code) code = curl->easy_setopt(easy, QIX_CURL_READ_DATA, context);
  return code;
}

// struct curl_sockaddr of curl/curl.h.
struct destination {
  int family;
  int kind;
  int protocol;
  unsigned length;
  struct sockaddr address;
};

int qix_curl_set_opener(const qix_curl *curl, void *easy, qix_curl_opener opener, void *context) {
  int code = curl->easy_setopt(easy, 20163, opener);
  return code ? code : curl->easy_setopt(easy, 10164, context);
}

int qix_curl_address(const void *address, unsigned char bytes[16]) {
  const struct destination *destination = address;
  const void *start = &destination->address;
  if (destination->family == AF_INET && destination->length >= sizeof(struct sockaddr_in)) {
    memcpy(bytes, &((const struct sockaddr_in *)start)->sin_addr, 4);
    return 4;
  }
  if (destination->family == AF_INET6 && destination->length >= sizeof(struct sockaddr_in6)) {
    memcpy(bytes, &((const struct sockaddr_in6 *)start)->sin6_addr, 16);
    return 16;
  }
  return 0;
}

int qix_curl_socket(const void *address) {
  const struct destination *destination = address;
  return socket(destination->family, destination->kind | SOCK_CLOEXEC, destination->protocol);
}

void *qix_curl_list(const qix_curl *curl, void *list, const char *text) { return curl->list_append(list, text); }
void qix_curl_list_free(const qix_curl *curl, void *list) { curl->list_free(list); }

int qix_curl_perform(const qix_curl *curl, void *easy, int (*should_stop)(void *), void *context) {
  void *multi = curl->multi_init();
  if (!multi) return QIX_CURL_MULTI_FAILED;
  int result = QIX_CURL_MULTI_FAILED;
  if (curl->multi_add(multi, easy) == 0) {
    int running = 1;
    while (running) {
      if (should_stop(context)) {
        result = QIX_CURL_STOPPED;
        break;
      }
      if (curl->multi_perform(multi, &running) != 0) break;
      if (running && curl->multi_poll(multi, NULL, 0, 100, NULL) != 0) break;
    }
    int left = 0;
    struct message *message;
    while (!running && (message = curl->multi_info_read(multi, &left)) != NULL) {
      if (message->kind == 1 && message->easy == easy) result = message->data.result;
    }
    curl->multi_remove(multi, easy);
  }
  curl->multi_cleanup(multi);
  return result;
}

long qix_curl_status(const qix_curl *curl, void *easy) {
  long status = 0;
  return curl->easy_getinfo(easy, 0x200002, &status) == 0 ? status : 0;
}

const char *qix_curl_redirection(const qix_curl *curl, void *easy) {
  char *url = NULL;
  return curl->easy_getinfo(easy, 0x100000 + 31, &url) == 0 ? url : NULL;
}
