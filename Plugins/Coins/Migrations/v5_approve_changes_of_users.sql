-- A second person is also asked for what is no coins: an approval of nothing new.
CREATE TABLE coins_approvals_next (
  approval BLOB PRIMARY KEY CHECK (length(approval) = 16),
  -- What exactly is approved: SHA-256 over the operation or the file.
  fingerprint BLOB NOT NULL CHECK (length(fingerprint) = 32),
  -- The same in words.
  operation TEXT NOT NULL,
  -- New coins; 0 for what brings none into being, such as another phone number of a user.
  amount INTEGER NOT NULL CHECK (amount >= 0),
  -- What was brought into being under it so far; of a file perhaps in several runs, since each goes on where the last one
  -- stopped.
  granted INTEGER NOT NULL CHECK (granted BETWEEN 0 AND amount),
  reason TEXT,
  -- Who is to get the coins, where it is one user, or whose number it is: an erasure takes the reason away.
  recipient BLOB CHECK (length(recipient) = 16),
  -- 1 pending, 2 approved, 3 declined, 4 used, 5 expired
  state INTEGER NOT NULL CHECK (state BETWEEN 1 AND 5),
  requested_by TEXT NOT NULL,
  requested_at INTEGER NOT NULL,
  -- Of a pending one, until when it can be approved; of an approved one, until when it can be used.
  expires_at INTEGER NOT NULL,
  decided_by TEXT,
  decided_at INTEGER,
  used_by TEXT,
  used_at INTEGER,
  -- Nobody approves a request of their own.
  CHECK (state NOT IN (2, 4) OR (decided_by IS NOT NULL AND decided_by <> requested_by)),
  CHECK ((used_by IS NOT NULL) = (state = 4)),
  CHECK (granted = 0 OR state = 4)
) STRICT;

INSERT INTO coins_approvals_next (
    approval, fingerprint, operation, amount, granted, reason, recipient, state, requested_by, requested_at, expires_at,
    decided_by, decided_at, used_by, used_at
  ) SELECT
    approval, fingerprint, operation, amount, granted, reason, recipient, state, requested_by, requested_at, expires_at,
    decided_by, decided_at, used_by, used_at
  FROM coins_approvals ORDER BY approval;

DROP TABLE coins_approvals;

ALTER TABLE coins_approvals_next RENAME TO coins_approvals;

CREATE UNIQUE INDEX coins_approvals_open ON coins_approvals (fingerprint) WHERE state IN (1, 2);
CREATE INDEX coins_approvals_used ON coins_approvals (fingerprint) WHERE state = 4;
CREATE INDEX coins_approvals_by_recipient ON coins_approvals (recipient) WHERE recipient IS NOT NULL;

CREATE TRIGGER coins_approvals_are_never_deleted BEFORE DELETE ON coins_approvals
BEGIN SELECT RAISE(ABORT, 'approvals are never deleted'); END;
-- All but three columns: an erasure takes the reason away, a merge gives it another recipient, a file uses up the rest.
CREATE TRIGGER coins_approvals_are_used_once
BEFORE UPDATE OF approval, fingerprint, operation, amount, state, requested_by, requested_at, expires_at, decided_by,
  decided_at, used_by, used_at
ON coins_approvals WHEN old.state NOT IN (1, 2)
BEGIN SELECT RAISE(ABORT, 'an approval that is over stays so'); END;
CREATE TRIGGER coins_approvals_ask_for_one_thing
BEFORE UPDATE OF approval, fingerprint, operation, amount, requested_by, requested_at ON coins_approvals
BEGIN SELECT RAISE(ABORT, 'what an approval is for never changes'); END;
CREATE TRIGGER coins_approvals_lose_their_reason BEFORE UPDATE OF reason ON coins_approvals WHEN new.reason IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'the reason of a request can only be taken away'); END;
CREATE TRIGGER coins_approvals_are_used_up BEFORE UPDATE OF granted ON coins_approvals WHEN new.granted < old.granted
BEGIN SELECT RAISE(ABORT, 'what was granted stays granted'); END;
