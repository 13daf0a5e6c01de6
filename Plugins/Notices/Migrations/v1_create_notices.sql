-- Notices: what users are told of, each once. Their words are made when they are read or sent.
CREATE TABLE notices_notices (
  id BLOB PRIMARY KEY CHECK (length(id) = 16),
  user BLOB NOT NULL CHECK (length(user) = 16),
  kind TEXT NOT NULL CHECK (length(kind) > 0),
  -- The event that it comes from, or what its kind's module calls it by.
  source BLOB NOT NULL CHECK (length(source) = 16),
  -- The type of the event; empty without one.
  type TEXT NOT NULL,
  -- What it is about.
  subject BLOB NOT NULL CHECK (length(subject) = 16),
  -- Whether the user sees it in the app.
  on_page INTEGER NOT NULL CHECK (on_page IN (0, 1)),
  read_at INTEGER
) STRICT, WITHOUT ROWID;

-- No event makes two notices of a kind for a user, whatever crashes and runs again.
CREATE UNIQUE INDEX notices_notices_once ON notices_notices (user, kind, source);
CREATE INDEX notices_notices_by_user ON notices_notices (user, id);

-- Messages of notices by phone or email.
CREATE TABLE notices_deliveries (
  notice BLOB NOT NULL REFERENCES notices_notices (id),
  -- 2 phone, 4 email
  way INTEGER NOT NULL CHECK (way IN (2, 4)),
  -- 1 waits, 2 in a process's hands, 3 sent, 4 given up, 5 dropped, since the user no longer wants or needs it
  state INTEGER NOT NULL CHECK (state BETWEEN 1 AND 5),
  -- The next try, and the time from which it is too late.
  due_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  tries INTEGER NOT NULL CHECK (tries >= 0),
  leased_until INTEGER,
  -- Whether a process ended before it wrote down what became of a try.
  is_doubtful INTEGER NOT NULL CHECK (is_doubtful IN (0, 1)),
  fault TEXT,
  -- When it was sent, given up or dropped.
  ended_at INTEGER,
  PRIMARY KEY (notice, way),
  CHECK ((state = 2) = (leased_until IS NOT NULL)),
  CHECK ((state >= 3) = (ended_at IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX notices_deliveries_open ON notices_deliveries (due_at) WHERE state <= 2;
CREATE INDEX notices_deliveries_given_up ON notices_deliveries (ended_at) WHERE state = 4;

CREATE TRIGGER notices_deliveries_end_once BEFORE UPDATE OF state ON notices_deliveries
WHEN old.state >= 3 AND new.state <> old.state
BEGIN SELECT RAISE(ABORT, 'a message of a notice that has ended is not sent again'); END;

-- The ways by which users want a kind: 1 page, 2 phone, 4 email, added up. Without a row it is the page alone.
CREATE TABLE notices_choices (
  user BLOB NOT NULL CHECK (length(user) = 16),
  kind TEXT NOT NULL CHECK (length(kind) > 0),
  ways INTEGER NOT NULL CHECK (ways BETWEEN 0 AND 7),
  chosen_at INTEGER NOT NULL,
  PRIMARY KEY (user, kind)
) STRICT, WITHOUT ROWID;

-- Quiet hours of users' own, in minutes after midnight; the same minute twice for none at all. And the language in
-- which they chose, for messages.
CREATE TABLE notices_users (
  user BLOB PRIMARY KEY CHECK (length(user) = 16),
  quiet_from INTEGER CHECK (quiet_from BETWEEN 0 AND 1439),
  quiet_until INTEGER CHECK (quiet_until BETWEEN 0 AND 1439),
  language TEXT,
  CHECK ((quiet_from IS NULL) = (quiet_until IS NULL))
) STRICT, WITHOUT ROWID;

-- Keys in emails, by which their readers stop a kind with one tap: their hashes alone.
CREATE TABLE notices_keys (
  hash BLOB PRIMARY KEY CHECK (length(hash) = 32),
  user BLOB NOT NULL CHECK (length(user) = 16),
  kind TEXT NOT NULL CHECK (length(kind) > 0),
  way INTEGER NOT NULL CHECK (way IN (2, 4)),
  made_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX notices_keys_by_user ON notices_keys (user);
CREATE INDEX notices_keys_by_time ON notices_keys (made_at);

-- How far events have been read, and the last day whose own notices were looked for, in days since 1970.
CREATE TABLE notices_place (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  position BLOB NOT NULL CHECK (length(position) = 16),
  day INTEGER NOT NULL
) STRICT;
