-- Webhooks: programs elsewhere that are told what became of shakes, out of shakes_outbox.

CREATE TABLE shakes_webhooks (
  id BLOB PRIMARY KEY CHECK (length(id) = 16),
  url TEXT NOT NULL CHECK (length(url) > 0),
  -- Which events, a bit for each: 1 shake.won, 2 shake.nothing, 4 shake.refused.
  events INTEGER NOT NULL CHECK (events BETWEEN 1 AND 7),
  -- Of this campaign alone.
  campaign BLOB CHECK (length(campaign) = 16),
  -- Whether it may lie in a private network.
  allows_private INTEGER NOT NULL CHECK (allows_private IN (0, 1)),
  -- Milliseconds that a delivery may take.
  time_limit INTEGER NOT NULL CHECK (time_limit BETWEEN 2000 AND 10000),
  added_at INTEGER NOT NULL,
  -- Everything in the outbox up to this number is done.
  position INTEGER NOT NULL CHECK (position >= 0),
  -- 1 delivers, 2 paused by somebody, 3 paused after failing too long, 4 paused because its receiver is gone
  state INTEGER NOT NULL CHECK (state BETWEEN 1 AND 4),
  delivered INTEGER NOT NULL CHECK (delivered >= 0),
  delivered_at INTEGER,
  -- Tries in vain since the last one that went well, when the first of them was, and when the next one is due.
  failures INTEGER NOT NULL CHECK (failures >= 0),
  failing_since INTEGER,
  retry_at INTEGER,
  fault TEXT,
  -- Until when a process has it in its hands.
  leased_until INTEGER,
  CHECK ((failures = 0) = (failing_since IS NULL) AND (failures = 0) = (retry_at IS NULL))
) STRICT, WITHOUT ROWID;
