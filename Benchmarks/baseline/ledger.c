#include "ledger.h"

#include <sodium.h>
#include <stdlib.h>

#include "bytes.h"

enum { kind_wallet = 1, kind_issuer = 3, kind_issue = 1, asset_coins = 1, flag_key = 16 };

struct ledger {
  struct store *store;
  sqlite3_stmt *find_account, *open_account, *transfer, *entry, *lot, *update, *block, *block_hash;
  struct account *accounts;
  int count, capacity;
  int *dirty;
  int dirty_count;
  int64_t now, last_account, last_transfer, last_lot, last_block, first_of_block;
  uint8_t last_hash[32];
  uint64_t id_high, id_low;
  uint32_t random[1024];
  int random_left;
  // Roots of full subtrees, one for each bit that is set in the number of leaves.
  uint8_t subtrees[64][32];
  int subtree_count;
  int64_t leaves;
};

static void put_words(struct identifier *id, uint64_t high, uint64_t low) {
  uint64_t words[2] = {__builtin_bswap64(high), __builtin_bswap64(low)};
  memcpy(id->bytes, words, 16);
}

static uint64_t first_word(int64_t microseconds, uint64_t random) {
  return (uint64_t)(microseconds / 1000) << 16 | 0x7000 | (random & 0x0FFF);
}

struct identifier fresh_identifier(int64_t microseconds) {
  uint64_t random[2];
  randombytes_buf(random, sizeof random);
  struct identifier id;
  put_words(&id, first_word(microseconds, random[0]), 1ULL << 63 | (random[1] & 0x3FFFFFFFFFFFFFFF));
  return id;
}

// In the same millisecond the next identifier is the last one and a random step (RFC 9562, 6.2, method 2).
static struct identifier next_identifier(struct ledger *ledger) {
  if ((uint64_t)(ledger->now / 1000) > ledger->id_high >> 16) {
    uint64_t random[2];
    randombytes_buf(random, sizeof random);
    ledger->id_high = first_word(ledger->now, random[0]);
    ledger->id_low = 1ULL << 63 | (random[1] & 0x3FFFFFFFFFFFFFFF);
  } else {
    if (ledger->random_left == 0) {
      randombytes_buf(ledger->random, sizeof ledger->random);
      ledger->random_left = 1024;
    }
    ledger->id_low += (uint64_t)ledger->random[--ledger->random_left] + 1;
    if (ledger->id_low >> 62 != 2) {
      ledger->id_high++;
      ledger->id_low = 1ULL << 63 | (ledger->id_low & 0x3FFFFFFFFFFFFFFF);
    }
  }
  struct identifier id;
  put_words(&id, ledger->id_high, ledger->id_low);
  return id;
}

static int add_account(struct ledger *ledger, struct account account) {
  if (ledger->count == ledger->capacity) {
    ledger->capacity = ledger->capacity ? 2 * ledger->capacity : 1024;
    ledger->accounts = realloc(ledger->accounts, (size_t)ledger->capacity * sizeof *ledger->accounts);
    ledger->dirty = realloc(ledger->dirty, (size_t)ledger->capacity * sizeof *ledger->dirty);
    if (!ledger->accounts || !ledger->dirty) fail("out of memory");
  }
  ledger->accounts[ledger->count] = account;
  return ledger->count++;
}

