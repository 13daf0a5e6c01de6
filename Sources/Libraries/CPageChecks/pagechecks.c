#include "pagechecks.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct {
  sqlite3_vfs vfs;
  sqlite3_vfs *real;
  char name[96];
} checks;

// The wrapped file follows behind it in the memory that SQLite gives.
typedef struct {
  sqlite3_file base;
  // Bytes of a page; 0 as long as nothing says that the database has checksums.
  int page;
  int takes_unsummed;
  uint32_t mark;
  unsigned char *copy;
} file;

static sqlite3_file *real(sqlite3_file *f) { return (sqlite3_file *)((file *)f + 1); }

// Every step is a bijection of the sum and of the word, so that a change of one word always shows. It begins with the
// page's place: a page written to the wrong one shows too.
uint64_t qix_sum(const void *start, size_t count, int64_t place) {
  const unsigned char *bytes = start;
  uint64_t sum = 0x9E3779B97F4A7C15u ^ (uint64_t)place;
  for (size_t i = 0; i < count; i += 8) {
    uint64_t word = 0;
    for (int k = 0; k < 8; k++) word |= (uint64_t)bytes[i + k] << (8 * k);
    sum = (sum ^ word) * 0xBF58476D1CE4E5B9u;
    sum ^= sum >> 29;
  }
  return sum;
}

static void put(unsigned char *to, uint64_t value) {
  for (int k = 0; k < 8; k++) to[k] = (unsigned char)(value >> (8 * k));
}

static uint64_t get(const unsigned char *from) {
  uint64_t value = 0;
  for (int k = 0; k < 8; k++) value |= (uint64_t)from[k] << (8 * k);
  return value;
}

// Bytes of a page by the header of the database; 0 when its pages have no checksums.
static int page_size(const unsigned char *header) {
  int page = header[16] << 8 | header[17] << 16;
  return header[20] == QIX_PAGE_CHECK_SIZE && page >= 512 && page <= 65536 && (page & (page - 1)) == 0 ? page : 0;
}

// Learns from the header of the database whether its pages have checksums.
static void learn(file *f, const unsigned char *header, int count, sqlite3_int64 offset) {
  if (offset != 0 || count < 100 || memcmp(header, "SQLite format 3", 16) != 0) return;
  f->page = page_size(header);
  // SQLite reads the header alone when it opens the file.
  if (count == 100) f->mark = (uint32_t)header[68] << 24 | header[69] << 16 | header[70] << 8 | header[71];
}

static int is_page(const file *f, int count, sqlite3_int64 offset) {
  return f->page != 0 && count == f->page && offset % count == 0;
}

// A page that SQLite has skipped over and never written.
static int is_hole(const unsigned char *bytes, int count) { return bytes[0] == 0 && !memcmp(bytes, bytes + 1, count - 1); }

typedef enum { WHOLE, UNSUMMED, DAMAGED } verdict;

static verdict judge(const unsigned char *page, int count, sqlite3_int64 offset) {
  int body = count - QIX_PAGE_CHECK_SIZE;
  uint64_t found = get(page + body);
  if (found == qix_sum(page, body, offset) || is_hole(page, count)) return WHOLE;
  return found == 0 ? UNSUMMED : DAMAGED;
}

static int on_read(sqlite3_file *base, void *bytes, int count, sqlite3_int64 offset) {
  file *f = (file *)base;
  int result = real(base)->pMethods->xRead(real(base), bytes, count, offset);
  if (result != SQLITE_OK) return result;
  learn(f, bytes, count, offset);
  if (!is_page(f, count, offset)) return SQLITE_OK;
  int body = count - QIX_PAGE_CHECK_SIZE;
  unsigned char *tail = (unsigned char *)bytes + body;
  switch (judge(bytes, count, offset)) {
    case WHOLE: break;
    case UNSUMMED:
      if (f->takes_unsummed) break;
      return QIX_IOERR_UNSUMMED;
    case DAMAGED:
      sqlite3_log(SQLITE_IOERR_DATA, "page %lld is not what was written", offset / count + 1);
      return SQLITE_IOERR_DATA;
  }
  memset(tail, 0, QIX_PAGE_CHECK_SIZE);
  return SQLITE_OK;
}

