-- Who is signed in to the web pages of staff. The text of a session is nowhere.
CREATE TABLE staff_sessions (
  id BLOB PRIMARY KEY CHECK (length(id) = 16),
  -- Of the whole text.
  digest BLOB NOT NULL CHECK (length(digest) = 32),
  -- The name in the audit log: that of a token, or of a person whom a provider has signed in.
  name TEXT NOT NULL CHECK (length(name) > 0),
  -- Which of the token's secrets was given. A session by a token ends with that secret.
  secret INTEGER,
  -- The account of a person at a provider, and the role that was decided when they signed in.
  provider TEXT,
  subject TEXT,
  role TEXT CHECK (role IN ('admin', 'operator', 'integrator', 'support', 'auditor')),
  -- What tells the browser from the person's others.
  note TEXT CHECK (length(note) BETWEEN 1 AND 100),
  created_at INTEGER NOT NULL,
  -- When the person has last shown who they are.
  confirmed_at INTEGER NOT NULL,
  -- The last use, to a minute.
  seen_at INTEGER NOT NULL,
  -- However often it is used.
  expires_at INTEGER NOT NULL CHECK (expires_at > created_at),
  CHECK ((secret IS NULL) = (role IS NOT NULL)),
  CHECK ((provider IS NULL) = (role IS NULL) AND (subject IS NULL) = (role IS NULL))
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX staff_sessions_by_digest ON staff_sessions (digest);
CREATE INDEX staff_sessions_by_end ON staff_sessions (expires_at);
