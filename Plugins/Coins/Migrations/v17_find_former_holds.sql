-- The holds of an account that have resolved, for a user's line of time: coins_holds_open has the others.
CREATE INDEX coins_holds_resolved ON coins_holds (debit, hold) WHERE resolved_by IS NOT NULL;
