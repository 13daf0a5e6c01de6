// The functions of libm that this program has somewhere in it: Swift's library and SQLite name them all, and few commands
// call any. To find and map libm takes 0.11 ms of each start, so it is done at the first call
// (docs/decisions/0020-start-up.md). Only this program's own calls come here; libraries have libm itself.
//
// A release has no other libm to link: where a function is missing here, the linker names it.
#define _GNU_SOURCE
#include "mathematics.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static void *library(void) {
  static void *_Atomic loaded;
  void *known = atomic_load_explicit(&loaded, memory_order_acquire);
  // Whoever comes at the same time gets the same handle.
  if (known == NULL) {
    known = dlopen("libm.so.6", RTLD_NOW | RTLD_LOCAL);
    atomic_store_explicit(&loaded, known, memory_order_release);
  }
  return known;
}

static void *function(const char *name) {
  void *found = library() == NULL ? NULL : dlsym(library(), name);
  if (found == NULL) {
    // A part of glibc is missing. Nothing that goes on from here could be right.
    fprintf(stderr, "qix: %s\n", dlerror());
    abort();
  }
  return found;
}

void qix_load_mathematics(void) { (void)library(); }

// A function under the name that the linker knows; the compiler has ideas of its own about those that C names so.
#define LATE(type, name, parameters, arguments)                                                       \
  __attribute__((visibility("hidden"))) type qix_##name parameters __asm__(#name);                    \
  type qix_##name parameters {                                                                        \
    static type (*_Atomic late) parameters;                                                           \
    type(*known) parameters = atomic_load_explicit(&late, memory_order_acquire);                      \
    if (known == NULL) {                                                                              \
      known = (type(*) parameters)function(#name);                                                    \
      atomic_store_explicit(&late, known, memory_order_release);                                      \
    }                                                                                                 \
    return known arguments;                                                                           \
  }

#define OF_ONE(name)                           \
  LATE(double, name, (double x), (x))          \
  LATE(float, name##f, (float x), (x))         \
  LATE(long double, name##l, (long double x), (x))

#define OF_TWO(name)                                      \
  LATE(double, name, (double x, double y), (x, y))        \
  LATE(float, name##f, (float x, float y), (x, y))        \
  LATE(long double, name##l, (long double x, long double y), (x, y))

OF_ONE(acos) OF_ONE(acosh) OF_ONE(asin) OF_ONE(asinh) OF_ONE(atan) OF_ONE(atanh)
OF_ONE(cos) OF_ONE(cosh) OF_ONE(sin) OF_ONE(sinh) OF_ONE(tan) OF_ONE(tanh)
OF_ONE(exp) OF_ONE(exp2) OF_ONE(expm1) OF_ONE(log) OF_ONE(log10) OF_ONE(log1p) OF_ONE(log2) OF_ONE(logb)
OF_ONE(cbrt) OF_ONE(sqrt) OF_ONE(erf) OF_ONE(erfc) OF_ONE(tgamma)
OF_ONE(floor) OF_ONE(nearbyint) OF_ONE(rint) OF_ONE(round) OF_ONE(trunc)
OF_TWO(atan2) OF_TWO(fdim) OF_TWO(fmax) OF_TWO(fmin) OF_TWO(fmod) OF_TWO(hypot) OF_TWO(nextafter) OF_TWO(pow)
OF_TWO(remainder)

// Swift asks for this one with each dictionary and set that it makes room for, and so in every other command.
__attribute__((visibility("hidden"))) double qix_ceil(double x) __asm__("ceil");
double qix_ceil(double x) {
  // From here on there are no fractions; nor has what is no number any.
  if (!(__builtin_fabs(x) < 0x1p52)) return x;
  const double whole = (double)(int64_t)x;
  // What lies between -1 and 0 becomes the zero that is negative.
  return __builtin_copysign(whole < x ? whole + 1 : whole, x);
}
LATE(float, ceilf, (float x), (x))
LATE(long double, ceill, (long double x), (x))

LATE(double, fma, (double x, double y, double z), (x, y, z))
LATE(float, fmaf, (float x, float y, float z), (x, y, z))
LATE(long double, fmal, (long double x, long double y, long double z), (x, y, z))

LATE(double, remquo, (double x, double y, int *quotient), (x, y, quotient))
LATE(float, remquof, (float x, float y, int *quotient), (x, y, quotient))
LATE(long double, remquol, (long double x, long double y, int *quotient), (x, y, quotient))

LATE(double, lgamma_r, (double x, int *sign), (x, sign))
LATE(float, lgammaf_r, (float x, int *sign), (x, sign))
LATE(long double, lgammal_r, (long double x, int *sign), (x, sign))

LATE(double, nan, (const char *payload), (payload))
LATE(float, nanf, (const char *payload), (payload))
LATE(long double, nanl, (const char *payload), (payload))

LATE(double, jn, (int order, double x), (order, x))
LATE(double, yn, (int order, double x), (order, x))
