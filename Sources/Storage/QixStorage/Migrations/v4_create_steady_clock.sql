-- The time by which limits and lockouts are counted, as it was last looked at, with the clock on the wall and how long the
-- machine had run by then. It never goes back.
CREATE TABLE qix_steady_clock (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  steady_at INTEGER NOT NULL,
  wall_at INTEGER NOT NULL,
  -- Which start of the machine; NULL where nobody could tell.
  boot TEXT,
  -- Microseconds since then.
  uptime INTEGER,
  CHECK ((boot IS NULL) = (uptime IS NULL))
) STRICT, WITHOUT ROWID;
