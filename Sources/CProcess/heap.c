// Lays the first 2 MiB of the heap of every program that this is linked into in a huge page, where the kernel has them,
// and fills the pages of its variables at once (madvise(2)): most of a short command's page faults would be the first
// use of either (docs/decisions/0020-start-up.md).

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

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

// The linker's: where the variables that begin as zeros lie. Swift puts the flag of each thing that is made once there,
// so that a start touches most of its pages, here and there.
extern char __bss_start[], _end[];

// Before all other constructors (those of libraries have no number), since whatever has been allocated is below the
// huge pages and what lies beside it has small ones.
__attribute__((constructor(101))) static void prepare_memory(void) {
  const uintptr_t end = (uintptr_t)sbrk(0), page = (uintptr_t)sysconf(_SC_PAGESIZE);
  // Linux has it since 5.14; before that each page is filled at its first use, as it would be without this.
  const uintptr_t variables = ((uintptr_t)__bss_start + page - 1) & ~(page - 1);
  madvise((void *)variables, (uintptr_t)_end - variables, MADV_POPULATE_WRITE);
  if (end == (uintptr_t)-1) return;
  // What malloc asks for next begins just below a boundary: the head of its first chunk, which it writes at once, must
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
