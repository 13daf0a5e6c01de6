-- What users say that they haven't done, and what support has answered. The words of both are notes on the user.
CREATE TABLE identity_disputes (
  dispute BLOB PRIMARY KEY CHECK (length(dispute) = 16),
  user BLOB NOT NULL CHECK (length(user) = 16),
  -- 'transfer', 'redemption', 'voucher', 'shake' or 'session', and its id.
  kind TEXT NOT NULL,
  subject TEXT NOT NULL CHECK (length(subject) = 30),
  opened_at INTEGER NOT NULL,
  note BLOB CHECK (length(note) = 16),
  closed_at INTEGER,
  answer BLOB CHECK (length(answer) = 16),
  CHECK ((closed_at IS NULL) = (answer IS NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX identity_disputes_by_user ON identity_disputes (user, dispute);
CREATE UNIQUE INDEX identity_disputes_open ON identity_disputes (subject) WHERE closed_at IS NULL;
