#include <sqlite3.h>

// Swift can't call variadic C functions nor see SQLITE_TRANSIENT and SQLITE_STATIC, which are casts.
static inline int qix_sqlite_db_config(sqlite3 *db, int option, int value) {
  return sqlite3_db_config(db, option, value, (int *)0);
}
static inline int qix_sqlite_config(int option, int value) { return sqlite3_config(option, value); }
static inline int qix_sqlite_bind_blob(sqlite3_stmt *s, int index, const void *bytes, int count) {
  return sqlite3_bind_blob(s, index, bytes, count, SQLITE_TRANSIENT);
}
static inline int qix_sqlite_bind_text(sqlite3_stmt *s, int index, const void *bytes, int count) {
  return sqlite3_bind_text(s, index, (const char *)bytes, count, SQLITE_TRANSIENT);
}
static inline int qix_sqlite_bind_lent_blob(sqlite3_stmt *s, int index, const void *bytes, int count) {
  return sqlite3_bind_blob(s, index, bytes, count, SQLITE_STATIC);
}
static inline int qix_sqlite_bind_lent_text(sqlite3_stmt *s, int index, const void *bytes, int count) {
  return sqlite3_bind_text(s, index, (const char *)bytes, count, SQLITE_STATIC);
}
