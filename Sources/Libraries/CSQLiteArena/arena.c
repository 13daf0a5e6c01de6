#include "sqlitearena.h"

#include <sqlite3.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// Bytes of the whole: the schema and the first statements of a command. What is behind that is malloc's, so nothing grows
// by it. Pieces up to SMALL are used again once they are given back, since what was just written lies in the processor's
// cache.
enum { ROOM = 1 << 20, SMALL = 1024 };

// Before each piece stands its size, a multiple of eight; SQLite asks for addresses that are one.
typedef int64_t head;

static sqlite3_mem_methods system_methods;
static char *room, *next;
// Only one thread cuts pieces off, so that it takes no lock.
static _Thread_local int cuts;
// Pieces that were given back, by eighths of their size; each holds the next one's address.
static void *free_pieces[SMALL / 8 + 1];

static int is_cut(const void *piece) { return (uintptr_t)piece - (uintptr_t)room < ROOM; }
static head *head_of(void *piece) { return (head *)piece - 1; }
static int is_last(void *piece) { return (char *)piece + *head_of(piece) == next; }
static int rounded(int size) { return (size + 7) & ~7; }

static void *take(int size) {
  const int whole = rounded(size);
  if (!cuts) return system_methods.xMalloc(size);
  if (whole <= SMALL && free_pieces[whole / 8] != NULL) {
    void *piece = free_pieces[whole / 8];
    free_pieces[whole / 8] = *(void **)piece;
    return piece;
  }
  if (whole > room + ROOM - next - (int)sizeof(head)) return system_methods.xMalloc(size);
  head *start = (head *)next;
  *start = whole;
  next = (char *)(start + 1) + whole;
  return start + 1;
}

// Larger pieces, and those that another thread gives back, wait for the end of the process.
static void give_back(void *piece) {
  if (!is_cut(piece)) return system_methods.xFree(piece);
  if (!cuts) return;
  const int64_t whole = *head_of(piece);
  if (is_last(piece)) {
    next = (char *)head_of(piece);
  } else if (whole <= SMALL && whole > 0) {
    *(void **)piece = free_pieces[whole / 8];
    free_pieces[whole / 8] = piece;
  }
}

static void *resize(void *piece, int size) {
  if (!is_cut(piece)) return system_methods.xRealloc(piece, size);
  const int64_t present = *head_of(piece);
  const int whole = rounded(size);
  if (whole <= present) return piece;
  if (cuts && is_last(piece) && whole <= room + ROOM - (char *)piece) {
    *head_of(piece) = whole;
    next = (char *)piece + whole;
    return piece;
  }
  void *moved = take(size);
  if (moved == NULL) return NULL;
  memcpy(moved, piece, (size_t)present);
  give_back(piece);
  return moved;
}

static int size_of(void *piece) { return is_cut(piece) ? (int)*head_of(piece) : system_methods.xSize(piece); }

int qix_sqlite_arena(void) {
  int code = sqlite3_config(SQLITE_CONFIG_GETMALLOC, &system_methods);
  if (code != SQLITE_OK || (room = malloc(ROOM)) == NULL) return code;
  next = room;
  cuts = 1;
  sqlite3_mem_methods methods = system_methods;
  methods.xMalloc = take;
  methods.xFree = give_back;
  methods.xRealloc = resize;
  methods.xSize = size_of;
  return sqlite3_config(SQLITE_CONFIG_MALLOC, &methods);
}
