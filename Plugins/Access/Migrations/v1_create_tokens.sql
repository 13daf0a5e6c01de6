-- Who may act without being the owner of the home folder. The secret itself is nowhere.
CREATE TABLE access_tokens (
  id BLOB PRIMARY KEY CHECK (length(id) = 16),
  -- What the audit log calls whoever acts by it, so it is never given a second time.
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  role TEXT NOT NULL CHECK (role IN ('admin', 'operator', 'integrator', 'support', 'auditor')),
  -- The words of the commands it is for, a line each; null for all that the role may run.
  scopes TEXT CHECK (length(scopes) > 0),
  reads_only INTEGER NOT NULL CHECK (reads_only IN (0, 1)),
  -- Of the whole text of the token.
  digest BLOB NOT NULL CHECK (length(digest) = 32),
  created_at INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  -- When the secret of now was made, and the last entry of the audit log by then: what the log has seen since is time
  -- that has passed for this token, whatever the clock says.
  issued_at INTEGER NOT NULL,
  issued_entry INTEGER NOT NULL,
  expires_at INTEGER NOT NULL CHECK (expires_at > issued_at),
  used_at INTEGER,
  ended_at INTEGER,
  ended_because TEXT CHECK (ended_because IN ('revoked', 'expired')),
  CHECK ((ended_at IS NULL) = (ended_because IS NULL))
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX access_tokens_by_name ON access_tokens (name);

CREATE TRIGGER access_tokens_end_once BEFORE UPDATE ON access_tokens WHEN OLD.ended_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a token that has ended stays so'); END;

CREATE TRIGGER access_tokens_are_never_deleted BEFORE DELETE ON access_tokens
BEGIN SELECT RAISE(ABORT, 'tokens are never deleted'); END;
