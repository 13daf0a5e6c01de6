-- The beginnings of the words of users' names, as keyed hashes of eight bytes (decision 0091).
CREATE TABLE identity_name_prefixes (
  user BLOB NOT NULL REFERENCES identity_keys (user) CHECK (length(user) = 16),
  -- 1 given name, 2 family name, 3 display name: a name that is cleared goes without the vault.
  name INTEGER NOT NULL CHECK (name BETWEEN 1 AND 3),
  hash BLOB NOT NULL CHECK (length(hash) = 8),
  PRIMARY KEY (user, name, hash)
) STRICT, WITHOUT ROWID;

CREATE INDEX identity_name_prefixes_by_hash ON identity_name_prefixes (hash, user);

-- Users from before, who are not found by name until `qix user index-names` has come to them.
CREATE TABLE identity_unindexed_names (
  user BLOB PRIMARY KEY REFERENCES identity_keys (user) CHECK (length(user) = 16)
) STRICT, WITHOUT ROWID;

INSERT INTO identity_unindexed_names (user)
  SELECT DISTINCT user FROM identity_fields WHERE field IN ('given-name', 'family-name', 'display-name') ORDER BY user;
