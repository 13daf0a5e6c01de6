-- Grants that greet new users, by the wallet that got them: who has earned nothing else still counts as new.
CREATE TABLE coins_welcomes (
  account INTEGER NOT NULL REFERENCES coins_accounts (account),
  transfer INTEGER NOT NULL REFERENCES coins_transfers (transfer),
  PRIMARY KEY (account, transfer)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER coins_welcomes_are_never_updated BEFORE UPDATE ON coins_welcomes
BEGIN SELECT RAISE(ABORT, 'welcomes are never updated'); END;
CREATE TRIGGER coins_welcomes_are_never_deleted BEFORE DELETE ON coins_welcomes
BEGIN SELECT RAISE(ABORT, 'welcomes are never deleted'); END;
