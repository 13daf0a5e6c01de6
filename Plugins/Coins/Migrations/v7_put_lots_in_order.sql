-- A wallet's list of lots holds some thousands at most. Further ones are in no list: their `next` is −1, and this index
-- has those with something left in the order in which they pay. What is in a list is not in it, so a grant to a usual
-- wallet still touches no page but those it appends to.
CREATE INDEX coins_lots_in_order ON coins_lots (account, coalesce(expires_at, 9223372036854775807))
  WHERE next = -1 AND remaining > 0;

-- How many lots the list has. Those that an earlier version has put there are counted when it is read.
ALTER TABLE coins_accounts ADD COLUMN listed INTEGER NOT NULL DEFAULT 0 CHECK (listed >= 0);
