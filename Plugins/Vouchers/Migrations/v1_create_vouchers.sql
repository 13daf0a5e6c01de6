-- Entries, by a name each.
CREATE TABLE vouchers_entries (
  name TEXT PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 64),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
