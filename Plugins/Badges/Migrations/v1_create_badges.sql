CREATE TABLE badges_badges (
  badge INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 55),
  title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
  -- For people; empty for none.
  text TEXT NOT NULL,
  -- 1 days in a row, 2 shakes, 3 wins, 4 each of some types, 5 given by hand
  goal INTEGER NOT NULL CHECK (goal BETWEEN 1 AND 5),
  -- How many of them; of types, how many there are.
  number INTEGER NOT NULL CHECK (number > 0),
  -- Names of types, with a space between two.
  types TEXT CHECK ((types IS NOT NULL) = (goal = 4)),
  -- Days that may be missed between two days of a row.
  missed INTEGER NOT NULL CHECK (missed BETWEEN 0 AND 30),
  -- Shakes of this campaign, of this type, count; of all where there is none.
  campaign BLOB CHECK (length(campaign) = 16),
  type TEXT,
  created_at INTEGER NOT NULL,
  -- Nobody gets it from then on.
  retired_at INTEGER
) STRICT;

-- How far users are who don't have a badge yet.
CREATE TABLE badges_progress (
  user_id BLOB NOT NULL CHECK (length(user_id) = 16),
  badge INTEGER NOT NULL REFERENCES badges_badges (badge),
  count INTEGER NOT NULL CHECK (count > 0),
  -- Days since 1970-01-01 of the last shake that counted.
  last_day INTEGER NOT NULL,
  -- Of types, those that were seen, sorted, with a space between two.
  seen TEXT,
  PRIMARY KEY (user_id, badge)
) STRICT, WITHOUT ROWID;

CREATE TABLE badges_awards (
  user_id BLOB NOT NULL CHECK (length(user_id) = 16),
  badge INTEGER NOT NULL REFERENCES badges_badges (badge),
  awarded_at INTEGER NOT NULL,
  -- The shake that completed it; none where it was given by hand.
  shake BLOB CHECK (length(shake) = 16),
  PRIMARY KEY (user_id, badge)
) STRICT, WITHOUT ROWID;

CREATE INDEX badges_awards_by_badge ON badges_awards (badge, awarded_at);
