-- What happened, for programs elsewhere and for those who listen: kept until every reader is done with it.
-- Each transfer and each shake may have a row, so the rest is not checked again by the table.
CREATE TABLE qix_events (
  -- Each is greater than the one before it.
  id BLOB PRIMARY KEY CHECK (length(id) = 16),
  type TEXT NOT NULL,
  -- What it happened to, as the type's module knows it; null where that has the event's own id.
  subject BLOB,
  -- The user whom it concerns.
  user BLOB
) STRICT, WITHOUT ROWID;

-- Who reads them. Where there is none, none is kept.
CREATE TABLE qix_event_readers (
  reader TEXT PRIMARY KEY CHECK (length(reader) > 0),
  -- Done with everything up to this event.
  position BLOB NOT NULL CHECK (length(position) = 16),
  -- The types that it reads, with commas between; null for all.
  types TEXT CHECK (length(types) > 0),
  -- Counts until then; null for as long as it is there.
  until INTEGER
) STRICT, WITHOUT ROWID;
