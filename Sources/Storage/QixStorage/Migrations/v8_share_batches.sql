-- Whether who has begun a batch knows of others' batches, as staff does: whoever does may go on with it. A program's batch
-- is its own. Of those that are there it isn't known which role a token had.
ALTER TABLE qix_batches ADD COLUMN is_shared INTEGER NOT NULL DEFAULT 1 CHECK (is_shared IN (0, 1));
UPDATE qix_batches SET is_shared = 0 WHERE actor LIKE 'token:%';
