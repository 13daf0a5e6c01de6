-- The wallet that an open hold of a budget is for: what is reserved for a user counts to the day's limit on what they
-- may earn. NULL for every other hold, and for holds that had resolved before this column came.
ALTER TABLE coins_holds ADD COLUMN payee INTEGER REFERENCES coins_accounts (account);

UPDATE coins_holds SET payee = (
  SELECT t.credit FROM coins_transfers AS t
  JOIN coins_accounts AS d ON d.account = t.debit JOIN coins_accounts AS c ON c.account = t.credit
  WHERE t.transfer = coins_holds.hold AND d.kind = 2 AND c.kind = 1)
WHERE resolved_by IS NULL;

CREATE INDEX coins_holds_by_payee ON coins_holds (payee) WHERE payee IS NOT NULL AND resolved_by IS NULL;

CREATE TRIGGER coins_holds_keep_their_payee BEFORE UPDATE OF payee ON coins_holds
BEGIN SELECT RAISE(ABORT, 'only the end of a hold may change'); END;
