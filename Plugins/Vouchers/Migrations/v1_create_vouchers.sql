-- Series of vouchers: what all of one kind have in common.
CREATE TABLE vouchers_series (
  id BLOB PRIMARY KEY CHECK (length(id) = 16),
  -- What commands call it, for ever.
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 55),
  title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
  -- What one is worth, in the currency's smallest unit; null for a good, which the title names.
  value INTEGER CHECK (value > 0),
  value_currency TEXT CHECK (length(value_currency) = 3),
  -- What a purchase must come to.
  minimum INTEGER CHECK (minimum > 0),
  minimum_currency TEXT CHECK (length(minimum_currency) = 3),
  start_at INTEGER,
  -- Until before this moment.
  end_at INTEGER CHECK (end_at > start_at),
  -- How long one is good after it was handed over, as a duration of ISO 8601.
  validity TEXT CHECK (length(validity) BETWEEN 2 AND 40),
  -- How often one can be used.
  uses INTEGER NOT NULL CHECK (uses BETWEEN 1 AND 1000000),
  -- 1: made here as stock; 2: made here when one is handed over; 3: a brand's list.
  source INTEGER NOT NULL CHECK (source IN (1, 2, 3)),
  -- 1: QR; 2: Code 128; 3: EAN-13.
  symbology INTEGER NOT NULL CHECK (symbology IN (1, 2, 3)),
  -- The first two digits of EAN-13 codes that are made here.
  prefix TEXT CHECK (length(prefix) = 2),
  created_at INTEGER NOT NULL,
  -- How many there are, and how many of these nobody has: counted, since a count of a million takes too long.
  made INTEGER NOT NULL CHECK (made >= 0),
  free INTEGER NOT NULL CHECK (free >= 0 AND free <= made),
  -- All of its vouchers are worthless since then.
  voided_at INTEGER,
  CHECK ((value IS NULL) = (value_currency IS NULL)),
  CHECK ((minimum IS NULL) = (minimum_currency IS NULL)),
  CHECK ((prefix IS NOT NULL) = (symbology = 3 AND source <> 3))
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX vouchers_series_by_name ON vouchers_series (name);

CREATE TRIGGER vouchers_series_keep_their_word
BEFORE UPDATE OF id, name, title, value, value_currency, minimum, minimum_currency, start_at, end_at, validity, uses,
  source, symbology, prefix, created_at ON vouchers_series
BEGIN SELECT RAISE(ABORT, 'a series of vouchers stays what it was when they were handed over'); END;

CREATE TRIGGER vouchers_series_are_void_for_good
BEFORE UPDATE OF voided_at ON vouchers_series WHEN old.voided_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a series of vouchers is void for good'); END;

CREATE TRIGGER vouchers_series_are_never_deleted BEFORE DELETE ON vouchers_series
BEGIN SELECT RAISE(ABORT, 'series of vouchers are never deleted'); END;

-- Vouchers. The code is in the box, under a key of the vault and bound to this id and series; it is found by a keyed
-- hash of it.
CREATE TABLE vouchers_vouchers (
  id BLOB PRIMARY KEY CHECK (length(id) = 16),
  series BLOB NOT NULL REFERENCES vouchers_series (id),
  hash BLOB NOT NULL CHECK (length(hash) = 16),
  box BLOB NOT NULL CHECK (length(box) BETWEEN 44 AND 300),
  -- 1: nobody has it; 2: somebody has it; 3: used as often as can be; 4: void.
  state INTEGER NOT NULL CHECK (state BETWEEN 1 AND 4),
  -- Uses that were not taken back.
  used INTEGER NOT NULL CHECK (used >= 0),
  handed_at INTEGER,
  -- Whom it was handed to; null where it went into a file, or where that user was erased.
  user BLOB CHECK (length(user) = 16),
  -- The idempotency key of that.
  key TEXT CHECK (length(key) BETWEEN 1 AND 200),
  -- With which others it went into a file.
  batch BLOB CHECK (length(batch) = 16),
  -- Until before this moment, where the series gives so long after it was handed over.
  end_at INTEGER,
  CHECK (state = 4 OR (state = 1) = (handed_at IS NULL)),
  CHECK (state <> 3 OR used > 0),
  CHECK (handed_at IS NOT NULL OR (used = 0 AND user IS NULL AND key IS NULL AND batch IS NULL AND end_at IS NULL))
) STRICT, WITHOUT ROWID;

