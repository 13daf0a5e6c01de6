// The database as qix sets it up: same pragmas, same checkpoint rule, same audit log.
#pragma once

#include <sqlite3.h>
#include <stdint.h>

// Ends the program with a message when an SQLite call did not return what it should.
void expect(sqlite3 *db, int result, int expected, const char *what);
// Ends the program with a message.
_Noreturn void fail(const char *format, ...);

// Microseconds since 1970.
int64_t microseconds_now(void);

struct store {
  sqlite3 *db;
  int page_size;
  // A log longer than this, in bytes, is moved into the database after a commit.
  int64_t log_limit;
  // How long the log was after the last commit.
  int log_pages;
  sqlite3_stmt *begin, *commit, *audit;
  int64_t audit_entry;
  uint8_t audit_hash[32];
};

// Makes a database that is not there yet. `migrations` are texts of the form MODULE/NAME=FILE.
void store_create(struct store *store, const char *path, int page_size, int64_t cache_bytes, int64_t log_limit,
                  char **migrations, int count);
void store_begin(struct store *store);
// Writes the audit entry, commits, and moves the log into the database when it has grown too long.
void store_commit(struct store *store, const char *subject);
void store_close(struct store *store);

sqlite3_stmt *store_prepare(struct store *store, const char *sql);
// Runs a statement that returns no row, and makes it ready for the next time.
void store_run(struct store *store, sqlite3_stmt *statement);
