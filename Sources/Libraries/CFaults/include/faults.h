#ifndef QIX_FAULTS_H
#define QIX_FAULTS_H

// A SQLite VFS that counts what is written and made durable, and fails where a test says (sqlite.org/vfs.html,
// "VFS shims"). Everything else it hands on to the operating system's.

typedef struct qix_disk qix_disk;

enum {
  // The write is refused, as by a full disk: SQLITE_FULL.
  QIX_FAULT_FULL = 1,
  // Half of it is written before the disk is full: SQLITE_FULL.
  QIX_FAULT_SHORT = 2,
  // Written data are not made durable: SQLITE_IOERR_FSYNC.
  QIX_FAULT_SYNC = 3,
};

// Registers a disk. It is never taken away, since a connection may outlive its maker.
qix_disk *qix_disk_make(void);
// The name to open a database with.
const char *qix_disk_name(const qix_disk *disk);
// Restarts the count and fails the operation of that number (from 1; 0 for none), and those after it if `stays`.
void qix_disk_fail(qix_disk *disk, int fault, long long at, int stays);
// Returns the number of writes, and of syncs, since then.
long long qix_disk_writes(const qix_disk *disk);
long long qix_disk_syncs(const qix_disk *disk);
// Returns the number of files opened with leave to make them: SQLite syncs the folder along with such a file.
long long qix_disk_creations(const qix_disk *disk);
// Returns the number of writes or syncs that failed.
long long qix_disk_failures(const qix_disk *disk);

#endif
