-- Of a wallet: the account in which the ledger counts what its user owes (asset 0, 'OWED', made with the first debt).
-- NULL for one who has never owed anything.
ALTER TABLE coins_accounts ADD COLUMN owes INTEGER REFERENCES coins_accounts (account)
  CHECK (owes IS NULL OR (kind = 1 AND owes <> account));

CREATE TRIGGER coins_accounts_go_on_owing BEFORE UPDATE OF owes ON coins_accounts
WHEN old.owes IS NOT NULL AND new.owes IS DISTINCT FROM old.owes
BEGIN SELECT RAISE(ABORT, 'what a user owes stays in its account'); END;
