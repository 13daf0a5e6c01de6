-- Lines that could not be done when others of the batch were done last, or fewer where a later file has fewer; of batches before this nobody knows any more.
ALTER TABLE qix_batches ADD COLUMN refused INTEGER NOT NULL DEFAULT 0 CHECK (refused >= 0);
