-- Issuers of ID tokens that are believed, as an operator has set them up.
CREATE TABLE identity_providers (
  name TEXT PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 40),
  -- What a token's 'iss' must say, to the letter.
  issuer TEXT NOT NULL UNIQUE CHECK (length(issuer) BETWEEN 1 AND 300),
  keys_url TEXT NOT NULL CHECK (length(keys_url) BETWEEN 1 AND 2048),
  -- RS256, ES256, or both with a blank between: what its tokens are signed with.
  algorithms TEXT NOT NULL CHECK (length(algorithms) BETWEEN 5 AND 20),
  -- Our client ids there, a line each.
  audiences TEXT NOT NULL CHECK (length(audiences) BETWEEN 1 AND 5000),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The keys that they publish, as they were fetched; can be fetched again at any time.
CREATE TABLE identity_provider_keys (
  provider TEXT PRIMARY KEY REFERENCES identity_providers (name),
  -- When somebody last asked for them, in vain or not.
  tried_at INTEGER NOT NULL,
  -- The last set that was good, and when it was fetched.
  keys BLOB CHECK (length(keys) <= 262144),
  fetched_at INTEGER,
  -- Until when it is used without asking again.
  fresh_until INTEGER,
  CHECK ((keys IS NULL) = (fetched_at IS NULL)),
  CHECK ((keys IS NULL) = (fresh_until IS NULL))
) STRICT, WITHOUT ROWID;
