-- What users have redeemed. Coins and pieces are in the ledger, which is asked what became of them; a time-out is never
-- written down here: what is held until a moment is over when that moment comes, here as there.

CREATE TABLE rewards_redemptions (
  redemption BLOB PRIMARY KEY CHECK (length(redemption) = 16),
  -- The caller's idempotency key.
  key TEXT CHECK (length(key) BETWEEN 1 AND 200),
  reward BLOB NOT NULL REFERENCES rewards_rewards (reward),
  -- Whoever has the coins and the reward by now: a merge moves it on.
  user BLOB NOT NULL CHECK (length(user) = 16),
  quantity INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 100),
  -- What one cost at that moment, and what all of them did.
  price INTEGER NOT NULL CHECK (price > 0),
  coins INTEGER NOT NULL CHECK (coins = price * quantity),
  -- As it was asked: a repeat has to ask the same.
  asked_to_hold INTEGER NOT NULL CHECK (asked_to_hold IN (0, 1)),
  at_most INTEGER CHECK (at_most >= coins),
  -- 1 held, 2 fulfilled, 3 cancelled, 4 refunded as a whole
  state INTEGER NOT NULL CHECK (state BETWEEN 1 AND 4),
  redeemed_at INTEGER NOT NULL,
  -- Of what was held: when ledger and state give it up by themselves.
  held_until INTEGER CHECK (held_until > redeemed_at),
  fulfilled_at INTEGER CHECK ((fulfilled_at IS NOT NULL) = (state IN (2, 4))),
  -- When it was cancelled or refunded as a whole.
  ended_at INTEGER CHECK ((ended_at IS NOT NULL) = (state IN (3, 4))),
  -- The transfer, or the hold, of each in the ledger.
  coins_transfer BLOB NOT NULL UNIQUE CHECK (length(coins_transfer) = 16),
  stock_transfer BLOB UNIQUE CHECK (length(stock_transfer) = 16),
  -- Where a parcel is, why it was cancelled: free text, which an erasure takes away.
  note TEXT,
  reason TEXT,
  CHECK (state NOT IN (1, 3) OR held_until IS NOT NULL)
) STRICT;

CREATE UNIQUE INDEX rewards_redemptions_by_key ON rewards_redemptions (key) WHERE key IS NOT NULL;
CREATE INDEX rewards_redemptions_by_user ON rewards_redemptions (user, reward, redemption);
CREATE INDEX rewards_redemptions_by_reward ON rewards_redemptions (reward, redemption);
CREATE INDEX rewards_redemptions_held ON rewards_redemptions (reward, held_until) WHERE state = 1;

CREATE TRIGGER rewards_redemptions_are_never_deleted BEFORE DELETE ON rewards_redemptions
BEGIN SELECT RAISE(ABORT, 'redemptions are never deleted'); END;
CREATE TRIGGER rewards_redemptions_keep_their_origin
BEFORE UPDATE OF redemption, key, reward, quantity, price, coins, asked_to_hold, at_most, redeemed_at, held_until,
  coins_transfer, stock_transfer
ON rewards_redemptions
BEGIN SELECT RAISE(ABORT, 'only who has a redemption, its state and its notes may change'); END;
CREATE TRIGGER rewards_redemptions_go_forward BEFORE UPDATE OF state ON rewards_redemptions
WHEN NOT ((old.state = 1 AND new.state IN (2, 3)) OR (old.state = 2 AND new.state = 4))
BEGIN SELECT RAISE(ABORT, 'what is held is fulfilled or cancelled, what is fulfilled may be refunded'); END;

-- The vouchers that a redemption has brought.
CREATE TABLE rewards_redeemed_vouchers (
  redemption BLOB NOT NULL REFERENCES rewards_redemptions (redemption),
  -- 1, 2, … up to the quantity.
  number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 100),
  voucher BLOB NOT NULL UNIQUE CHECK (length(voucher) = 16),
  PRIMARY KEY (redemption, number)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER rewards_redeemed_vouchers_are_never_changed BEFORE UPDATE ON rewards_redeemed_vouchers
BEGIN SELECT RAISE(ABORT, 'a redemption keeps its vouchers'); END;
CREATE TRIGGER rewards_redeemed_vouchers_are_never_deleted BEFORE DELETE ON rewards_redeemed_vouchers
BEGIN SELECT RAISE(ABORT, 'a redemption keeps its vouchers'); END;

-- Coins that were paid back, whole or in parts.
CREATE TABLE rewards_refunds (
  refund BLOB PRIMARY KEY CHECK (length(refund) = 16),
  redemption BLOB NOT NULL REFERENCES rewards_redemptions (redemption),
  -- 1, 2, … of its redemption.
  number INTEGER NOT NULL CHECK (number > 0),
  key TEXT CHECK (length(key) BETWEEN 1 AND 200),
  coins INTEGER NOT NULL CHECK (coins > 0),
  -- As it was asked, for repeats: nothing where it was left open.
  asked_coins INTEGER CHECK (asked_coins = coins),
  asked_to_restock INTEGER CHECK (asked_to_restock IN (0, 1)),
  asked_to_keep_voucher INTEGER NOT NULL CHECK (asked_to_keep_voucher IN (0, 1)),
  -- Pieces that went back to the shelf.
  pieces INTEGER NOT NULL CHECK (pieces >= 0),
  voided INTEGER NOT NULL CHECK (voided IN (0, 1)),
  at INTEGER NOT NULL,
  coins_transfer BLOB NOT NULL UNIQUE CHECK (length(coins_transfer) = 16),
  stock_transfer BLOB UNIQUE CHECK (length(stock_transfer) = 16),
  -- Where coins had expired meanwhile: the transfer that brought as many anew, and how many.
  anew_transfer BLOB UNIQUE CHECK (length(anew_transfer) = 16),
  anew_coins INTEGER NOT NULL CHECK (anew_coins BETWEEN 0 AND coins),
  reason TEXT,
  UNIQUE (redemption, number),
  CHECK ((anew_transfer IS NOT NULL) = (anew_coins > 0)),
  CHECK ((stock_transfer IS NOT NULL) = (pieces > 0))
) STRICT;

CREATE UNIQUE INDEX rewards_refunds_by_key ON rewards_refunds (key) WHERE key IS NOT NULL;

CREATE TRIGGER rewards_refunds_are_never_deleted BEFORE DELETE ON rewards_refunds
BEGIN SELECT RAISE(ABORT, 'refunds are never deleted'); END;
CREATE TRIGGER rewards_refunds_lose_their_reason BEFORE UPDATE ON rewards_refunds
WHEN new.reason IS NOT NULL OR new.refund <> old.refund OR new.coins <> old.coins OR new.redemption <> old.redemption
BEGIN SELECT RAISE(ABORT, 'only the reason of a refund can be taken away'); END;

-- How many pieces of a reward users have, for limits: those of fulfilled redemptions. What is held is counted where it
-- is asked for, since its time ends without anybody's doing.
CREATE TABLE rewards_taken (
  reward BLOB PRIMARY KEY REFERENCES rewards_rewards (reward),
  pieces INTEGER NOT NULL CHECK (pieces >= 0)
) STRICT;