static int on_write(sqlite3_file *base, const void *bytes, int count, sqlite3_int64 offset) {
  file *f = (file *)base;
  learn(f, bytes, count, offset);
  if (!is_page(f, count, offset)) return real(base)->pMethods->xWrite(real(base), bytes, count, offset);
  // In a copy: SQLite has already summed up what it wrote into its log.
  if (!f->copy && !(f->copy = malloc(65536))) return SQLITE_IOERR_NOMEM;
  int body = count - QIX_PAGE_CHECK_SIZE;
  memcpy(f->copy, bytes, body);
  put(f->copy + body, qix_sum(f->copy, body, offset));
  return real(base)->pMethods->xWrite(real(base), f->copy, count, offset);
}

// Goes over all pages of the file: counts those without a checksum, and gives them one where it may write.
static int each_page(file *f, qix_page_sums *sums, int writes) {
  sqlite3_file *below = real((sqlite3_file *)f);
  sqlite3_int64 size = 0;
  int result = below->pMethods->xFileSize(below, &size);
  sums->pages = sums->unsummed = sums->damaged = 0;
  if (!f->copy && !(f->copy = malloc(65536))) return SQLITE_IOERR_NOMEM;
  for (sqlite3_int64 at = 0; result == SQLITE_OK && f->page && at + f->page <= size; at += f->page) {
    int body = f->page - QIX_PAGE_CHECK_SIZE;
    result = below->pMethods->xRead(below, f->copy, f->page, at);
    if (result != SQLITE_OK) return result;
    sums->pages += 1;
    verdict verdict = judge(f->copy, f->page, at);
    if (verdict == DAMAGED && !sums->damaged) sums->damaged = sums->pages;
    if (verdict != UNSUMMED) continue;
    sums->unsummed += 1;
    if (!writes) continue;
    put(f->copy + body, qix_sum(f->copy, body, at));
    result = below->pMethods->xWrite(below, f->copy + body, QIX_PAGE_CHECK_SIZE, at + body);
  }
  return result;
}

static int sum_pages(file *f, qix_page_sums *sums) {
  int result = each_page(f, sums, 0);
  if (result != SQLITE_OK || !sums->writes || sums->damaged || !sums->unsummed) return result;
  result = each_page(f, sums, 1);
  return result == SQLITE_OK ? real((sqlite3_file *)f)->pMethods->xSync(real((sqlite3_file *)f), SQLITE_SYNC_FULL) : result;
}

static int on_close(sqlite3_file *base) {
  free(((file *)base)->copy);
  return real(base)->pMethods->xClose(real(base));
}

static int on_control(sqlite3_file *f, int op, void *arg) {
  if (op == QIX_FCNTL_PAGE_CHECKS) {
    ((file *)f)->page = *(int *)arg;
    return SQLITE_OK;
  }
  if (op == QIX_FCNTL_TAKE_UNSUMMED) {
    ((file *)f)->takes_unsummed = 1;
    return SQLITE_OK;
  }
  if (op == QIX_FCNTL_FILE_MARK) {
    *(uint32_t *)arg = ((file *)f)->mark;
    return SQLITE_OK;
  }
  if (op == QIX_FCNTL_SUM_PAGES) return sum_pages((file *)f, arg);
  return real(f)->pMethods->xFileControl(real(f), op, arg);
}

