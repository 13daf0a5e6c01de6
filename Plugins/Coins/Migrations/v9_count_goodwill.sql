-- The coins that each role has given as goodwill in a day (UTC), and to whom: what the limits go by.
CREATE TABLE coins_goodwill (
  role TEXT NOT NULL,
  -- Days since 1970-01-01.
  day INTEGER NOT NULL,
  user BLOB NOT NULL CHECK (length(user) = 16),
  coins INTEGER NOT NULL CHECK (coins > 0),
  PRIMARY KEY (role, day, user)
) STRICT, WITHOUT ROWID;
