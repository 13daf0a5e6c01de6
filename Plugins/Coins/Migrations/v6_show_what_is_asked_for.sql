-- What a request would keep of a user, under that user's key: shown masked to whoever approves it.
ALTER TABLE coins_approvals ADD COLUMN sealed BLOB CHECK (length(sealed) > 0);

CREATE TRIGGER coins_approvals_are_sealed_once BEFORE UPDATE OF sealed ON coins_approvals WHEN old.sealed IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'what an approval is for never changes'); END;
