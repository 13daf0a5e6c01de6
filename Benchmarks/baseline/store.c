#include "store.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "bytes.h"
#include "pagechecks.h"

void fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs("baseline: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  exit(1);
}

void expect(sqlite3 *db, int result, int expected, const char *what) {
  if (result != expected) fail("%s: %s (%d)", what, db ? sqlite3_errmsg(db) : "no database", result);
}

int64_t microseconds_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

static void script(struct store *store, const char *sql) {
  expect(store->db, sqlite3_exec(store->db, sql, NULL, NULL, NULL), SQLITE_OK, sql);
}

// Only notes the log's length; being there, it also keeps SQLite from checkpointing on its own.
static int note_log(void *store, sqlite3 *db, const char *name, int pages) {
  (void)db, (void)name;
  ((struct store *)store)->log_pages = pages;
  return SQLITE_OK;
}

static char *read_file(const char *path, size_t *count) {
  FILE *file = fopen(path, "rb");
  if (!file) fail("%s can't be opened", path);
  fseek(file, 0, SEEK_END);
  *count = (size_t)ftell(file);
  rewind(file);
  char *text = malloc(*count + 1);
  if (!text || fread(text, 1, *count, file) != *count) fail("%s can't be read", path);
  text[*count] = 0;
  fclose(file);
  return text;
}

// Applies a migration and enters it into the ledger of migrations, so that qix takes the database for its own.
static void migrate(struct store *store, char *migration) {
  char *path = strchr(migration, '='), *name = strchr(migration, '/');
  if (!path || !name || name > path) fail("'%s' is not MODULE/NAME=FILE", migration);
  size_t count;
  char *sql = read_file(path + 1, &count);
  uint8_t digest[32];
  sha256(sql, count, digest);
  script(store, "BEGIN IMMEDIATE");
  script(store, sql);
  sqlite3_stmt *insert = store_prepare(
      store, "INSERT INTO qix_migrations (module, name, digest, applied_at) VALUES (?1, ?2, ?3, ?4)");
  sqlite3_bind_text(insert, 1, migration, (int)(name - migration), SQLITE_STATIC);
  sqlite3_bind_text(insert, 2, name + 1, (int)(path - name - 1), SQLITE_STATIC);
  sqlite3_bind_blob(insert, 3, digest, 32, SQLITE_STATIC);
  sqlite3_bind_int64(insert, 4, microseconds_now());
  store_run(store, insert);
  sqlite3_finalize(insert);
  script(store, "COMMIT");
  free(sql);
}

void store_create(struct store *store, const char *path, int page_size, int64_t cache_bytes, int64_t log_limit,
                  char **migrations, int count) {
  memset(store, 0, sizeof *store);
  store->page_size = page_size;
  store->log_limit = log_limit;
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); // without it each allocation takes a lock
  FILE *there = fopen(path, "rb");
  if (there) fail("%s is there already", path);
  int result = sqlite3_open_v2(
      path, &store->db,
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE,
      qix_page_checks_over(NULL));
  expect(store->db, result, SQLITE_OK, path);
  sqlite3_wal_hook(store->db, note_log, store);
  const int options[][2] = {{SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1}, {SQLITE_DBCONFIG_ENABLE_FKEY, 1},
                            {SQLITE_DBCONFIG_DEFENSIVE, 1},        {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
                            {SQLITE_DBCONFIG_DQS_DML, 0},          {SQLITE_DBCONFIG_DQS_DDL, 0}};
  for (size_t i = 0; i < sizeof options / sizeof *options; i++)
    sqlite3_db_config(store->db, options[i][0], options[i][1], (int *)NULL);
  char sql[128];
  snprintf(sql, sizeof sql, "PRAGMA page_size = %d", page_size);
  script(store, sql);
  int reserved = QIX_PAGE_CHECK_SIZE;
  sqlite3_file_control(store->db, "main", SQLITE_FCNTL_RESERVE_BYTES, &reserved);
  sqlite3_file_control(store->db, "main", QIX_FCNTL_PAGE_CHECKS, &page_size);
  script(store, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cell_size_check = ON;");
  snprintf(sql, sizeof sql, "PRAGMA cache_size = -%lld", (long long)(cache_bytes / 1024));
  script(store, sql);
  script(store,
         "CREATE TABLE qix_migrations (\n  module TEXT NOT NULL,\n  name TEXT NOT NULL,\n  digest BLOB NOT NULL,\n"
         "  applied_at INTEGER NOT NULL,\n  PRIMARY KEY (module, name)\n) STRICT");
  for (int i = 0; i < count; i++) migrate(store, migrations[i]);
  store->begin = store_prepare(store, "BEGIN IMMEDIATE");
  store->commit = store_prepare(store, "COMMIT");
  store->audit = store_prepare(
      store,
      "INSERT INTO qix_audit (entry, at, actor, action, subject, reason, hash) VALUES (?1, ?2, ?3, ?4, ?5, NULL, ?6)");
}

sqlite3_stmt *store_prepare(struct store *store, const char *sql) {
  sqlite3_stmt *statement;
  expect(store->db, sqlite3_prepare_v3(store->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL), SQLITE_OK, sql);
  return statement;
}

void store_run(struct store *store, sqlite3_stmt *statement) {
  expect(store->db, sqlite3_step(statement), SQLITE_DONE, sqlite3_sql(statement));
  sqlite3_reset(statement);
}

void store_begin(struct store *store) { store_run(store, store->begin); }

void store_commit(struct store *store, const char *subject) {
  const char *actor = "baseline", *action = "coins.issue";
  int64_t now = microseconds_now();
  struct bytes entry = {.count = 0};
  put_raw(&entry, store->audit_hash, 32);
  put_integer(&entry, ++store->audit_entry);
  put_integer(&entry, now);
  put_text(&entry, actor);
  put_text(&entry, action);
  put_text(&entry, subject);
  put_integer(&entry, -1);
  sha256(entry.at, entry.count, store->audit_hash);
  sqlite3_bind_int64(store->audit, 1, store->audit_entry);
  sqlite3_bind_int64(store->audit, 2, now);
  sqlite3_bind_text(store->audit, 3, actor, -1, SQLITE_STATIC);
  sqlite3_bind_text(store->audit, 4, action, -1, SQLITE_STATIC);
  sqlite3_bind_text(store->audit, 5, subject, -1, SQLITE_STATIC);
  sqlite3_bind_blob(store->audit, 6, store->audit_hash, 32, SQLITE_STATIC);
  store_run(store, store->audit);
  store_run(store, store->commit);
  if ((int64_t)store->log_pages * store->page_size > store->log_limit) {
    int result = sqlite3_wal_checkpoint_v2(store->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    expect(store->db, result, SQLITE_OK, "checkpoint");
    store->log_pages = 0;
  }
}

void store_close(struct store *store) {
  sqlite3_finalize(store->begin);
  sqlite3_finalize(store->commit);
  sqlite3_finalize(store->audit);
  sqlite3_close_v2(store->db);
}
