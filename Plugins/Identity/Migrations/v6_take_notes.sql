-- What staff has written down of users, under the users' own keys.
CREATE TABLE identity_notes (
  note BLOB PRIMARY KEY CHECK (length(note) = 16),
  user BLOB NOT NULL CHECK (length(user) = 16),
  made_at INTEGER NOT NULL,
  made_by TEXT NOT NULL,
  box BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX identity_notes_by_user ON identity_notes (user, note);
