-- What a request keeps, under a key of the vault, so that its requester can finish it once it is approved.
CREATE TABLE coins_approval_boxes (
  approval BLOB NOT NULL REFERENCES coins_approvals (approval) CHECK (length(approval) = 16),
  -- 1 the command with its values; 2 the answer that it gave.
  content INTEGER NOT NULL CHECK (content IN (1, 2)),
  box BLOB NOT NULL CHECK (length(box) > 0),
  PRIMARY KEY (approval, content)
) STRICT, WITHOUT ROWID;

-- Values are kept for what can still be done, whatever has ended it.
CREATE TRIGGER coins_approvals_forget_their_values AFTER UPDATE OF state ON coins_approvals
WHEN new.state IN (3, 4, 5)
BEGIN DELETE FROM coins_approval_boxes WHERE approval = new.approval AND content = 1; END;

CREATE TRIGGER coins_approvals_keep_values_of_what_waits BEFORE INSERT ON coins_approval_boxes
WHEN new.content = 1 AND (SELECT state FROM coins_approvals WHERE approval = new.approval) <> 1
BEGIN SELECT RAISE(ABORT, 'values are kept of requests that wait'); END;

CREATE TRIGGER coins_approvals_keep_one_thing BEFORE UPDATE ON coins_approval_boxes
BEGIN SELECT RAISE(ABORT, 'what a request keeps never changes'); END;
