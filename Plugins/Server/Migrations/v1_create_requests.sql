-- Requests under an idempotency key of commands that have none of their own, for a day. A row is written in the
-- transaction in which the request changes something, so that it is there exactly if that is.
CREATE TABLE server_requests (
  actor TEXT NOT NULL,
  key TEXT NOT NULL,
  -- BLAKE2b of what was asked for.
  digest BLOB NOT NULL CHECK (length(digest) = 32),
  at INTEGER NOT NULL,
  -- The answer, once it was given; nothing where the server ended before.
  answer BLOB,
  PRIMARY KEY (actor, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX server_requests_by_time ON server_requests (at);
