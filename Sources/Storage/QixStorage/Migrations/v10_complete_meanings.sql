-- A line's meaning includes what options say for all lines, in one number instead of two. Where options have said
-- something for each line of a part, that number is there; elsewhere the line says it all.
CREATE TABLE qix_batch_parts_10 (
  part INTEGER PRIMARY KEY,
  batch INTEGER NOT NULL REFERENCES qix_batches (batch),
  -- The numbers of the first and the last transfer, for what moves coins.
  first INTEGER NOT NULL,
  last INTEGER NOT NULL,
  -- Of each line without a key, in the order in which they were done, eight bytes of a hash of what it means.
  meanings BLOB NOT NULL CHECK (length(meanings) % 8 = 0),
  -- Of each line with a key of its own the same.
  keyed BLOB NOT NULL DEFAULT x'' CHECK (length(keyed) % 8 = 0),
  -- Of each of the meanings, where an earlier run had refused the line, its line in that run's file: eight bytes each.
  refused BLOB NOT NULL DEFAULT x'' CHECK (length(refused) IN (0, length(meanings)))
) STRICT;

INSERT INTO qix_batch_parts_10 (part, batch, first, last, meanings, keyed)
SELECT part, batch, first, last, CASE WHEN length(wholes) = length(meanings) THEN wholes ELSE meanings END, keyed
FROM qix_batch_parts;

DROP TABLE qix_batch_parts;
ALTER TABLE qix_batch_parts_10 RENAME TO qix_batch_parts;

CREATE INDEX qix_batch_parts_by_batch ON qix_batch_parts (batch, part);

CREATE TRIGGER qix_batch_parts_are_never_updated BEFORE UPDATE ON qix_batch_parts
BEGIN SELECT RAISE(ABORT, 'what was done of a batch is never updated'); END;
CREATE TRIGGER qix_batch_parts_are_never_deleted BEFORE DELETE ON qix_batch_parts
BEGIN SELECT RAISE(ABORT, 'what was done of a batch is never deleted'); END;
