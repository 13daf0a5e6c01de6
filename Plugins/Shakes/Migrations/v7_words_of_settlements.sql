-- The refusal in words, for the user whose shake it was.
ALTER TABLE shakes_settlements ADD COLUMN sentence TEXT CHECK (length(sentence) > 0);
