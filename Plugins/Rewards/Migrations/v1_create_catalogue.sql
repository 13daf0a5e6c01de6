-- The catalogue of rewards, and what they cost from when on.

CREATE TABLE rewards_rewards (
  reward BLOB PRIMARY KEY CHECK (length(reward) = 16),
  name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 55),
  brand TEXT NOT NULL,
  -- 1 draft, 2 published, 3 retired
  state INTEGER NOT NULL CHECK (state BETWEEN 1 AND 3),
  starts_at INTEGER,
  ends_at INTEGER CHECK (ends_at > starts_at),
  -- What counts its pieces in the ledger; nothing where there are as many as are wanted.
  asset INTEGER UNIQUE CHECK (asset > 1),
  -- The rest of it, as a JSON object: docs/rewards.md. Times in it are absolute.
  definition TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  published_at INTEGER,
  retired_at INTEGER CHECK ((retired_at IS NOT NULL) = (state = 3)),
  CHECK (published_at IS NOT NULL OR state <> 2)
) STRICT;

CREATE INDEX rewards_rewards_by_state ON rewards_rewards (state);

-- What was retired stays as it was; its pieces are the ledger's.
CREATE TRIGGER rewards_rewards_that_were_retired_stay_so BEFORE UPDATE ON rewards_rewards WHEN old.state = 3
BEGIN SELECT RAISE(ABORT, 'a reward that was retired stays as it is'); END;
CREATE TRIGGER rewards_rewards_never_become_drafts_again BEFORE UPDATE OF state ON rewards_rewards
  WHEN old.state = 2 AND new.state = 1
BEGIN SELECT RAISE(ABORT, 'a reward that was published is no draft any more'); END;
CREATE TRIGGER rewards_rewards_are_never_deleted BEFORE DELETE ON rewards_rewards
BEGIN SELECT RAISE(ABORT, 'rewards are never deleted'); END;
-- Shelves and redemptions know a reward by them.
CREATE TRIGGER rewards_rewards_keep_their_name BEFORE UPDATE OF reward, name ON rewards_rewards
BEGIN SELECT RAISE(ABORT, 'a reward keeps its id and its name'); END;

-- Prices in coins. One without an end is in force from its moment until that of the next one. One with an end is an
-- offer: within its period users pay the lowest of the price and the offers.
CREATE TABLE rewards_prices (
  entry INTEGER PRIMARY KEY,
  reward BLOB NOT NULL REFERENCES rewards_rewards (reward),
  from_at INTEGER NOT NULL,
  until_at INTEGER CHECK (until_at > from_at),
  coins INTEGER CHECK (coins BETWEEN 1 AND 1000000000000000),
  percent_off INTEGER CHECK (percent_off BETWEEN 1 AND 99),
  recorded_at INTEGER NOT NULL,
  CHECK ((coins IS NULL) <> (percent_off IS NULL)),
  CHECK (percent_off IS NULL OR until_at IS NOT NULL),
  -- What users paid before stays what it was.
  CHECK (from_at >= recorded_at)
) STRICT;

CREATE INDEX rewards_prices_by_reward ON rewards_prices (reward, from_at);

-- Prices that were taken back before they came into force, and offers that were ended early.
CREATE TABLE rewards_withdrawn_prices (
  entry INTEGER PRIMARY KEY REFERENCES rewards_prices (entry),
  withdrawn_at INTEGER NOT NULL
) STRICT;

CREATE TRIGGER rewards_prices_are_never_changed BEFORE UPDATE ON rewards_prices
BEGIN SELECT RAISE(ABORT, 'prices are never changed; a later one takes their place'); END;
CREATE TRIGGER rewards_prices_are_never_deleted BEFORE DELETE ON rewards_prices
BEGIN SELECT RAISE(ABORT, 'prices are never deleted'); END;
CREATE TRIGGER rewards_withdrawn_prices_are_never_changed BEFORE UPDATE ON rewards_withdrawn_prices
BEGIN SELECT RAISE(ABORT, 'a price that was withdrawn stays so'); END;
CREATE TRIGGER rewards_withdrawn_prices_are_never_deleted BEFORE DELETE ON rewards_withdrawn_prices
BEGIN SELECT RAISE(ABORT, 'a price that was withdrawn stays so'); END;
-- Only what lies ahead can be taken back, or an offer that still runs.
CREATE TRIGGER rewards_withdrawn_prices_lie_ahead BEFORE INSERT ON rewards_withdrawn_prices
  WHEN new.withdrawn_at >= (SELECT coalesce(until_at, from_at) FROM rewards_prices WHERE entry = new.entry)
BEGIN SELECT RAISE(ABORT, 'a price that was in force stays in the history'); END;

-- Pieces that were put on a shelf, taken from it, or counted there. The ledger moves them; here is why, and under which
-- key, so that a repeat is known as one.
CREATE TABLE rewards_stock_changes (
  change INTEGER PRIMARY KEY,
  reward BLOB NOT NULL REFERENCES rewards_rewards (reward),
  -- 1 added, 2 removed, 3 counted
  kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 3),
  -- As it was asked: how many were added or removed, or are there.
  pieces INTEGER NOT NULL CHECK (pieces >= 0),
  -- How many more lie there by it; less than 0 for fewer.
  difference INTEGER NOT NULL,
  -- How many lie there afterwards, those that are held for users included.
  shelf INTEGER NOT NULL CHECK (shelf >= 0),
  key TEXT UNIQUE CHECK (length(key) BETWEEN 1 AND 200),
  reason TEXT,
  changed_at INTEGER NOT NULL,
  CHECK ((kind = 1 AND difference = pieces) OR (kind = 2 AND difference = -pieces) OR (kind = 3 AND shelf = pieces))
) STRICT;

CREATE INDEX rewards_stock_changes_by_reward ON rewards_stock_changes (reward, change);

CREATE TRIGGER rewards_stock_changes_are_never_changed BEFORE UPDATE ON rewards_stock_changes
BEGIN SELECT RAISE(ABORT, 'what was done to a stock is never changed'); END;
CREATE TRIGGER rewards_stock_changes_are_never_deleted BEFORE DELETE ON rewards_stock_changes
BEGIN SELECT RAISE(ABORT, 'what was done to a stock is never deleted'); END;

-- One row; its number grows with every change to the tables above.
CREATE TABLE rewards_version (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  version INTEGER NOT NULL
) STRICT;

INSERT INTO rewards_version (one, version) VALUES (1, 1);
