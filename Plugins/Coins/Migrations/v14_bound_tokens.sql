-- What tokens have granted: a row for each commit. It says whose a grant is, and how far a day's bound is used up.
CREATE TABLE coins_token_grants (
  -- The commit's first and last transfer.
  first INTEGER PRIMARY KEY,
  last INTEGER NOT NULL CHECK (last >= first),
  -- The name of its principal: token:till-7.
  token TEXT NOT NULL,
  -- Days since 1970-01-01.
  day INTEGER NOT NULL,
  -- Coins that it granted on that day, this commit's among them, less what it took back of these.
  coins INTEGER NOT NULL CHECK (coins >= 0)
) STRICT;

CREATE INDEX coins_token_grants_by_token ON coins_token_grants (token, first);

CREATE TRIGGER coins_token_grants_are_never_updated BEFORE UPDATE ON coins_token_grants
BEGIN SELECT RAISE(ABORT, 'what a token granted is never updated'); END;
CREATE TRIGGER coins_token_grants_are_never_deleted BEFORE DELETE ON coins_token_grants
BEGIN SELECT RAISE(ABORT, 'what a token granted is never deleted'); END;
