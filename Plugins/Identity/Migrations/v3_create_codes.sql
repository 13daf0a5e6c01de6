-- One-time codes that were sent to a phone number or an email address. Neither stands here in the clear: both are
-- encrypted, and found by hashes keyed with the vault's key.
CREATE TABLE identity_codes (
  id BLOB PRIMARY KEY CHECK (length(id) = 16),
  -- 1 phone, 2 email.
  channel INTEGER NOT NULL CHECK (channel IN (1, 2)),
  -- Whose number or address it is to be; NULL where the code is to say who somebody is.
  user BLOB CHECK (length(user) = 16),
  -- The number or address; gone with the request's end.
  box BLOB,
  -- Argon2id of the keyed hash of the code and what it is bound to.
  hash TEXT NOT NULL,
  -- 1 open, 2 used, 3 closed.
  state INTEGER NOT NULL CHECK (state BETWEEN 1 AND 3),
  tries INTEGER NOT NULL CHECK (tries >= 0),
  -- By the clock, and by the greatest time that was seen until then.
  clock_at INTEGER NOT NULL,
  made_at INTEGER NOT NULL,
  CHECK ((box IS NOT NULL) = (state = 1)),
  CHECK (made_at >= clock_at)
) STRICT, WITHOUT ROWID;

CREATE INDEX identity_codes_by_time ON identity_codes (made_at);
CREATE INDEX identity_codes_open ON identity_codes (made_at) WHERE state = 1;

-- What was sent, for the limits; a code that could not be sent counts too.
CREATE TABLE identity_code_sends (
  -- 1 a number or address, 2 the beginning of a number, 3 a caller, 4 who ran the command.
  kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 4),
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  made_at INTEGER NOT NULL,
  code BLOB NOT NULL CHECK (length(code) = 16),
  PRIMARY KEY (kind, hash, made_at, code)
) STRICT, WITHOUT ROWID;

CREATE INDEX identity_code_sends_by_time ON identity_code_sends (made_at);

-- The greatest time that was ever seen here, so that a clock that is set back revives nothing.
CREATE TABLE identity_code_clock (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  seen_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
