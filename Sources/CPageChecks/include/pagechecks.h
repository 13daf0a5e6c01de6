#ifndef QIX_PAGE_CHECKS_H
#define QIX_PAGE_CHECKS_H

// A SQLite VFS that keeps a checksum in the last eight bytes of each page of a database and compares it when the page
// is read, so that a flipped bit is found and not believed (the idea of SQLite's own cksumvfs, which the library does
// not contain). A database has them when it reserves eight bytes of each page (byte 20 of its header,
// sqlite.org/fileformat2.html §1.3.4). The write-ahead log has checksums of its own; one that is there already is opened
// without a sync of its folder.

enum { QIX_PAGE_CHECK_SIZE = 8 };

// Registers the VFS over another one (NULL: the operating system's), once, and gives its name; NULL without memory.
const char *qix_page_checks_over(const char *vfs);

// For sqlite3_file_control on a new database, before the first page is written: all its pages will have checksums,
// whichever is written first. The argument points to an int, the size of a page.
enum { QIX_FCNTL_PAGE_CHECKS = 0x716978 };

#endif
