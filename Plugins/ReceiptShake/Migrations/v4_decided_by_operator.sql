-- Whether an operator has decided it: the support desk doesn't change that. Of decisions before this nobody knows any more.
ALTER TABLE receiptshake_receipts ADD COLUMN by_operator INTEGER NOT NULL DEFAULT 0 CHECK (by_operator IN (0, 1));
