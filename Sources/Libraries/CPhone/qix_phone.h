#ifndef QIX_PHONE_H
#define QIX_PHONE_H

// Google's libphonenumber behind an interface of C. scripts/late.sh makes libqix-phone.so of phone.cpp, which qix
// loads when it first reads a phone number (docs/decisions/0015-late-libraries.md).

#include <stddef.h>

// Grows with each change of what stands below.
enum { QIX_PHONE_INTERFACE = 2 };

enum {
  QIX_PHONE_OK = 0,
  QIX_PHONE_NO_NUMBER = 1,
  QIX_PHONE_NO_COUNTRY = 2,
  QIX_PHONE_TOO_SHORT = 3,
  QIX_PHONE_TOO_LONG = 4,
  // Enough digits to be dialled from next door alone.
  QIX_PHONE_LOCAL = 5,
  QIX_PHONE_EXTENSION = 6,
  QIX_PHONE_FAILED = 7,
};

enum {
  QIX_PHONE_UNKNOWN = 0,
  QIX_PHONE_FIXED = 1,
  QIX_PHONE_MOBILE = 2,
  QIX_PHONE_FIXED_OR_MOBILE = 3,
  QIX_PHONE_TOLL_FREE = 4,
  QIX_PHONE_PREMIUM = 5,
  QIX_PHONE_VOIP = 6,
  QIX_PHONE_OTHER = 7,
};

// Texts end with a NUL.
typedef struct {
  // +491701234567
  char e164[24];
  // +49 170 1234567
  char international[64];
  // ISO 3166-1, two letters; empty where it is not known.
  char region[4];
  int kind;
  // Whether the metadata of the installed libphonenumber knows such a number.
  int is_valid;
} qix_phone;

#if defined(__cplusplus)
#define QIX_PHONE_EXPORT extern "C" __attribute__((visibility("default")))

QIX_PHONE_EXPORT int qix_phone_interface(void);

// Reads a number of 250 bytes of UTF-8 at most. The region (two letters) is that of numbers without a country code;
// empty for none. QIX_PHONE_OK means a possible number.
QIX_PHONE_EXPORT int qix_phone_parse(const char *text, size_t length, const char *region, qix_phone *number);

// Whether the library knows a region.
QIX_PHONE_EXPORT int qix_phone_knows_region(const char *region);
#endif

#endif