struct ledger *ledger_open(struct store *store) {
  struct ledger *ledger = calloc(1, sizeof *ledger);
  if (!ledger || sodium_init() < 0) fail("out of memory or randomness");
  ledger->store = store;
  ledger->find_account = store_prepare(
      store,
      "SELECT account, asset, kind, owner, floor, posted, held, last_entry, first_lot FROM coins_accounts "
      "WHERE owner = ?1 AND asset = ?2");
  ledger->open_account = store_prepare(
      store,
      "INSERT INTO coins_accounts (account, asset, kind, owner, floor, posted, held) VALUES (?1, ?2, 1, ?3, 0, 0, 0)");
  ledger->transfer = store_prepare(
      store,
      "INSERT INTO coins_transfers "
      "(transfer, id, kind, debit, credit, amount, at, expires_at, related, linked, details, key, fingerprint) "
      "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13) "
      "ON CONFLICT (key) WHERE key IS NOT NULL DO NOTHING");
  ledger->entry = store_prepare(
      store, "INSERT INTO coins_entries (entry, account, amount, balance, previous) VALUES (?1, ?2, ?3, ?4, ?5)");
  ledger->lot = store_prepare(
      store,
      "INSERT INTO coins_lots (lot, account, transfer, amount, remaining, expires_at, next) "
      "VALUES (?1, ?2, ?3, ?4, ?4, ?5, ?6)");
  ledger->update = store_prepare(
      store, "UPDATE coins_accounts SET posted = ?2, held = ?3, last_entry = ?4, first_lot = ?5 WHERE account = ?1");
  ledger->block = store_prepare(
      store,
      "INSERT INTO coins_blocks (block, first_transfer, transfers, sealed_at, root, hash) "
      "VALUES (?1, ?2, ?3, ?4, ?5, ?6)");
  ledger->block_hash = store_prepare(store, "SELECT hash FROM coins_blocks WHERE block = ?1");
  struct account issuer = {.number = 1};
  ledger->last_account = 3; // the issuer, what is redeemed, what has expired
  issuer.owner.bytes[15] = kind_issuer;
  add_account(ledger, issuer);
  return ledger;
}

void ledger_begin(struct ledger *ledger) {
  ledger->now = microseconds_now();
  ledger->first_of_block = ledger->last_transfer + 1;
  ledger->leaves = ledger->subtree_count = 0;
}

int ledger_wallet(struct ledger *ledger, const struct identifier *user, int is_new_user) {
  struct account account = {.owner = *user};
  // A user that was made a moment ago has no wallet; one that was found may have.
  if (!is_new_user) {
    sqlite3_bind_blob(ledger->find_account, 1, user->bytes, 16, SQLITE_STATIC);
    sqlite3_bind_int64(ledger->find_account, 2, asset_coins);
    if (sqlite3_step(ledger->find_account) == SQLITE_ROW) {
      account.number = sqlite3_column_int64(ledger->find_account, 0);
      account.posted = sqlite3_column_int64(ledger->find_account, 5);
      account.last_entry = sqlite3_column_int64(ledger->find_account, 7);
      account.first_lot = sqlite3_column_int64(ledger->find_account, 8);
    }
    sqlite3_reset(ledger->find_account);
    if (account.number) return add_account(ledger, account);
  }
  account.number = ++ledger->last_account;
  sqlite3_bind_int64(ledger->open_account, 1, account.number);
  sqlite3_bind_int64(ledger->open_account, 2, asset_coins);
  sqlite3_bind_blob(ledger->open_account, 3, user->bytes, 16, SQLITE_STATIC);
  store_run(ledger->store, ledger->open_account);
  return add_account(ledger, account);
}

// BLAKE2b-128 over the fields that the caller gave (Plugins/Coins/Ledger/Fingerprint.swift).
static void make_fingerprint(const struct account *wallet, int64_t amount, uint8_t digest[16]) {
  const uint8_t zeros[16] = {0};
  struct bytes body = {.count = 0};
  put_integer(&body, kind_issue);
  put_integer(&body, asset_coins);
  put_integer(&body, kind_issuer);
  put_integer(&body, kind_wallet);
  put_raw(&body, wallet->owner.bytes, 16);
  put_integer(&body, amount);
  put_raw(&body, zeros, 16);     // no related transfer
  put_byte(&body, 0);            // no expiry
  put_integer(&body, INT64_MIN); // no moment of its own
  put_integer(&body, -1);        // no reason
  put_integer(&body, -1);        // no metadata
  crypto_generichash(digest, 16, body.at, body.count, NULL, 0);
}

