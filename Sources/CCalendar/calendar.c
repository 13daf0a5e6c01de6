#define _GNU_SOURCE
#define QIX_CALENDAR_EXPORT __attribute__((visibility("default")))
#include "qix_calendar.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <libical/ical.h>

// What the child writes behind the occurrences: this, and how it ended in the lowest byte. No occurrence is so early.
#define TRAILER ((int64_t)(INT64_MIN + 0x100))

static bool put(int output, int64_t value) {
  const char *bytes = (const char *)&value;
  size_t done = 0;
  while (done < sizeof value) {
    ssize_t count = write(output, bytes + done, sizeof value - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    done += (size_t)count;
  }
  return true;
}

static int search(const qix_calendar_request *request, size_t room, int output) {
  icalerror_set_errors_are_fatal(0);
  struct icalrecurrencetype rule = icalrecurrencetype_from_string(request->rule);
  if (rule.freq == ICAL_NO_RECURRENCE) return QIX_CALENDAR_NO_RULE;
  // Without a zone: what a clock on the wall shows.
  struct icaltimetype start = icaltime_from_timet_with_zone((time_t)request->start, 0, NULL);
  start.zone = NULL;
  icalrecur_iterator *iterator = icalrecur_iterator_new(rule, start);
  if (!iterator) return QIX_CALENDAR_NO_RULE;
  size_t found = 0;
  bool is_first = true;
  for (;;) {
    struct icaltimetype next = icalrecur_iterator_next(iterator);
    if (icaltime_is_null_time(next)) return is_first ? QIX_CALENDAR_NOT_AT_START : QIX_CALENDAR_OK;
    int64_t second = (int64_t)icaltime_as_timet(next);
    if (is_first && second != request->start) return QIX_CALENDAR_NOT_AT_START;
    is_first = false;
    if (second >= request->until) return QIX_CALENDAR_OK;
    if (second < request->from) continue;
    if (found == room) return QIX_CALENDAR_TOO_MANY;
    found += 1;
    if (!put(output, second)) return QIX_CALENDAR_FAILED;
  }
}

static _Noreturn void child(const qix_calendar_request *request, size_t room, int output) {
  struct rlimit none = {0, 0};
  struct rlimit processor = {request->seconds, request->seconds};
  setrlimit(RLIMIT_CORE, &none);
  setrlimit(RLIMIT_CPU, &processor);
  signal(SIGPIPE, SIG_IGN);
  // libical prints warnings.
  int nowhere = open("/dev/null", O_RDWR);
  if (nowhere >= 0) {
    dup2(nowhere, 1);
    dup2(nowhere, 2);
  }
  put(output, TRAILER | search(request, room, output));
  _exit(0);
}

static int64_t milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// How the search ended, as its trailer says.
static int collect(int input, int64_t deadline, int64_t *starts, size_t room, size_t *count) {
  for (;;) {
    int64_t value;
    char *bytes = (char *)&value;
    size_t done = 0;
    while (done < sizeof value) {
      int64_t left = deadline - milliseconds();
      if (left <= 0) return QIX_CALENDAR_TOO_LONG;
      struct pollfd waiting = {input, POLLIN, 0};
      int ready = poll(&waiting, 1, (int)left);
      if (ready < 0 && errno == EINTR) continue;
      if (ready < 0) return QIX_CALENDAR_FAILED;
      if (ready == 0) return QIX_CALENDAR_TOO_LONG;
      ssize_t got = read(input, bytes + done, sizeof value - done);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return QIX_CALENDAR_FAILED;
      // It died: of the limit on its time, or of a fault of libical's, which the caller finds out.
      if (got == 0) return -1;
      done += (size_t)got;
    }
    if ((value & ~(int64_t)0xFF) == TRAILER) return (int)(value & 0xFF);
    if (*count == room) return QIX_CALENDAR_FAILED;
    starts[(*count)++] = value;
  }
}

int qix_calendar_interface(void) { return QIX_CALENDAR_INTERFACE; }

int qix_calendar_expand(const qix_calendar_request *request, int64_t *starts, size_t room, size_t *count) {
  *count = 0;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return QIX_CALENDAR_FAILED;
  pid_t process = fork();
  if (process < 0) {
    close(ends[0]);
    close(ends[1]);
    return QIX_CALENDAR_FAILED;
  }
  if (process == 0) {
    close(ends[0]);
    child(request, room, ends[1]);
  }
  close(ends[1]);
  // Ten times as much on the wall, for a machine that has more to do.
  int code = collect(ends[0], milliseconds() + (int64_t)request->seconds * 10000, starts, room, count);
  close(ends[0]);
  if (code == QIX_CALENDAR_TOO_LONG || code == QIX_CALENDAR_FAILED) kill(process, SIGKILL);
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  if (code >= 0) return code;
  bool ran_out = WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL);
  return ran_out ? QIX_CALENDAR_TOO_LONG : QIX_CALENDAR_FAILED;
}