static int on_truncate(sqlite3_file *f, sqlite3_int64 size) { return real(f)->pMethods->xTruncate(real(f), size); }
static int on_sync(sqlite3_file *f, int flags) { return real(f)->pMethods->xSync(real(f), flags); }
static int on_size(sqlite3_file *f, sqlite3_int64 *size) { return real(f)->pMethods->xFileSize(real(f), size); }
static int on_lock(sqlite3_file *f, int level) { return real(f)->pMethods->xLock(real(f), level); }
static int on_unlock(sqlite3_file *f, int level) { return real(f)->pMethods->xUnlock(real(f), level); }
static int on_check_lock(sqlite3_file *f, int *held) { return real(f)->pMethods->xCheckReservedLock(real(f), held); }
static int on_sector(sqlite3_file *f) { return real(f)->pMethods->xSectorSize(real(f)); }
static int on_traits(sqlite3_file *f) { return real(f)->pMethods->xDeviceCharacteristics(real(f)); }
static int on_shm_map(sqlite3_file *f, int region, int size, int extend, void volatile **memory) {
  return real(f)->pMethods->xShmMap(real(f), region, size, extend, memory);
}
static int on_shm_lock(sqlite3_file *f, int offset, int n, int flags) {
  return real(f)->pMethods->xShmLock(real(f), offset, n, flags);
}
static void on_shm_barrier(sqlite3_file *f) { real(f)->pMethods->xShmBarrier(real(f)); }
static int on_shm_unmap(sqlite3_file *f, int removes) { return real(f)->pMethods->xShmUnmap(real(f), removes); }

// Version 2: without memory mapping, which would go past these functions.
static const sqlite3_io_methods methods = {
  .iVersion = 2, .xClose = on_close, .xRead = on_read, .xWrite = on_write, .xTruncate = on_truncate, .xSync = on_sync,
  .xFileSize = on_size, .xLock = on_lock, .xUnlock = on_unlock, .xCheckReservedLock = on_check_lock,
  .xFileControl = on_control, .xSectorSize = on_sector, .xDeviceCharacteristics = on_traits, .xShmMap = on_shm_map,
  .xShmLock = on_shm_lock, .xShmBarrier = on_shm_barrier, .xShmUnmap = on_shm_unmap,
};

// Bytes of the header of a write-ahead log, which is made durable before anything is written behind it
// (sqlite.org/fileformat2.html §4.1).
enum { LOG_HEADER = 32 };

// SQLite opens its log with leave to make it, and syncs the folder at the first commit in case it did: a second sync
// for each short process. The name of a log that has more than its header is durable, since the header's sync did that.
static int open_log(sqlite3_vfs *real, const char *path, sqlite3_file *f, int flags, int *out) {
  struct stat status;
  if ((flags & SQLITE_OPEN_CREATE) && stat(path, &status) == 0 && status.st_size > LOG_HEADER &&
      real->xOpen(real, path, f, flags & ~SQLITE_OPEN_CREATE, out) == SQLITE_OK) {
    return SQLITE_OK;
  }
  return real->xOpen(real, path, f, flags, out);
}

static int on_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *f, int flags, int *out) {
  checks *own = (checks *)vfs->pAppData;
  if (flags & SQLITE_OPEN_WAL) return open_log(own->real, path, f, flags, out);
  // Journals and temporary files don't concern it: they get the other's file itself.
  if (!(flags & SQLITE_OPEN_MAIN_DB)) return own->real->xOpen(own->real, path, f, flags, out);
  memset(f, 0, sizeof(file));
  int result = own->real->xOpen(own->real, path, real(f), flags, out);
  // SQLite closes a file that has methods, also one that could not be opened.
  if (result == SQLITE_OK) f->pMethods = &methods;
  return result;
}

const char *qix_page_checks_over(const char *below) {
  static pthread_mutex_t once = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&once);
  sqlite3_vfs *real = sqlite3_vfs_find(below);
  char name[96];
  snprintf(name, sizeof name, "qix+%s", real ? real->zName : "none");
  sqlite3_vfs *known = sqlite3_vfs_find(name);
  if (!known && real) {
    checks *own = calloc(1, sizeof *own);
    if (own) {
      own->real = real;
      // Calls that this shim doesn't wrap go to the other: none of those functions looks at pAppData.
      own->vfs = *real;
      memcpy(own->name, name, sizeof name);
      own->vfs.zName = own->name;
      own->vfs.pNext = NULL;
      own->vfs.szOsFile = (int)sizeof(file) + real->szOsFile;
      own->vfs.pAppData = own;
      own->vfs.xOpen = on_open;
      sqlite3_vfs_register(&own->vfs, 0);
      known = &own->vfs;
    }
  }
  pthread_mutex_unlock(&once);
  return known ? known->zName : NULL;
}
