-- The ledger: double entry, append-only, sealed in blocks. docs/ledger.md explains the layout.
--
-- Everything that a transfer writes is appended, except the balances in coins_accounts, so that the cost of a transfer
-- does not grow with the ledger: an account finds its entries by following `previous`, a wallet its lots by following
-- `next`, not by an index whose pages would be touched at random.

CREATE TABLE coins_assets (
  asset INTEGER PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  -- 1: what a wallet holds is divided in lots, which may expire.
  has_lots INTEGER NOT NULL CHECK (has_lots IN (0, 1))
) STRICT;

INSERT INTO coins_assets (asset, code, has_lots) VALUES (1, 'QIX', 1);

CREATE TABLE coins_accounts (
  account INTEGER PRIMARY KEY,
  asset INTEGER NOT NULL REFERENCES coins_assets (asset),
  -- 1 wallet, 2 budget, 3 issuer, 4 redeemed, 5 expired
  kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 5),
  -- A wallet's user, a budget's own id, or fifteen zeros and the kind for the three others.
  owner BLOB NOT NULL CHECK (length(owner) = 16),
  -- A budget's name.
  name TEXT CHECK ((name IS NOT NULL) = (kind = 2)),
  -- Only the issuer may go below zero: by as much as it has issued.
  floor INTEGER NOT NULL CHECK (floor >= 0 OR kind = 3),
  posted INTEGER NOT NULL,
  held INTEGER NOT NULL CHECK (held >= 0),
  last_entry INTEGER,
  first_lot INTEGER,
  UNIQUE (owner, asset),
  CHECK (posted - held >= floor)
) STRICT;

CREATE UNIQUE INDEX coins_accounts_by_name ON coins_accounts (name, asset) WHERE name IS NOT NULL;

INSERT INTO coins_accounts (account, asset, kind, owner, floor, posted, held) VALUES
  (1, 1, 3, x'00000000000000000000000000000003', -9223372036854775807, 0, 0),
  (2, 1, 4, x'00000000000000000000000000000004', 0, 0, 0),
  (3, 1, 5, x'00000000000000000000000000000005', 0, 0, 0);

-- Why, and what the caller wanted to have kept. Apart from the transfer, which holds on to the digest through its
-- leaf, so that a text can be erased when somebody has the right to it, and the ledger still proves itself.
CREATE TABLE coins_details (
  details INTEGER PRIMARY KEY,
  reason TEXT,
  metadata TEXT,
  digest BLOB NOT NULL CHECK (length(digest) = 32)
) STRICT;

CREATE TABLE coins_transfers (
  -- 1, 2, 3, … without gaps, in the order of posting.
  transfer INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
  -- 1 issue, 2 import, 3 fund, 4 transfer, 5 redeem, 6 expire, 7 hold, 8 capture, 9 void, 10 time-out, 11 reverse
  kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 11),
  debit INTEGER NOT NULL REFERENCES coins_accounts (account),
  credit INTEGER NOT NULL REFERENCES coins_accounts (account),
  amount INTEGER NOT NULL CHECK (amount > 0),
  -- When it happened; when it was booked is in the id.
  at INTEGER NOT NULL,
  -- Of what is credited; of a hold, when it times out.
  expires_at INTEGER,
  -- The hold that is captured, voided or timed out, the transfer that is reversed.
  related INTEGER REFERENCES coins_transfers (transfer),
  -- The first transfer of a group that was posted all or nothing.
  linked INTEGER,
  details INTEGER REFERENCES coins_details (details),
  key TEXT CHECK (length(key) BETWEEN 1 AND 200),
  fingerprint BLOB NOT NULL CHECK (length(fingerprint) = 16),
  CHECK (debit <> credit),
  CHECK ((related IS NOT NULL) = (kind >= 8))
) STRICT;

CREATE UNIQUE INDEX coins_transfers_by_key ON coins_transfers (key) WHERE key IS NOT NULL;
CREATE INDEX coins_transfers_by_related ON coins_transfers (related) WHERE related IS NOT NULL;
-- A hold resolves once.
CREATE UNIQUE INDEX coins_transfers_resolve_once ON coins_transfers (related) WHERE kind BETWEEN 8 AND 10;

-- The two legs of each transfer that moves coins: 2 × transfer is the debit, 2 × transfer + 1 the credit.
CREATE TABLE coins_entries (
  entry INTEGER PRIMARY KEY,
  account INTEGER NOT NULL REFERENCES coins_accounts (account),
  -- Negative in a debit, positive in a credit.
  amount INTEGER NOT NULL CHECK (amount <> 0 AND (amount > 0) = (entry % 2 = 1)),
  -- The account's balance after it.
  balance INTEGER NOT NULL,
  -- The account's entry before it.
  previous INTEGER CHECK (previous < entry)
) STRICT;

