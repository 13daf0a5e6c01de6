-- What wallets earned, by UTC day of when it happened, up to the entry that coins_earned_marks names: what lies behind it
-- is added when somebody asks. A day's sum is lessened by what was taken back of it, in the wallet that paid.
CREATE TABLE coins_earned (
  account INTEGER NOT NULL REFERENCES coins_accounts (account),
  -- Days since 1970-01-01.
  day INTEGER NOT NULL,
  coins INTEGER NOT NULL,
  -- The first and the last entry that was earned on that day; null where coins were only taken back.
  first_entry INTEGER,
  last_entry INTEGER CHECK (last_entry >= first_entry),
  PRIMARY KEY (account, day)
) STRICT, WITHOUT ROWID;

CREATE TABLE coins_earned_marks (
  account INTEGER PRIMARY KEY REFERENCES coins_accounts (account),
  entry INTEGER NOT NULL
) STRICT;
