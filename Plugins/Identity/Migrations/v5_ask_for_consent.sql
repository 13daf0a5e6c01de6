-- Codes may also ask a user at a number that they have proved whether something may be changed. Times are those of
-- qix_steady_clock, which can be behind the clock on the wall.
CREATE TABLE identity_codes_next (
  id BLOB PRIMARY KEY CHECK (length(id) = 16),
  -- 1 phone, 2 email.
  channel INTEGER NOT NULL CHECK (channel IN (1, 2)),
  -- 1 to prove a number or address, or to say who somebody is; 2 to consent to a change.
  purpose INTEGER NOT NULL CHECK (purpose IN (1, 2)),
  -- Whose number or address it is to be, or whose consent; NULL where the code is to say who somebody is.
  user BLOB CHECK (length(user) = 16),
  -- The number or address; gone with the request's end.
  box BLOB,
  -- Argon2id of the keyed hash of the code and what it is bound to.
  hash TEXT NOT NULL,
  -- 1 open, 2 used, 3 closed: also a consent that was made use of.
  state INTEGER NOT NULL CHECK (state BETWEEN 1 AND 3),
  tries INTEGER NOT NULL CHECK (tries >= 0),
  -- By the clock on the wall, and by the one that never goes back.
  clock_at INTEGER NOT NULL,
  made_at INTEGER NOT NULL,
  -- When the code came back, likewise; of consents alone.
  given_at INTEGER,
  CHECK ((box IS NOT NULL) = (state = 1)),
  CHECK (purpose = 1 OR user IS NOT NULL),
  CHECK (given_at IS NULL OR (purpose = 2 AND state <> 1))
) STRICT, WITHOUT ROWID;

INSERT INTO identity_codes_next (id, channel, purpose, user, box, hash, state, tries, clock_at, made_at)
  SELECT id, channel, 1, user, box, hash, state, tries, clock_at, made_at FROM identity_codes ORDER BY id;

DROP TABLE identity_codes;

ALTER TABLE identity_codes_next RENAME TO identity_codes;

CREATE INDEX identity_codes_by_time ON identity_codes (made_at);
CREATE INDEX identity_codes_open ON identity_codes (made_at) WHERE state = 1;

DROP TABLE identity_code_clock;

-- Who looked for a user by phone number or email address, for the limits. Kept for a day, without the number.
CREATE TABLE identity_finds (
  made_at INTEGER NOT NULL,
  principal TEXT NOT NULL
) STRICT;

CREATE INDEX identity_finds_by_principal ON identity_finds (principal, made_at);
CREATE INDEX identity_finds_by_time ON identity_finds (made_at);
