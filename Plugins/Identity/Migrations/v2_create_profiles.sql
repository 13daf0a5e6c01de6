-- Users grow from an id to a full account. Nothing here says who anybody is without the vault: what is personal is
-- encrypted under a key of the user's own, and found by a keyed hash.

CREATE TABLE identity_users_next (
  id BLOB PRIMARY KEY CHECK (length(id) = 16),
  -- 1 trial: an id and nothing else; 2 signed; 3 pro. What it takes is in the settings.
  mode INTEGER NOT NULL CHECK (mode BETWEEN 1 AND 3),
  -- 1 active, 2 suspended, 3 merged into another user, 4 erased.
  standing INTEGER NOT NULL CHECK (standing BETWEEN 1 AND 4),
  -- Of a merged user, who goes on under both ids: never one who was merged again, so that one look-up is enough.
  survivor BLOB CHECK (length(survivor) = 16),
  -- What the operator's own systems call this user; opaque to qix.
  external_id TEXT CHECK (length(external_id) BETWEEN 1 AND 200),
  created_at INTEGER NOT NULL,
  CHECK ((survivor IS NOT NULL) = (standing = 3)),
  CHECK (survivor <> id),
  CHECK (mode = 1 OR standing <= 2),
  CHECK (external_id IS NULL OR standing <> 4)
) STRICT, WITHOUT ROWID;

INSERT INTO identity_users_next (id, mode, standing, external_id, created_at)
  SELECT id, mode, 1, external_id, created_at FROM identity_users ORDER BY id;

DROP TABLE identity_users;

ALTER TABLE identity_users_next RENAME TO identity_users;

CREATE UNIQUE INDEX identity_users_by_external_id ON identity_users (external_id) WHERE external_id IS NOT NULL;
-- Who may not act; whoever moves many coins asks first whether there is anybody.
CREATE INDEX identity_users_by_standing ON identity_users (standing) WHERE standing > 1;
CREATE INDEX identity_users_by_survivor ON identity_users (survivor) WHERE survivor IS NOT NULL;

-- A random key for each user of whom something personal is kept, wrapped under the vault's key for identity. To destroy
-- it is to erase everything that it has encrypted, in copies too.
CREATE TABLE identity_keys (
  user BLOB PRIMARY KEY REFERENCES identity_users (id) CHECK (length(user) = 16),
  wrapped BLOB NOT NULL CHECK (length(wrapped) = 72)
) STRICT, WITHOUT ROWID;

CREATE TABLE identity_fields (
  user BLOB NOT NULL REFERENCES identity_keys (user),
  field TEXT NOT NULL CHECK (length(field) BETWEEN 1 AND 40),
  box BLOB NOT NULL,
  set_at INTEGER NOT NULL,
  PRIMARY KEY (user, field)
) STRICT, WITHOUT ROWID;

-- Phone numbers and email addresses, as keyed hashes: each leads to one user at most.
CREATE TABLE identity_lookups (
  hash BLOB PRIMARY KEY CHECK (length(hash) = 32),
  user BLOB NOT NULL,
  field TEXT NOT NULL,
  UNIQUE (user, field),
  FOREIGN KEY (user, field) REFERENCES identity_fields (user, field)
) STRICT, WITHOUT ROWID;

-- Accounts at issuers of ID tokens: the keyed hash of issuer and subject, and both encrypted.
CREATE TABLE identity_accounts (
  hash BLOB PRIMARY KEY CHECK (length(hash) = 32),
  user BLOB NOT NULL REFERENCES identity_keys (user),
  box BLOB NOT NULL,
  linked_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX identity_accounts_by_user ON identity_accounts (user);

-- What was shown to be the user's and not only said.
CREATE TABLE identity_proofs (
  user BLOB NOT NULL REFERENCES identity_users (id),
  proof TEXT NOT NULL CHECK (length(proof) BETWEEN 1 AND 40),
  proved_at INTEGER NOT NULL,
  PRIMARY KEY (user, proof)
) STRICT, WITHOUT ROWID;

-- Names in public, unique also for the eye: the key is the name with what looks alike made equal.
CREATE TABLE identity_usernames (
  likeness TEXT PRIMARY KEY CHECK (length(likeness) BETWEEN 1 AND 30),
  user BLOB NOT NULL UNIQUE REFERENCES identity_users (id),
  username TEXT NOT NULL CHECK (length(username) BETWEEN 3 AND 30)
) STRICT, WITHOUT ROWID;

-- Which merges there were, and what each has moved, so that a repeat gives the same answer.
CREATE TABLE identity_merges (
  user BLOB PRIMARY KEY REFERENCES identity_users (id),
  -- As it was named then; it may have been merged since.
  into_user BLOB NOT NULL REFERENCES identity_users (id),
  merged_at INTEGER NOT NULL,
  -- Lines of a number, a blank and a name.
  moved TEXT NOT NULL
) STRICT, WITHOUT ROWID;
