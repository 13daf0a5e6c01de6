-- Phone numbers and email addresses that stood at a user before, and which of them staff have entered as the user's: who
-- proves such a one is that user. A row stays when its number goes, so that a number which takes the place of another
-- leads to nobody's account. Kept as the same keyed hashes as in identity_lookups.
CREATE TABLE identity_claims (
  user BLOB NOT NULL REFERENCES identity_keys (user) CHECK (length(user) = 16),
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  -- 1: entered by staff as the user's; 0: it only stood there.
  is_entered INTEGER NOT NULL CHECK (is_entered IN (0, 1)),
  PRIMARY KEY (user, hash)
) STRICT, WITHOUT ROWID;
