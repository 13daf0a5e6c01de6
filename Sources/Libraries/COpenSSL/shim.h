// Only the low-level SHA-256: it links statically, costs nothing at start-up and uses the processor's
// SHA instructions, which libsodium's does not (docs/decisions/0004-sha256-from-openssl.md).
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>
