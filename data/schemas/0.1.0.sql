-- qix 0.1.0: recorded, not to be edited (CONTRIBUTING.md, "A migration").
PRAGMA foreign_keys = OFF;
BEGIN;
CREATE TABLE qix_migrations (
  module TEXT NOT NULL,
  name TEXT NOT NULL,
  digest BLOB NOT NULL,
  applied_at INTEGER NOT NULL,
  PRIMARY KEY (module, name)
) STRICT;
INSERT INTO qix_migrations VALUES ('coins', 'v1_create_ledger', X'F2558C20D9A211282EB4F98DB9FE12AB3300730B9F47212039253DD02AB3E557', 1800000000000000);
INSERT INTO qix_migrations VALUES ('identity', 'v1_create_users', X'1A44B6BE1FC9FF013CBC1DC132E4C46273EECD8A12F15545A8E3AE8D19076645', 1800000000000000);
INSERT INTO qix_migrations VALUES ('qix', 'v1_create_audit', X'8107B5036B569D8B94CF1ABEC5CB702E0AA1A902D29ECAAB0FCE21506D7F11C4', 1800000000000000);
CREATE TABLE qix_audit (
  entry INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  reason TEXT,
  hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;
INSERT INTO qix_audit VALUES (1, 1800000000000000, 'local:test', 'qix.migrate', 'qix/v1_create_audit', NULL, X'C8BA3A4883FA6E3B7344CBE834833C1A4AEE553F8A5E7B3A0583A8E40F54F488');
INSERT INTO qix_audit VALUES (2, 1800000000000000, 'local:test', 'qix.migrate', 'identity/v1_create_users', NULL, X'C293BCC4FA0962D0141A8DF7D98442C6524746C54808B316D619E7D9353DDF93');
INSERT INTO qix_audit VALUES (3, 1800000000000000, 'local:test', 'qix.migrate', 'coins/v1_create_ledger', NULL, X'EDF7BCBB91F1111AF9B60A7ED1B751A96DC09932F15A73981A7C0A7CA9082ABE');
INSERT INTO qix_audit VALUES (4, 1800000000000000, 'local:test', 'identity.create', 'usr_01mcc5rm00etmbb9c0q45nwsy1', NULL, X'056F1537FACB5FF1A662F4F13092B35ED974F5D1941B5AD659BA78BE20D5B1B0');
INSERT INTO qix_audit VALUES (5, 1800000000000000, 'local:test', 'coins.issue', 'trf_01mcc5rm00eyftskcw8r4exwb3', NULL, X'EDF89967C2217D067F3B6181CAE15D94E353236BA86C009C8FE5B16B9EE7EDE7');
INSERT INTO qix_audit VALUES (6, 1800000000000000, 'local:test', 'coins.issue', 'trf_01mcc5rm00eyftskcw8tfmtaf5', 'spring', X'BA6BFB2357AFF81A856BE05E1E5729C7D012E8EF90FE7F2FDE09B905E3E63DD7');
CREATE TABLE identity_users (
  id BLOB PRIMARY KEY CHECK (length(id) = 16),
  -- 1 trial: an id and nothing else.
  mode INTEGER NOT NULL CHECK (mode = 1),
  -- What the operator's own systems call this user; opaque to qix.
  external_id TEXT CHECK (length(external_id) BETWEEN 1 AND 200),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO identity_users VALUES (X'01A3185C500076A8B5A580B90B5E67C1', 1, 'ada', 1800000000000000);
CREATE TABLE coins_assets (
  asset INTEGER PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  -- 1: what a wallet holds is divided in lots, which may expire.
  has_lots INTEGER NOT NULL CHECK (has_lots IN (0, 1))
) STRICT;
INSERT INTO coins_assets VALUES (1, 'QIX', 1);
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
INSERT INTO coins_accounts VALUES (1, 1, 3, X'00000000000000000000000000000003', NULL, -9223372036854775807, -70, 0, 4, NULL);
INSERT INTO coins_accounts VALUES (2, 1, 4, X'00000000000000000000000000000004', NULL, 0, 0, 0, NULL, NULL);
INSERT INTO coins_accounts VALUES (3, 1, 5, X'00000000000000000000000000000005', NULL, 0, 0, 0, NULL, NULL);
INSERT INTO coins_accounts VALUES (4, 1, 1, X'01A3185C500076A8B5A580B90B5E67C1', NULL, 0, 70, 0, 5, 2);
CREATE TABLE coins_details (
  details INTEGER PRIMARY KEY,
  reason TEXT,
  metadata TEXT,
  digest BLOB NOT NULL CHECK (length(digest) = 32)
) STRICT;
INSERT INTO coins_details VALUES (1, 'spring', NULL, X'08053D6EE029CEDA6E62947B7DA8A2DB614D3631560AF18672772C636524F621');
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
INSERT INTO coins_transfers VALUES (1, X'01A3185C5000779FACCD9C4608EEF163', 1, 1, 4, 50, 1800000000000000, NULL, NULL, NULL, NULL, 'first', X'5F45B9CD6525668BB30A50210164EF2D');
INSERT INTO coins_transfers VALUES (2, X'01A3185C5000779FACCD9C469F4D29E5', 1, 1, 4, 20, 1800000000000000, 4086547200000000, NULL, NULL, 1, NULL, X'135BEBE36991831536CF7629DD2BD0EB');
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
INSERT INTO coins_entries VALUES (2, 1, -50, -50, NULL);
INSERT INTO coins_entries VALUES (3, 4, 50, 50, NULL);
INSERT INTO coins_entries VALUES (4, 1, -20, -70, 2);
INSERT INTO coins_entries VALUES (5, 4, 20, 70, 3);
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
INSERT INTO coins_lots VALUES (1, 4, 1, 50, 50, NULL, 0);
INSERT INTO coins_lots VALUES (2, 4, 2, 20, 20, 4086547200000000, 1);
CREATE TABLE coins_draws (
  transfer INTEGER NOT NULL,
  lot INTEGER NOT NULL REFERENCES coins_lots (lot),
  amount INTEGER NOT NULL CHECK (amount <> 0),
  PRIMARY KEY (transfer, lot)
) STRICT, WITHOUT ROWID;
CREATE TABLE coins_holds (
  hold INTEGER PRIMARY KEY REFERENCES coins_transfers (transfer),
  debit INTEGER NOT NULL REFERENCES coins_accounts (account),
  amount INTEGER NOT NULL CHECK (amount > 0),
  times_out_at INTEGER,
  resolved_by INTEGER REFERENCES coins_transfers (transfer)
) STRICT;
CREATE TABLE coins_blocks (
  block INTEGER PRIMARY KEY,
  first_transfer INTEGER NOT NULL UNIQUE,
  transfers INTEGER NOT NULL CHECK (transfers > 0),
  sealed_at INTEGER NOT NULL,
  root BLOB NOT NULL CHECK (length(root) = 32),
  hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;
INSERT INTO coins_blocks VALUES (1, 1, 1, 1800000000000000, X'676B42BA92B2DB24BF2D293A5FBAF0A4363B130257A0E66A487B6DBD2AD0216D', X'C05D011F28E1648E21E94DABAF54B9E9D269E3DC7801A402C00A9FE5F48ECEA7');
INSERT INTO coins_blocks VALUES (2, 2, 1, 1800000000000000, X'6A3082CE89721293078BD4F6B034A9AD408C259F7943A53F2C9935DFFD345DE3', X'EFA118C49EFCF19D33E2173B2D085227CB3BD98006040E511FF398D75DA5147E');
CREATE TRIGGER qix_audit_is_never_updated BEFORE UPDATE ON qix_audit
BEGIN SELECT RAISE(ABORT, 'the audit log is never updated'); END;
CREATE TRIGGER qix_audit_is_never_deleted BEFORE DELETE ON qix_audit
BEGIN SELECT RAISE(ABORT, 'the audit log is never deleted from'); END;
CREATE UNIQUE INDEX identity_users_by_external_id ON identity_users (external_id) WHERE external_id IS NOT NULL;
CREATE UNIQUE INDEX coins_accounts_by_name ON coins_accounts (name, asset) WHERE name IS NOT NULL;
CREATE UNIQUE INDEX coins_transfers_by_key ON coins_transfers (key) WHERE key IS NOT NULL;
CREATE INDEX coins_transfers_by_related ON coins_transfers (related) WHERE related IS NOT NULL;
CREATE UNIQUE INDEX coins_transfers_resolve_once ON coins_transfers (related) WHERE kind BETWEEN 8 AND 10;
CREATE INDEX coins_lots_by_expiry ON coins_lots (expires_at) WHERE remaining > 0 AND expires_at IS NOT NULL;
CREATE INDEX coins_draws_by_lot ON coins_draws (lot);
CREATE INDEX coins_holds_open ON coins_holds (debit, times_out_at) WHERE resolved_by IS NULL;
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
COMMIT;
PRAGMA foreign_keys = ON;
