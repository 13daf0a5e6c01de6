-- Sums of the hashes of all names that a module has bound to something.
CREATE TABLE qix_sealed_facts (
  module TEXT PRIMARY KEY,
  sum BLOB NOT NULL CHECK (length(sum) = 64)
) STRICT, WITHOUT ROWID;

-- SHA-256 of all sums, in entries of changes that have bound or freed a name; covered by the entry's hash.
ALTER TABLE qix_audit ADD COLUMN seal BLOB CHECK (length(seal) = 32);
