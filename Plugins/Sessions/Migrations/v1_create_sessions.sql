-- By what users act for themselves. The token is nowhere.
CREATE TABLE sessions_sessions (
  id BLOB PRIMARY KEY CHECK (length(id) = 16),
  user BLOB NOT NULL CHECK (length(user) = 16),
  -- Of the whole text of the token.
  digest BLOB NOT NULL CHECK (length(digest) = 32),
  created_at INTEGER NOT NULL,
  -- Who began it: a program for its user, or the user.
  created_by TEXT NOT NULL,
  -- The last use, to some minutes.
  seen_at INTEGER NOT NULL,
  -- However often it is used.
  expires_at INTEGER NOT NULL CHECK (expires_at > created_at)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX sessions_by_digest ON sessions_sessions (digest);
CREATE INDEX sessions_by_user ON sessions_sessions (user);
CREATE INDEX sessions_by_end ON sessions_sessions (expires_at);

-- Proofs of work that were used, as long as they could be used again.
CREATE TABLE sessions_works (
  hash BLOB PRIMARY KEY CHECK (length(hash) = 32),
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX sessions_works_by_time ON sessions_works (at);
