-- A wallet whose user was merged into another: whose wallet has its coins now, always one that was not merged itself.
-- What open holds have reserved stays until they resolve, nothing else.
ALTER TABLE coins_accounts ADD COLUMN merged_into INTEGER REFERENCES coins_accounts (account)
  CHECK (merged_into IS NULL OR (kind = 1 AND merged_into <> account AND posted = held));

CREATE INDEX coins_accounts_by_survivor ON coins_accounts (merged_into) WHERE merged_into IS NOT NULL;

CREATE TRIGGER coins_accounts_stay_merged BEFORE UPDATE OF merged_into ON coins_accounts
WHEN old.merged_into IS NOT NULL AND new.merged_into IS NULL
BEGIN SELECT RAISE(ABORT, 'a wallet that was merged stays merged'); END;
