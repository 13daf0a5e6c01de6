-- What accepted shakes turned out to be worth later, and what moved because of it.
CREATE TABLE shakes_settlements (
  shake BLOB NOT NULL CHECK (length(shake) = 16),
  -- Of the same shake: 1, 2, 3, …
  number INTEGER NOT NULL CHECK (number > 0),
  campaign BLOB NOT NULL CHECK (length(campaign) = 16),
  at INTEGER NOT NULL,
  -- Why it doesn't count after all; NULL where it does.
  refusal TEXT CHECK (length(refusal) > 0),
  units INTEGER NOT NULL CHECK (units >= 0),
  -- What it is worth before any cap.
  prize INTEGER NOT NULL CHECK (prize >= 0),
  -- Paid now; below 0 taken back.
  coins INTEGER NOT NULL,
  -- How many wins more that makes.
  wins INTEGER NOT NULL CHECK (wins BETWEEN -1 AND 1),
  -- In the ledger, of what was paid now.
  transfer BLOB CHECK (length(transfer) = 16),
  PRIMARY KEY (shake, number),
  CHECK ((coins > 0) = (transfer IS NOT NULL)),
  CHECK (refusal IS NULL OR (prize = 0 AND units = 0))
) STRICT, WITHOUT ROWID;

CREATE INDEX shakes_settlements_by_campaign ON shakes_settlements (campaign);

CREATE TRIGGER shakes_settlements_stay BEFORE DELETE ON shakes_settlements
BEGIN SELECT RAISE(ABORT, 'settlements are never deleted'); END;

CREATE TRIGGER shakes_settlements_stay_as_they_are BEFORE UPDATE ON shakes_settlements
BEGIN SELECT RAISE(ABORT, 'settlements are never changed'); END;