static void node_hash(const uint8_t left[32], const uint8_t right[32], uint8_t hash[32]) {
  uint8_t node[65] = {1};
  memcpy(node + 1, left, 32);
  memcpy(node + 33, right, 32);
  sha256(node, 65, hash);
}

// Joins a leaf to the Merkle tree of the block (RFC 6962, 2.1).
static void append_leaf(struct ledger *ledger, const struct bytes *leaf) {
  uint8_t hash[32];
  sha256(leaf->at, leaf->count, hash);
  for (int64_t bits = ledger->leaves; bits & 1; bits >>= 1)
    node_hash(ledger->subtrees[--ledger->subtree_count], hash, hash);
  memcpy(ledger->subtrees[ledger->subtree_count++], hash, 32);
  ledger->leaves++;
}

static void insert_entry(struct ledger *ledger, int64_t number, int index, int64_t amount) {
  struct account *account = &ledger->accounts[index];
  account->posted += amount;
  sqlite3_bind_int64(ledger->entry, 1, number);
  sqlite3_bind_int64(ledger->entry, 2, account->number);
  sqlite3_bind_int64(ledger->entry, 3, amount);
  sqlite3_bind_int64(ledger->entry, 4, account->posted);
  if (account->last_entry) sqlite3_bind_int64(ledger->entry, 5, account->last_entry);
  else sqlite3_bind_null(ledger->entry, 5);
  store_run(ledger->store, ledger->entry);
  account->last_entry = number;
  if (!account->is_dirty) ledger->dirty[ledger->dirty_count++] = index;
  account->is_dirty = 1;
}

int ledger_issue(struct ledger *ledger, int index, int64_t amount, const char *key, int key_length) {
  struct account *wallet = &ledger->accounts[index], *issuer = &ledger->accounts[0];
  uint8_t fingerprint[16];
  make_fingerprint(wallet, amount, fingerprint);
  if (issuer->posted < -INT64_MAX + amount) fail("the issuer has issued all there is");
  if (wallet->posted > INT64_MAX - amount) fail("a wallet is full");
  int64_t number = ledger->last_transfer + 1;
  struct identifier id = next_identifier(ledger);

  sqlite3_stmt *transfer = ledger->transfer;
  sqlite3_bind_int64(transfer, 1, number);
  sqlite3_bind_blob(transfer, 2, id.bytes, 16, SQLITE_STATIC);
  sqlite3_bind_int64(transfer, 3, kind_issue);
  sqlite3_bind_int64(transfer, 4, issuer->number);
  sqlite3_bind_int64(transfer, 5, wallet->number);
  sqlite3_bind_int64(transfer, 6, amount);
  sqlite3_bind_int64(transfer, 7, ledger->now);
  sqlite3_bind_text(transfer, 12, key, key_length, SQLITE_STATIC); // 8 to 11 stay NULL
  sqlite3_bind_blob(transfer, 13, fingerprint, 16, SQLITE_STATIC);
  store_run(ledger->store, transfer);
  if (sqlite3_changes(ledger->store->db) != 1) return 0;
  ledger->last_transfer = number;

  insert_entry(ledger, 2 * number, 0, -amount);
  insert_entry(ledger, 2 * number + 1, index, amount);

  sqlite3_stmt *lot = ledger->lot;
  sqlite3_bind_int64(lot, 1, ++ledger->last_lot);
  sqlite3_bind_int64(lot, 2, wallet->number);
  sqlite3_bind_int64(lot, 3, number);
  sqlite3_bind_int64(lot, 4, amount);
  sqlite3_bind_int64(lot, 6, wallet->first_lot);
  store_run(ledger->store, lot);
  wallet->first_lot = ledger->last_lot;

  struct bytes leaf = {.count = 0};
  put_byte(&leaf, 0); // RFC 6962's prefix of a leaf
  put_byte(&leaf, 1);
  put_byte(&leaf, kind_issue);
  put_byte(&leaf, flag_key);
  put_integer(&leaf, asset_coins);
  put_integer(&leaf, number);
  put_raw(&leaf, id.bytes, 16);
  put_raw(&leaf, issuer->owner.bytes, 16);
  put_raw(&leaf, wallet->owner.bytes, 16);
  put_integer(&leaf, amount);
  put_integer(&leaf, ledger->now);
  put_raw(&leaf, fingerprint, 16);
  put_raw(&leaf, key, (size_t)key_length);
  append_leaf(ledger, &leaf);
  return 1;
}

