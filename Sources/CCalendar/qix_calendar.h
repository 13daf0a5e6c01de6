#ifndef QIX_CALENDAR_H
#define QIX_CALENDAR_H

// libical's expansion of recurrence rules behind an interface of ours. scripts/late.sh makes libqix-calendar.so of
// calendar.c, which qix loads when it first meets a rule (docs/decisions/0025-broadcast-windows.md).

#include <stddef.h>
#include <stdint.h>

// Grows with each change of what stands below.
enum { QIX_CALENDAR_INTERFACE = 1 };

enum {
  QIX_CALENDAR_OK = 0,
  // libical can't read the rule.
  QIX_CALENDAR_NO_RULE = 1,
  // The rule has no occurrence at its own start.
  QIX_CALENDAR_NOT_AT_START = 2,
  // There are more occurrences than asked for.
  QIX_CALENDAR_TOO_MANY = 3,
  // It took more than the time that it was given.
  QIX_CALENDAR_TOO_LONG = 4,
  QIX_CALENDAR_FAILED = 5,
};

// Times are clocks on a wall: seconds since 1970 as if they were UTC.
typedef struct {
  // A rule of RFC 5545 §3.3.10 without UNTIL, checked: no text of strangers reaches libical as it is.
  const char *rule;
  // The first occurrence, from which a COUNT counts.
  int64_t start;
  // Occurrences from this moment on,
  int64_t from;
  // and before this one.
  int64_t until;
  // Seconds of processor time that it may take.
  unsigned seconds;
} qix_calendar_request;

#if defined(QIX_CALENDAR_EXPORT)

QIX_CALENDAR_EXPORT int qix_calendar_interface(void);

// Writes the occurrences of a rule, ascending, into a place for so many, and their number into `count`.
// The work is done in a process of its own, since there are rules that libical searches for minutes for an occurrence
// that never comes.
QIX_CALENDAR_EXPORT int qix_calendar_expand(const qix_calendar_request *request, int64_t *starts, size_t room,
                                            size_t *count);
#endif

#endif
