-- Merges that have left lots where they are: the survivor draws from the lots of every wallet that was merged into it.
-- Transfers by which earlier versions merged wallets are not in it: they have drawn on the lots and made new ones.
CREATE TABLE coins_merges (
  transfer INTEGER PRIMARY KEY REFERENCES coins_transfers (transfer),
  -- Whose coins it moved; they are free to whoever that wallet was merged into from then on.
  account INTEGER NOT NULL REFERENCES coins_accounts (account)
) STRICT;

CREATE INDEX coins_merges_by_account ON coins_merges (account, transfer);

CREATE TRIGGER coins_merges_are_never_updated BEFORE UPDATE ON coins_merges
BEGIN SELECT RAISE(ABORT, 'merges are never updated'); END;
CREATE TRIGGER coins_merges_are_never_deleted BEFORE DELETE ON coins_merges
BEGIN SELECT RAISE(ABORT, 'merges are never deleted'); END;
