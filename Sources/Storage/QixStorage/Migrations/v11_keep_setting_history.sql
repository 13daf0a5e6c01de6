-- The values of those settings whose history counts, in the order in which they were set.
CREATE TABLE qix_setting_history (
  change INTEGER PRIMARY KEY,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 3 AND 100),
  -- NULL where it was given back its default.
  value TEXT CHECK (length(value) <= 10000),
  -- From when on.
  since INTEGER NOT NULL
) STRICT;