-- What a wallet was credited with, and how much of it is left.
CREATE TABLE coins_lots (
  lot INTEGER PRIMARY KEY,
  account INTEGER NOT NULL REFERENCES coins_accounts (account),
  transfer INTEGER NOT NULL,
  amount INTEGER NOT NULL CHECK (amount > 0),
  -- What is neither spent nor reserved by a hold.
  remaining INTEGER NOT NULL CHECK (remaining BETWEEN 0 AND amount),
  expires_at INTEGER,
  -- The next lot of the wallet's list, 0 at its end, NULL when it was taken out of the list because it is used up.
  next INTEGER CHECK (next IS NOT NULL OR remaining = 0)
) STRICT;

CREATE INDEX coins_lots_by_expiry ON coins_lots (expires_at) WHERE remaining > 0 AND expires_at IS NOT NULL;

-- Which transfer took how much of which lot; negative where it was given back.
CREATE TABLE coins_draws (
  transfer INTEGER NOT NULL,
  lot INTEGER NOT NULL REFERENCES coins_lots (lot),
  amount INTEGER NOT NULL CHECK (amount <> 0),
  PRIMARY KEY (transfer, lot)
) STRICT, WITHOUT ROWID;

CREATE INDEX coins_draws_by_lot ON coins_draws (lot);

CREATE TABLE coins_holds (
  hold INTEGER PRIMARY KEY REFERENCES coins_transfers (transfer),
  debit INTEGER NOT NULL REFERENCES coins_accounts (account),
  amount INTEGER NOT NULL CHECK (amount > 0),
  times_out_at INTEGER,
  resolved_by INTEGER REFERENCES coins_transfers (transfer)
) STRICT;

CREATE INDEX coins_holds_open ON coins_holds (debit, times_out_at) WHERE resolved_by IS NULL;

-- What each commit has sealed: the Merkle root of its transfers' leaves, chained to the blocks before it.
CREATE TABLE coins_blocks (
  block INTEGER PRIMARY KEY,
  first_transfer INTEGER NOT NULL UNIQUE,
  transfers INTEGER NOT NULL CHECK (transfers > 0),
  sealed_at INTEGER NOT NULL,
  root BLOB NOT NULL CHECK (length(root) = 32),
  hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;

CREATE TRIGGER coins_transfers_are_never_updated BEFORE UPDATE ON coins_transfers
BEGIN SELECT RAISE(ABORT, 'transfers are never updated'); END;
CREATE TRIGGER coins_transfers_are_never_deleted BEFORE DELETE ON coins_transfers
BEGIN SELECT RAISE(ABORT, 'transfers are never deleted'); END;
CREATE TRIGGER coins_entries_are_never_updated BEFORE UPDATE ON coins_entries
BEGIN SELECT RAISE(ABORT, 'entries are never updated'); END;
CREATE TRIGGER coins_entries_are_never_deleted BEFORE DELETE ON coins_entries
BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END;
CREATE TRIGGER coins_blocks_are_never_updated BEFORE UPDATE ON coins_blocks
BEGIN SELECT RAISE(ABORT, 'blocks are never updated'); END;
CREATE TRIGGER coins_blocks_are_never_deleted BEFORE DELETE ON coins_blocks
BEGIN SELECT RAISE(ABORT, 'blocks are never deleted'); END;
CREATE TRIGGER coins_draws_are_never_updated BEFORE UPDATE ON coins_draws
BEGIN SELECT RAISE(ABORT, 'draws are never updated'); END;
CREATE TRIGGER coins_draws_are_never_deleted BEFORE DELETE ON coins_draws
BEGIN SELECT RAISE(ABORT, 'draws are never deleted'); END;
CREATE TRIGGER coins_lots_are_never_deleted BEFORE DELETE ON coins_lots
BEGIN SELECT RAISE(ABORT, 'lots are never deleted'); END;
CREATE TRIGGER coins_lots_keep_their_origin BEFORE UPDATE OF lot, account, transfer, amount, expires_at ON coins_lots
BEGIN SELECT RAISE(ABORT, 'only what is left of a lot may change'); END;
CREATE TRIGGER coins_accounts_are_never_deleted BEFORE DELETE ON coins_accounts
BEGIN SELECT RAISE(ABORT, 'accounts are never deleted'); END;
CREATE TRIGGER coins_accounts_keep_their_owner BEFORE UPDATE OF account, asset, kind, owner ON coins_accounts
BEGIN SELECT RAISE(ABORT, 'an account keeps its asset, kind and owner'); END;
CREATE TRIGGER coins_holds_are_never_deleted BEFORE DELETE ON coins_holds
BEGIN SELECT RAISE(ABORT, 'holds are never deleted'); END;
CREATE TRIGGER coins_holds_keep_their_origin BEFORE UPDATE OF hold, debit, amount, times_out_at ON coins_holds
BEGIN SELECT RAISE(ABORT, 'only the end of a hold may change'); END;
CREATE TRIGGER coins_holds_resolve_once BEFORE UPDATE ON coins_holds WHEN old.resolved_by IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a hold resolves once'); END;
