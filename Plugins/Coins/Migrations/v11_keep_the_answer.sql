-- What whoever decided on a request has said to it: an erasure takes it away with the reason.
ALTER TABLE coins_approvals ADD COLUMN answer TEXT;

CREATE TRIGGER coins_approvals_keep_their_answer BEFORE UPDATE OF answer ON coins_approvals
WHEN new.answer IS NOT NULL AND old.state NOT IN (1, 2)
BEGIN SELECT RAISE(ABORT, 'the answer to a request can only be taken away'); END;
