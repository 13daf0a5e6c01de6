-- Every change: who, what, when, why. Rows are chained by hash, so that one changed or taken out is noticed.
CREATE TABLE qix_audit (
  entry INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  reason TEXT,
  hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;

CREATE TRIGGER qix_audit_is_never_updated BEFORE UPDATE ON qix_audit
BEGIN SELECT RAISE(ABORT, 'the audit log is never updated'); END;

CREATE TRIGGER qix_audit_is_never_deleted BEFORE DELETE ON qix_audit
BEGIN SELECT RAISE(ABORT, 'the audit log is never deleted from'); END;
