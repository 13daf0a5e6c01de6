-- Files of many lines that were done: what has a name can be listed, repeated and taken back.
CREATE TABLE qix_batches (
  batch INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 200),
  -- The words of the command's action: coins.issue.
  action TEXT NOT NULL,
  -- What the file was called when something of it was done last, and SHA-256 of its bytes then.
  file TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  actor TEXT NOT NULL,
  begun_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  -- 1 begun, 2 read to the end of its file
  state INTEGER NOT NULL CHECK (state IN (1, 2)),
  -- Lines that were done, and the coins that they moved.
  lines INTEGER NOT NULL CHECK (lines >= 0),
  coins INTEGER NOT NULL CHECK (coins >= 0)
) STRICT;

-- What one commit has done of a batch.
CREATE TABLE qix_batch_parts (
  part INTEGER PRIMARY KEY,
  batch INTEGER NOT NULL REFERENCES qix_batches (batch),
  -- The numbers of the first and the last transfer, for what moves coins.
  first INTEGER NOT NULL,
  last INTEGER NOT NULL,
  -- Of each line without a key, in the order in which they were done, eight bytes of a hash of its meaning.
  meanings BLOB NOT NULL CHECK (length(meanings) % 8 = 0),
  -- Of each line with a key of its own the same, by which it is known when it comes again without.
  keyed BLOB NOT NULL DEFAULT x'' CHECK (length(keyed) % 8 = 0),
  -- Of those without a key for which options have said something, the same of what was meant with it.
  wholes BLOB NOT NULL DEFAULT x'' CHECK (length(wholes) % 8 = 0)
) STRICT;

CREATE INDEX qix_batch_parts_by_batch ON qix_batch_parts (batch, part);

CREATE TRIGGER qix_batches_are_never_deleted BEFORE DELETE ON qix_batches
BEGIN SELECT RAISE(ABORT, 'batches are never deleted'); END;
CREATE TRIGGER qix_batch_parts_are_never_updated BEFORE UPDATE ON qix_batch_parts
BEGIN SELECT RAISE(ABORT, 'what was done of a batch is never updated'); END;
CREATE TRIGGER qix_batch_parts_are_never_deleted BEFORE DELETE ON qix_batch_parts
BEGIN SELECT RAISE(ABORT, 'what was done of a batch is never deleted'); END;
