// Grants coins from a CSV file, as `qix coins issue --file FILE --create-users` does: the same tables, statements and
// hashes, written plainly in C. What qix's speed is measured against.
//
//   grants DATABASE CSV COMMIT_SIZE PAGE_SIZE CACHE_BYTES LOG_LIMIT MODULE/MIGRATION=FILE…

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "ledger.h"

// Users by external id: open addressing, twice as many places as users.
struct user {
  char *name;
  struct identifier id;
  int wallet;
};

static struct user *users;
static size_t user_count, user_places;
static sqlite3_stmt *find_user, *create_user;

static uint64_t hash_name(const char *name) {
  uint64_t hash = 14695981039346656037u; // FNV-1a
  for (; *name; name++) hash = (hash ^ (uint8_t)*name) * 1099511628211u;
  return hash;
}

static struct user *place_of(struct user *table, size_t places, const char *name) {
  size_t place = hash_name(name) & (places - 1);
  while (table[place].name && strcmp(table[place].name, name) != 0) place = (place + 1) & (places - 1);
  return &table[place];
}

static void grow(void) {
  size_t places = user_places ? 2 * user_places : 4096;
  struct user *table = calloc(places, sizeof *table);
  if (!table) fail("out of memory");
  for (size_t i = 0; i < user_places; i++)
    if (users[i].name) *place_of(table, places, users[i].name) = users[i];
  free(users);
  users = table;
  user_places = places;
}

// The wallet of a user, who is made when there is none of that name.
static int wallet_of(struct store *store, struct ledger *ledger, const char *name) {
  if (2 * user_count >= user_places) grow();
  struct user *user = place_of(users, user_places, name);
  if (user->name) return user->wallet;
  sqlite3_bind_text(find_user, 1, name, -1, SQLITE_STATIC);
  int is_new = sqlite3_step(find_user) != SQLITE_ROW;
  if (!is_new) memcpy(user->id.bytes, sqlite3_column_blob(find_user, 0), 16);
  sqlite3_reset(find_user);
  if (is_new) {
    int64_t now = microseconds_now();
    user->id = fresh_identifier(now);
    sqlite3_bind_blob(create_user, 1, user->id.bytes, 16, SQLITE_STATIC);
    sqlite3_bind_text(create_user, 2, name, -1, SQLITE_STATIC);
    sqlite3_bind_int64(create_user, 3, now);
    store_run(store, create_user);
  }
  user->name = strdup(name);
  user->wallet = ledger_wallet(ledger, &user->id, is_new);
  user_count++;
  return user->wallet;
}

// Which column of the header has a name; -1 for none.
static int column(const char *header, const char *name) {
  size_t length = strlen(name);
  for (int index = 0;; index++) {
    size_t width = strcspn(header, ",\r\n");
    if (width == length && strncmp(header, name, length) == 0) return index;
    if (header[width] != ',') return -1;
    header += width + 1;
  }
}

static int64_t amount_of(const char *text, int64_t line) {
  char *end;
  int64_t amount = strtoll(text, &end, 10);
  if (amount <= 0 || end == text || *end) fail("line %" PRId64 ": '%s' is no amount", line, text);
  return amount;
}

// What the keys of a file without keys begin with: it follows from the content.
static void key_prefix(FILE *file, char prefix[32]) {
  static char buffer[1 << 18];
  SHA256_CTX state;
  SHA256_Init(&state);
  for (size_t count; (count = fread(buffer, 1, sizeof buffer, file)) > 0;) SHA256_Update(&state, buffer, count);
  uint8_t digest[32];
  SHA256_Final(digest, &state);
  int length = snprintf(prefix, 32, "file:");
  for (int i = 0; i < 8; i++) length += snprintf(prefix + length, 32 - (size_t)length, "%02x", digest[i]);
  snprintf(prefix + length, 32 - (size_t)length, ":");
  rewind(file);
}

int main(int count, char **arguments) {
  if (count < 8) fail("usage: grants DATABASE CSV COMMIT_SIZE PAGE_SIZE CACHE_BYTES LOG_LIMIT MODULE/MIGRATION=FILE...");
  int64_t commit_size = atoll(arguments[3]);
  struct store store;
  store_create(&store, arguments[1], atoi(arguments[4]), atoll(arguments[5]), atoll(arguments[6]), arguments + 7,
               count - 7);
  find_user = store_prepare(&store, "SELECT id FROM identity_users WHERE external_id = ?1");
  create_user = store_prepare(
      &store,
      "INSERT INTO identity_users (id, mode, standing, external_id, created_at) VALUES (?1, 1, 1, ?2, ?3) "
      "ON CONFLICT (external_id) WHERE external_id IS NOT NULL DO NOTHING");
  struct ledger *ledger = ledger_open(&store);

  FILE *file = fopen(arguments[2], "rb");
  if (!file) fail("%s can't be opened", arguments[2]);
  static char buffer[1 << 18];
  setvbuf(file, buffer, _IOFBF, sizeof buffer);
  char *text = NULL, prefix[32];
  size_t capacity = 0;
  if (getline(&text, &capacity, file) < 0) fail("%s is empty", arguments[2]);
  int user = column(text, "user"), amount = column(text, "amount"), key = column(text, "key");
  if (user < 0 || amount < 0) fail("there is no column user or amount");
  if (key < 0) {
    rewind(file);
    key_prefix(file, prefix);
    getline(&text, &capacity, file);
  }

  int64_t line = 1, done = 0, coins = 0, in_commit = 0;
  while (getline(&text, &capacity, file) > 0) {
    line++;
    char *fields[16] = {text};
    int fields_found = 1;
    for (char *byte = text; *byte; byte++) {
      if (*byte == '\n' || *byte == '\r') *byte = 0;
      if (*byte == ',' && fields_found < 16) {
        *byte = 0;
        fields[fields_found++] = byte + 1;
      }
    }
    if (user >= fields_found || amount >= fields_found || key >= fields_found) fail("line %" PRId64 " is short", line);
    if (in_commit == 0) {
      store_begin(&store);
      ledger_begin(ledger);
    }
    char made[64];
    const char *name = key >= 0 ? fields[key] : made;
    if (key < 0) snprintf(made, sizeof made, "%s%09" PRId64, prefix, line);
    int64_t value = amount_of(fields[amount], line);
    if (ledger_issue(ledger, wallet_of(&store, ledger, fields[user]), value, name, (int)strlen(name))) {
      done++;
      coins += value;
    }
    if (++in_commit == commit_size) {
      char subject[128];
      snprintf(subject, sizeof subject, "lines to %" PRId64, line);
      ledger_seal(ledger);
      store_commit(&store, subject);
      in_commit = 0;
    }
  }
  if (in_commit) {
    ledger_seal(ledger);
    store_commit(&store, "last lines");
  }
  printf("%" PRId64 " transfers, %" PRId64 " coins, %zu users\n", done, coins, user_count);
  sqlite3_finalize(find_user);
  sqlite3_finalize(create_user);
  ledger_close(ledger);
  store_close(&store);
  return 0;
}
