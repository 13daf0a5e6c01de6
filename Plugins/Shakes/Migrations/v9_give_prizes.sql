-- Prizes that aren't coins: what a shake won in place of them, `voucher:coffee`, and the id of what its user has now. The
-- outcome of such a shake stays 2: the first one has coins.
ALTER TABLE shakes_shakes ADD COLUMN gift TEXT CHECK (gift IS NULL OR (length(gift) > 0 AND outcome = 2));
ALTER TABLE shakes_shakes ADD COLUMN given TEXT CHECK (given IS NULL OR (length(given) > 0 AND gift IS NOT NULL));

DROP TRIGGER shakes_shakes_stay_as_they_are;
CREATE TRIGGER shakes_shakes_stay_as_they_are BEFORE UPDATE OF
  shake, id, campaign, user_id, type, key, fingerprint, at, outcome, refusal, units, coins, transfer, drawn, bound,
  draw_window, claim_scope, claim, directive, previous, gift, given ON shakes_shakes
BEGIN SELECT RAISE(ABORT, 'shakes are never changed'); END;

-- The same of shakes whose worth was decided later.
ALTER TABLE shakes_settlements ADD COLUMN gift TEXT CHECK (gift IS NULL OR (length(gift) > 0 AND refusal IS NULL));
ALTER TABLE shakes_settlements ADD COLUMN given TEXT CHECK (given IS NULL OR (length(given) > 0 AND gift IS NOT NULL));

-- What a campaign has given of each.
CREATE TABLE shakes_gifts (
  campaign BLOB NOT NULL CHECK (length(campaign) = 16),
  gift TEXT NOT NULL CHECK (length(gift) > 0),
  count INTEGER NOT NULL CHECK (count > 0),
  -- What the campaign's budget has paid for them.
  coins INTEGER NOT NULL CHECK (coins >= 0),
  PRIMARY KEY (campaign, gift)
) STRICT, WITHOUT ROWID;
