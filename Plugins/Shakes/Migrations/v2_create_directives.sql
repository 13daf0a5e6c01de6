-- Directives: what a shake is in which context, stored here and fetched from elsewhere.

-- Another number after each change, so that whoever remembers directives knows when to read them anew.
CREATE TABLE shakes_directive_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  version INTEGER NOT NULL CHECK (version > 0)
) STRICT;

INSERT INTO shakes_directive_state (id, version) VALUES (1, 1);

-- Those that operators have added; an older one has the smaller number.
CREATE TABLE shakes_directives (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 64),
  -- A JSON object, as docs/directives.md describes it.
  directive TEXT NOT NULL CHECK (length(directive) > 0),
  added_at INTEGER NOT NULL
) STRICT;

-- Where others are fetched from.
CREATE TABLE shakes_directive_sources (
  name TEXT PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 40),
  url TEXT NOT NULL CHECK (length(url) > 0),
  -- Ed25519 public keys in Base64, a blank between them: any of them may sign.
  keys TEXT NOT NULL CHECK (length(keys) >= 44),
  -- The item of the vault with the bearer token.
  token_service TEXT,
  token_account TEXT,
  -- Microseconds for which a copy holds that could not be renewed; NULL for ever.
  max_age INTEGER CHECK (max_age > 0),
  added_at INTEGER NOT NULL,
  CHECK ((token_service IS NULL) = (token_account IS NULL))
) STRICT, WITHOUT ROWID;

-- The last good copy of each, and how fetching went since.
CREATE TABLE shakes_directive_copies (
  source TEXT PRIMARY KEY REFERENCES shakes_directive_sources (name) ON DELETE CASCADE,
  body BLOB,
  etag TEXT,
  -- What the body says; it never goes down.
  version INTEGER CHECK (version >= 0),
  -- When the source last said that this is what holds.
  confirmed_at INTEGER,
  tried_at INTEGER NOT NULL,
  -- Why the last try was in vain: a stable code and a sentence; and since when it is so.
  fault_code TEXT,
  fault TEXT,
  failing_since INTEGER,
  CHECK ((body IS NULL) = (version IS NULL) AND (body IS NULL) = (confirmed_at IS NULL)),
  CHECK ((fault IS NULL) = (fault_code IS NULL) AND (fault IS NULL) = (failing_since IS NULL))
) STRICT, WITHOUT ROWID;
