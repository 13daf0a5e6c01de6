#ifndef QIX_PAGE_CHECKS_H
#define QIX_PAGE_CHECKS_H

// A SQLite VFS that keeps a checksum in the last eight bytes of each page of a database and compares it when the page
// is read, so that a flipped bit is found and not believed (the idea of SQLite's own cksumvfs, which the library does
// not contain). A database has them when it reserves eight bytes of each page (byte 20 of its header,
// sqlite.org/fileformat2.html §1.3.4). The write-ahead log has checksums of its own; one that is there already is opened
// without a sync of its folder.
//
// SQLite itself never sees a checksum: it gets zeros in its place, and zeros it writes into its log. So a page that another
// SQLite has moved from the log into the database, which knows of no checksums, has zeros there too, and is told from one
// that was damaged.

#include <stddef.h>
#include <stdint.h>

enum { QIX_PAGE_CHECK_SIZE = 8 };

// How reading a page ends that has zeros in place of a checksum: an extended code of SQLITE_IOERR, which SQLite passes on.
enum { QIX_IOERR_UNSUMMED = 10 | 113 << 8 };

// Registers the VFS over another one (NULL: the operating system's), once, and gives its name; NULL without memory.
const char *qix_page_checks_over(const char *vfs);

// For sqlite3_file_control on a new database, before the first page is written: all its pages will have checksums,
// whichever is written first. The argument points to an int, the size of a page.
enum { QIX_FCNTL_PAGE_CHECKS = 0x716978 };

// For sqlite3_file_control: from now on pages without a checksum are read all the same. The argument is NULL.
enum { QIX_FCNTL_TAKE_UNSUMMED = 0x716979 };

// For sqlite3_file_control: the application id (byte 68 of the header) that the file itself had when it was opened,
// whatever its log says. The argument points to a uint32_t.
enum { QIX_FCNTL_FILE_MARK = 0x71697A };

// The checksum of so many bytes, a multiple of eight, at a place of a file.
uint64_t qix_sum(const void *bytes, size_t count, int64_t place);

// For sqlite3_file_control: gives each page that has none its checksum, and makes that durable; or counts them. The
// file must have no writer meanwhile, and its log must be empty. The argument points to a qix_page_sums. Goes through
// SQLite's own file: closing another of the process would give up SQLite's locks (sqlite.org/howtocorrupt.html §2.2).
enum { QIX_FCNTL_SUM_PAGES = 0x71697B };

typedef struct {
  // In: whether to write, or only to count.
  int writes;
  int64_t pages, unsummed;
  // The number of the first page whose checksum is there and doesn't fit: then nothing was written. 0 for none.
  int64_t damaged;
} qix_page_sums;

#endif