-- No two alike, of whatever series: a till knows nothing but the code.
CREATE UNIQUE INDEX vouchers_by_hash ON vouchers_vouchers (hash);
CREATE INDEX vouchers_by_series ON vouchers_vouchers (series, state, id);
CREATE UNIQUE INDEX vouchers_by_key ON vouchers_vouchers (series, key) WHERE key IS NOT NULL;
CREATE INDEX vouchers_by_user ON vouchers_vouchers (user) WHERE user IS NOT NULL;

CREATE TRIGGER vouchers_stay_what_they_are BEFORE UPDATE OF id, series, hash, box ON vouchers_vouchers
BEGIN SELECT RAISE(ABORT, 'a voucher stays what it is'); END;

CREATE TRIGGER vouchers_are_handed_over_once BEFORE UPDATE OF handed_at, batch, end_at ON vouchers_vouchers
WHEN old.handed_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a voucher is handed over once'); END;

CREATE TRIGGER vouchers_are_void_for_good BEFORE UPDATE OF state, used ON vouchers_vouchers WHEN old.state = 4
BEGIN SELECT RAISE(ABORT, 'a voucher is void for good'); END;

CREATE TRIGGER vouchers_are_never_deleted BEFORE DELETE ON vouchers_vouchers
BEGIN SELECT RAISE(ABORT, 'vouchers are never deleted'); END;

-- What was made, read in or handed out at once, by one command that may have to be run again to finish.
CREATE TABLE vouchers_batches (
  id BLOB PRIMARY KEY CHECK (length(id) = 16),
  series BLOB NOT NULL REFERENCES vouchers_series (id),
  -- 1: generated as stock; 2: generated into a file; 3: out of the stock into a file.
  kind INTEGER NOT NULL CHECK (kind IN (1, 2, 3)),
  -- The idempotency key.
  key TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 200),
  wanted INTEGER NOT NULL CHECK (wanted > 0),
  done INTEGER NOT NULL CHECK (done >= 0 AND done <= wanted),
  created_at INTEGER NOT NULL,
  -- The first and the last of its vouchers.
  first BLOB CHECK (length(first) = 16),
  last BLOB CHECK (length(last) = 16)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX vouchers_batches_by_key ON vouchers_batches (key);

CREATE TRIGGER vouchers_batches_are_never_deleted BEFORE DELETE ON vouchers_batches
BEGIN SELECT RAISE(ABORT, 'batches of vouchers are never deleted'); END;

-- Uses at the till. One that was taken back stays, and doesn't count.
CREATE TABLE vouchers_uses (
  id BLOB PRIMARY KEY CHECK (length(id) = 16),
  voucher BLOB NOT NULL REFERENCES vouchers_vouchers (id),
  key TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 200),
  till TEXT CHECK (length(till) BETWEEN 1 AND 64),
  purchase INTEGER CHECK (purchase >= 0),
  purchase_currency TEXT CHECK (length(purchase_currency) = 3),
  used_at INTEGER NOT NULL,
  restored_at INTEGER,
  CHECK ((purchase IS NULL) = (purchase_currency IS NULL))
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX vouchers_uses_by_key ON vouchers_uses (key);
CREATE INDEX vouchers_uses_by_voucher ON vouchers_uses (voucher);

CREATE TRIGGER vouchers_uses_stay_as_they_are
BEFORE UPDATE OF id, voucher, key, till, purchase, purchase_currency, used_at ON vouchers_uses
BEGIN SELECT RAISE(ABORT, 'a use of a voucher stays as it was'); END;

CREATE TRIGGER vouchers_uses_are_restored_once BEFORE UPDATE ON vouchers_uses WHEN old.restored_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a use of a voucher is taken back once'); END;

CREATE TRIGGER vouchers_uses_are_never_deleted BEFORE DELETE ON vouchers_uses
BEGIN SELECT RAISE(ABORT, 'uses of vouchers are never deleted'); END;

-- Codes that there are not, for the limits on guessing. Kept for a day, without the code.
CREATE TABLE vouchers_misses (
  made_at INTEGER NOT NULL,
  principal TEXT NOT NULL,
  till TEXT NOT NULL
) STRICT;

CREATE INDEX vouchers_misses_by_time ON vouchers_misses (made_at);
