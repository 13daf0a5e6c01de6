-- Receipts that were handed in and accepted, at once or for a person to look at.
--
-- What a receipt says is nobody's business but its user's: it lies here encrypted, under a key of the vault. What other
-- receipts are compared with is kept as keyed hashes, which tell nothing without that key and outlive the user.

CREATE TABLE receiptshake_receipts (
  -- 1, 2, 3, … in the order of handing in.
  receipt INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
  shake BLOB NOT NULL UNIQUE CHECK (length(shake) = 16),
  user_id BLOB NOT NULL CHECK (length(user_id) = 16),
  campaign BLOB NOT NULL CHECK (length(campaign) = 16),
  at INTEGER NOT NULL,
  -- 1 counted at once, 2 in review, 3 approved, 4 rejected, 5 its user was erased before anybody had decided
  state INTEGER NOT NULL CHECK (state BETWEEN 1 AND 5),
  -- What was not sure, or looked suspicious: words with commas between them.
  signs TEXT NOT NULL,
  decided_at INTEGER,
  -- Keyed hashes: of the picture's SHA-256; of merchant, day and total with the time of day or with the number of the
  -- transaction, where these could be read; of how the picture looks.
  picture BLOB NOT NULL UNIQUE CHECK (length(picture) = 16),
  by_time BLOB CHECK (length(by_time) = 16),
  by_number BLOB CHECK (length(by_number) = 16),
  look BLOB CHECK (length(look) = 16),
  -- Of each number in it, eight bytes in ascending order.
  tokens BLOB NOT NULL CHECK (length(tokens) % 8 = 0),
  -- The receipt that it resembles most, and how much, in thousandths.
  alike BLOB CHECK (length(alike) = 16),
  likeness INTEGER CHECK (likeness BETWEEN 0 AND 1000),
  -- What it says, encrypted; NULL once the user was erased.
  reading BLOB,
  CHECK ((alike IS NULL) = (likeness IS NULL)),
  CHECK (state <> 2 OR decided_at IS NULL)
) STRICT;

CREATE INDEX receiptshake_receipts_by_user ON receiptshake_receipts (user_id, receipt);
CREATE INDEX receiptshake_receipts_in_review ON receiptshake_receipts (at) WHERE state = 2;
CREATE INDEX receiptshake_receipts_by_time ON receiptshake_receipts (by_time) WHERE by_time IS NOT NULL;
CREATE INDEX receiptshake_receipts_by_number ON receiptshake_receipts (by_number) WHERE by_number IS NOT NULL;
CREATE INDEX receiptshake_receipts_by_look ON receiptshake_receipts (look) WHERE look IS NOT NULL;

-- What receipts that resemble each other probably share: bands of MinHash over their numbers, and long numbers.
CREATE TABLE receiptshake_features (
  feature INTEGER NOT NULL,
  receipt INTEGER NOT NULL,
  PRIMARY KEY (feature, receipt)
) STRICT, WITHOUT ROWID;

-- Pictures of receipts that people look at, encrypted, until their time is up.
CREATE TABLE receiptshake_pictures (
  receipt INTEGER PRIMARY KEY REFERENCES receiptshake_receipts,
  box BLOB NOT NULL CHECK (length(box) > 40),
  until INTEGER NOT NULL
) STRICT;

CREATE INDEX receiptshake_pictures_by_end ON receiptshake_pictures (until);
