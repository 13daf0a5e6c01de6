-- Which users were told that coins of theirs expire, and for which moment. A row is there before the message goes out, so
-- that nobody is told twice, whatever happens in between.
CREATE TABLE coins_reminders (
  user BLOB NOT NULL CHECK (length(user) = 16),
  expires_at INTEGER NOT NULL,
  -- The message: one may tell of several moments.
  reminder BLOB NOT NULL CHECK (length(reminder) = 16),
  -- What was to expire at that moment, as the user was told.
  coins INTEGER NOT NULL CHECK (coins > 0),
  at INTEGER NOT NULL,
  -- Whether the sender refused the message: the user was not told, and isn't told again.
  failed INTEGER NOT NULL DEFAULT 0 CHECK (failed IN (0, 1)),
  PRIMARY KEY (user, expires_at)
) STRICT, WITHOUT ROWID;
