-- Who may approve a request: a number of roles; null for whoever approves new coins.
ALTER TABLE coins_approvals ADD COLUMN approvers INTEGER CHECK (approvers BETWEEN 0 AND 31);

CREATE TRIGGER coins_approvals_keep_their_approvers BEFORE UPDATE OF approvers ON coins_approvals
WHEN old.approvers IS NOT NULL OR old.state <> 1
BEGIN SELECT RAISE(ABORT, 'what an approval is for never changes'); END;
