CREATE TABLE identity_users (
  id BLOB PRIMARY KEY CHECK (length(id) = 16),
  -- 1 trial: an id and nothing else.
  mode INTEGER NOT NULL CHECK (mode = 1),
  -- What the operator's own systems call this user; opaque to qix.
  external_id TEXT CHECK (length(external_id) BETWEEN 1 AND 200),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX identity_users_by_external_id ON identity_users (external_id) WHERE external_id IS NOT NULL;
