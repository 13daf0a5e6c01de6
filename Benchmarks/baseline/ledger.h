// The ledger's writes: the statements of Plugins/Coins/Ledger, in the same order, over the same bytes.
#pragma once

#include "store.h"

// The sixteen bytes of a user's or a transfer's identifier.
struct identifier {
  uint8_t bytes[16];
};

// A version 7 UUID of its own randomness, as users have.
struct identifier fresh_identifier(int64_t microseconds);

struct account {
  int64_t number;
  struct identifier owner;
  int64_t posted, last_entry, first_lot;
  int is_dirty;
};

struct ledger;

struct ledger *ledger_open(struct store *store);
void ledger_begin(struct ledger *ledger);
// Finds or opens the wallet of a user; the result says where it is in the ledger's array of accounts.
int ledger_wallet(struct ledger *ledger, const struct identifier *user, int is_new_user);
// Issues coins. Returns 0 when the key is taken.
int ledger_issue(struct ledger *ledger, int wallet, int64_t amount, const char *key, int key_length);
// Writes balances and the block.
void ledger_seal(struct ledger *ledger);
void ledger_close(struct ledger *ledger);
