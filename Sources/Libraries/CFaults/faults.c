#include "faults.h"

#include <sqlite3.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct qix_disk {
  sqlite3_vfs vfs;
  sqlite3_vfs *real;
  char name[40];
  atomic_llong writes, syncs, failures, at, creations;
  atomic_int fault, stays;
};

// The wrapped file follows behind it in the memory that SQLite gives.
typedef struct {
  sqlite3_file base;
  qix_disk *disk;
} file;

static sqlite3_file *real(sqlite3_file *f) { return (sqlite3_file *)((file *)f + 1); }

// Whether the operation with this number is one to fail.
static int fails(qix_disk *disk, long long number) {
  long long at = atomic_load(&disk->at);
  int due = at > 0 && (number == at || (number > at && atomic_load(&disk->stays)));
  if (due) atomic_fetch_add(&disk->failures, 1);
  return due;
}

static int write_fails(qix_disk *disk) {
  long long number = atomic_fetch_add(&disk->writes, 1) + 1;
  return atomic_load(&disk->fault) != QIX_FAULT_SYNC && fails(disk, number);
}

static int on_close(sqlite3_file *f) { return real(f)->pMethods->xClose(real(f)); }
static int on_read(sqlite3_file *f, void *bytes, int count, sqlite3_int64 offset) {
  return real(f)->pMethods->xRead(real(f), bytes, count, offset);
}

static int on_write(sqlite3_file *f, const void *bytes, int count, sqlite3_int64 offset) {
  qix_disk *disk = ((file *)f)->disk;
  if (write_fails(disk)) {
    if (atomic_load(&disk->fault) == QIX_FAULT_SHORT) real(f)->pMethods->xWrite(real(f), bytes, count / 2, offset);
    return SQLITE_FULL;
  }
  return real(f)->pMethods->xWrite(real(f), bytes, count, offset);
}

static int on_truncate(sqlite3_file *f, sqlite3_int64 size) { return real(f)->pMethods->xTruncate(real(f), size); }

static int on_sync(sqlite3_file *f, int flags) {
  qix_disk *disk = ((file *)f)->disk;
  long long number = atomic_fetch_add(&disk->syncs, 1) + 1;
  if (atomic_load(&disk->fault) == QIX_FAULT_SYNC && fails(disk, number)) return SQLITE_IOERR_FSYNC;
  return real(f)->pMethods->xSync(real(f), flags);
}

static int on_size(sqlite3_file *f, sqlite3_int64 *size) { return real(f)->pMethods->xFileSize(real(f), size); }
static int on_lock(sqlite3_file *f, int level) { return real(f)->pMethods->xLock(real(f), level); }
static int on_unlock(sqlite3_file *f, int level) { return real(f)->pMethods->xUnlock(real(f), level); }
static int on_check_lock(sqlite3_file *f, int *held) { return real(f)->pMethods->xCheckReservedLock(real(f), held); }
static int on_control(sqlite3_file *f, int op, void *arg) { return real(f)->pMethods->xFileControl(real(f), op, arg); }
static int on_sector(sqlite3_file *f) { return real(f)->pMethods->xSectorSize(real(f)); }
static int on_traits(sqlite3_file *f) { return real(f)->pMethods->xDeviceCharacteristics(real(f)); }

static int on_shm_map(sqlite3_file *f, int region, int size, int extend, void volatile **memory) {
  // A region that is made grows a file, which a full disk refuses with a code of its own.
  if (extend && write_fails(((file *)f)->disk)) return SQLITE_IOERR_SHMSIZE;
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

static int on_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *f, int flags, int *out) {
  qix_disk *disk = (qix_disk *)vfs->pAppData;
  ((file *)f)->disk = disk;
  f->pMethods = NULL;
  if (flags & SQLITE_OPEN_CREATE) atomic_fetch_add(&disk->creations, 1);
  int result = disk->real->xOpen(disk->real, path, real(f), flags, out);
  // SQLite closes a file that has methods, also one that could not be opened.
  if (result == SQLITE_OK) f->pMethods = &methods;
  return result;
}

qix_disk *qix_disk_make(void) {
  qix_disk *disk = calloc(1, sizeof *disk);
  if (!disk) abort();
  disk->real = sqlite3_vfs_find(NULL);
  // Calls that this shim doesn't wrap go to the real one; it finds its own data behind pAppData only in functions of
  // files, which are wrapped, so a copy of the rest may be shared.
  disk->vfs = *disk->real;
  snprintf(disk->name, sizeof disk->name, "qix-faults-%p", (void *)disk);
  disk->vfs.zName = disk->name;
  disk->vfs.pNext = NULL;
  disk->vfs.szOsFile = (int)sizeof(file) + disk->real->szOsFile;
  disk->vfs.pAppData = disk;
  disk->vfs.xOpen = on_open;
  sqlite3_vfs_register(&disk->vfs, 0);
  return disk;
}

const char *qix_disk_name(const qix_disk *disk) { return disk->name; }

void qix_disk_fail(qix_disk *disk, int fault, long long at, int stays) {
  atomic_store(&disk->writes, 0);
  atomic_store(&disk->syncs, 0);
  atomic_store(&disk->failures, 0);
  atomic_store(&disk->creations, 0);
  atomic_store(&disk->fault, fault);
  atomic_store(&disk->stays, stays);
  atomic_store(&disk->at, at);
}

long long qix_disk_writes(const qix_disk *disk) { return atomic_load(&disk->writes); }
long long qix_disk_syncs(const qix_disk *disk) { return atomic_load(&disk->syncs); }
long long qix_disk_failures(const qix_disk *disk) { return atomic_load(&disk->failures); }
long long qix_disk_creations(const qix_disk *disk) { return atomic_load(&disk->creations); }
