// Lays the variables and the first 2 MiB of the heap of every program that this is linked into in huge pages, where the
// kernel has them (madvise(2)): most of a short command's page faults would be the first use of either
// (docs/decisions/0020-start-up.md).

#define _GNU_SOURCE
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

// Bytes in a huge page of x86-64, and of AArch64 with pages of 4 KiB.
static const uintptr_t huge = 2 << 20;
// More than a short command needs, so that its heap never grows; what isn't touched takes no memory.
static const int room = 4 << 20;

// The linker's: where the variables that begin as zeros lie. Swift puts the flag of each thing that is made once there,
// so that a start touches most of its pages, here and there.
extern char __bss_start[], _end[];

// Room on both sides of those variables (scripts/room.ld puts it there), so that they lie in whole huge pages wherever
// the program is loaded. Nothing uses it.
__attribute__((used, section(".bss.room_before"))) static char room_before[2 << 20];
__attribute__((used, section(".bss.room_behind"))) static char room_behind[2 << 20];

// A huge page is cleared in the time of twenty small ones. Where none is available, the small ones come one by one. It
// must have one advice, so this begins with the room where that lies before the variables.
static void prepare_variables(void) {
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  const uintptr_t room = (uintptr_t)room_before, begin = (uintptr_t)__bss_start;
  const uintptr_t variables = ((room < begin ? room : begin) + page - 1) & ~(page - 1);
  madvise((void *)variables, (uintptr_t)_end - variables, MADV_HUGEPAGE);
}

// Before OpenSSL's .init has touched a first variable.
__attribute__((used, section(".preinit_array"))) static void (*const before_all)(void) = prepare_variables;

// Before all other constructors (those of libraries have no number), since whatever has been allocated is below the
// huge pages and what lies beside it has small ones.
__attribute__((constructor(101))) static void prepare_memory(void) {
  const uintptr_t end = (uintptr_t)sbrk(0), page = (uintptr_t)sysconf(_SC_PAGESIZE);
  if (end == (uintptr_t)-1) return;
  // The next memory of malloc begins just below a boundary: the head of its first chunk, which it writes at once, must
  // not lie in a huge page's place, or the kernel has put a small one there.
  const uintptr_t boundary = (end + page + huge - 1) & ~(huge - 1);
  if (sbrk((intptr_t)(boundary - page - end)) == (void *)-1) return;
  mallopt(M_TOP_PAD, room);
  // SQLite's journal of a statement takes 128 KiB and gives them back each time: that is to be memory of the heap, not a
  // mapping each time, as it would be from that size on.
  mallopt(M_MMAP_THRESHOLD, 2 << 20);
  mallopt(M_TRIM_THRESHOLD, 4 * room);
  void *volatile first = malloc(1);
  free(first);
  // Where the kernel has no huge pages, or is told to give none, all is as it was. No second one: a little use of it
  // would cost more than it saves, since all of it is cleared at once.
  madvise((void *)boundary, huge, MADV_HUGEPAGE);
}
