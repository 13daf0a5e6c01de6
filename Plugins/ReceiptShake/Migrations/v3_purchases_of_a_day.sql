-- A keyed hash of day and total alone, for receipts of which time and number are covered: what they share with the whole
-- paper is little more.
ALTER TABLE receiptshake_receipts ADD COLUMN by_day BLOB CHECK (length(by_day) = 16);
CREATE INDEX receiptshake_receipts_by_day ON receiptshake_receipts (by_day) WHERE by_day IS NOT NULL;
