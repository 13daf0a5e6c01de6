-- The refusal as a sentence with its key and typed parts, in JSON: each reader has it in their own language. Rows without
-- one keep their text in `sentence`.
ALTER TABLE shakes_settlements ADD COLUMN told TEXT CHECK (length(told) > 0);
