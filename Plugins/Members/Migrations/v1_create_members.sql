-- Member numbers, by which tills know users. One that was given stays with its user, or with the survivor of a merge.
CREATE TABLE members_numbers (
  -- Eleven random digits and a check digit.
  number INTEGER PRIMARY KEY CHECK (number BETWEEN 0 AND 999999999999),
  user BLOB NOT NULL CHECK (length(user) = 16),
  -- How often its codes were renewed: their key follows from it.
  epoch INTEGER NOT NULL CHECK (epoch >= 0),
  -- Whether it is the one that its user is shown; 0 for one that came by a merge.
  is_shown INTEGER NOT NULL CHECK (is_shown IN (0, 1)),
  made_at INTEGER NOT NULL
) STRICT;

-- The sessions that were given a key of codes. Their codes are good as long as they are: each has a key of its own.
CREATE TABLE members_phones (
  number INTEGER NOT NULL,
  session TEXT NOT NULL,
  made_at INTEGER NOT NULL,
  PRIMARY KEY (number, session)
) STRICT, WITHOUT ROWID;

CREATE INDEX members_numbers_by_user ON members_numbers (user);
CREATE UNIQUE INDEX members_numbers_shown ON members_numbers (user) WHERE is_shown = 1;

CREATE TRIGGER members_numbers_stay_what_they_are BEFORE UPDATE OF number, made_at ON members_numbers
BEGIN SELECT RAISE(ABORT, 'a member number stays what it is'); END;

CREATE TRIGGER members_numbers_are_renewed_forward BEFORE UPDATE OF epoch ON members_numbers WHEN new.epoch < old.epoch
BEGIN SELECT RAISE(ABORT, 'codes of a member that were ended stay so'); END;

-- Steps of time whose code was used, kept for a day: no code is taken twice.
CREATE TABLE members_used (
  number INTEGER NOT NULL,
  -- The time in steps of thirty seconds.
  step INTEGER NOT NULL,
  PRIMARY KEY (number, step)
) STRICT, WITHOUT ROWID;

CREATE INDEX members_used_by_step ON members_used (step);

-- Handles, by which a caller names a user for two minutes; kept for three days, for the user's events and export.
CREATE TABLE members_handles (
  id BLOB PRIMARY KEY CHECK (length(id) = 16),
  user BLOB NOT NULL CHECK (length(user) = 16),
  -- The caller that it was given to.
  principal TEXT NOT NULL,
  till TEXT CHECK (length(till) BETWEEN 1 AND 64),
  made_at INTEGER NOT NULL,
  -- By the clock of limits, which no jump of another clock moves.
  ends_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX members_handles_by_user ON members_handles (user);
CREATE INDEX members_handles_by_end ON members_handles (ends_at);

-- Wrong codes, for the limits on guessing. Kept for a day, without the code.
CREATE TABLE members_misses (
  made_at INTEGER NOT NULL,
  principal TEXT NOT NULL,
  till TEXT NOT NULL
) STRICT;

CREATE INDEX members_misses_by_time ON members_misses (made_at);
