-- What tiers there are. Who is in which follows from the ledger and is kept nowhere.
CREATE TABLE tiers_tiers (
  name TEXT PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 55),
  title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
  -- Coins earned in a period that lead to it.
  threshold INTEGER NOT NULL UNIQUE CHECK (threshold > 0),
  -- What campaigns pay, in hundredths.
  multiplier INTEGER NOT NULL CHECK (multiplier BETWEEN 100 AND 10000),
  -- For people; empty for none.
  benefits TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