static int by_number(const void *left, const void *right) { return *(const int *)left - *(const int *)right; }

static void flush_accounts(struct ledger *ledger) {
  // Accounts were opened, and so numbered, in the order of the array.
  qsort(ledger->dirty, (size_t)ledger->dirty_count, sizeof *ledger->dirty, by_number);
  for (int i = 0; i < ledger->dirty_count; i++) {
    struct account *account = &ledger->accounts[ledger->dirty[i]];
    sqlite3_bind_int64(ledger->update, 1, account->number);
    sqlite3_bind_int64(ledger->update, 2, account->posted);
    sqlite3_bind_int64(ledger->update, 3, 0);
    sqlite3_bind_int64(ledger->update, 4, account->last_entry);
    if (account->first_lot) sqlite3_bind_int64(ledger->update, 5, account->first_lot);
    else sqlite3_bind_null(ledger->update, 5);
    store_run(ledger->store, ledger->update);
    account->is_dirty = 0;
  }
  ledger->dirty_count = 0;
}

static void find_block_hash(struct ledger *ledger, int64_t block, uint8_t hash[32]) {
  memset(hash, 0, 32);
  if (block == 0) return;
  sqlite3_bind_int64(ledger->block_hash, 1, block);
  expect(ledger->store->db, sqlite3_step(ledger->block_hash), SQLITE_ROW, "block");
  memcpy(hash, sqlite3_column_blob(ledger->block_hash, 0), 32);
  sqlite3_reset(ledger->block_hash);
}

void ledger_seal(struct ledger *ledger) {
  flush_accounts(ledger);
  if (ledger->leaves == 0) return;
  uint8_t root[32], skip[32];
  memcpy(root, ledger->subtrees[ledger->subtree_count - 1], 32);
  for (int i = ledger->subtree_count - 2; i >= 0; i--) node_hash(ledger->subtrees[i], root, root);
  int64_t number = ledger->last_block + 1;
  find_block_hash(ledger, number & (number - 1), skip);
  struct bytes header = {.count = 0};
  put_byte(&header, 2);
  put_integer(&header, number);
  put_integer(&header, ledger->first_of_block);
  put_integer(&header, ledger->leaves);
  put_integer(&header, ledger->now);
  put_raw(&header, root, 32);
  put_raw(&header, ledger->last_hash, 32);
  put_raw(&header, skip, 32);
  sha256(header.at, header.count, ledger->last_hash);
  sqlite3_bind_int64(ledger->block, 1, number);
  sqlite3_bind_int64(ledger->block, 2, ledger->first_of_block);
  sqlite3_bind_int64(ledger->block, 3, ledger->leaves);
  sqlite3_bind_int64(ledger->block, 4, ledger->now);
  sqlite3_bind_blob(ledger->block, 5, root, 32, SQLITE_STATIC);
  sqlite3_bind_blob(ledger->block, 6, ledger->last_hash, 32, SQLITE_STATIC);
  store_run(ledger->store, ledger->block);
  ledger->last_block = number;
}

void ledger_close(struct ledger *ledger) {
  sqlite3_stmt *statements[] = {ledger->find_account, ledger->open_account,
                                ledger->transfer,     ledger->entry,        ledger->lot,
                                ledger->update,       ledger->block,        ledger->block_hash};
  for (size_t i = 0; i < sizeof statements / sizeof *statements; i++) sqlite3_finalize(statements[i]);
  free(ledger->accounts);
  free(ledger->dirty);
  free(ledger);
}
