-- What a purchase leaves of a voucher's value may stay on it: a gift card.
ALTER TABLE vouchers_series ADD COLUMN keeps_rest INTEGER NOT NULL DEFAULT 0
  CHECK (keeps_rest IN (0, 1) AND (keeps_rest = 0 OR value IS NOT NULL));

-- What came off purchases by uses that count, in the smallest unit of the series' currency; 0 where nothing stays.
ALTER TABLE vouchers_vouchers ADD COLUMN spent INTEGER NOT NULL DEFAULT 0 CHECK (spent >= 0 AND (used > 0 OR spent = 0));

-- What came off the purchase by this use; null where nothing stays.
ALTER TABLE vouchers_uses ADD COLUMN deducted INTEGER CHECK (deducted > 0);

CREATE TRIGGER vouchers_series_keep_their_word_on_the_rest BEFORE UPDATE OF keeps_rest ON vouchers_series
BEGIN SELECT RAISE(ABORT, 'a series of vouchers stays what it was when they were handed over'); END;

CREATE TRIGGER vouchers_that_are_void_keep_their_rest BEFORE UPDATE OF spent ON vouchers_vouchers WHEN old.state = 4
BEGIN SELECT RAISE(ABORT, 'a voucher is void for good'); END;

CREATE TRIGGER vouchers_uses_keep_what_came_off BEFORE UPDATE OF deducted ON vouchers_uses
BEGIN SELECT RAISE(ABORT, 'a use of a voucher stays as it was'); END;
