-- What broadcasters call their channels.
CREATE TABLE tvshake_channels (
  name TEXT PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 64),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE tvshake_programmes (
  channel TEXT NOT NULL REFERENCES tvshake_channels (name),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  PRIMARY KEY (channel, name)
) STRICT, WITHOUT ROWID;

-- Broadcasts: when which programme is on. The start belongs to it, the end doesn't.
CREATE TABLE tvshake_windows (
  id BLOB PRIMARY KEY CHECK (length(id) = 16),
  channel TEXT NOT NULL,
  programme TEXT NOT NULL,
  starts_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL CHECK (ends_at > starts_at),
  -- In which it was announced, for what people read.
  time_zone TEXT NOT NULL CHECK (length(time_zone) BETWEEN 1 AND 64),
  -- The event of the schedule that says so, its occurrence (when it was planned at first), and its revision.
  source_uid TEXT NOT NULL CHECK (length(source_uid) BETWEEN 1 AND 255),
  source_instance INTEGER NOT NULL,
  source_sequence INTEGER NOT NULL CHECK (source_sequence >= 0),
  -- A broadcast that was called off keeps its row: whoever has shaken in it has, should it come back.
  removed_at INTEGER,
  UNIQUE (channel, source_uid, source_instance),
  FOREIGN KEY (channel, programme) REFERENCES tvshake_programmes (channel, name)
) STRICT, WITHOUT ROWID;

CREATE INDEX tvshake_windows_by_start ON tvshake_windows (starts_at) WHERE removed_at IS NULL;
CREATE INDEX tvshake_windows_by_end ON tvshake_windows (ends_at) WHERE removed_at IS NULL;
CREATE INDEX tvshake_windows_by_source ON tvshake_windows (source_uid);

CREATE TRIGGER tvshake_windows_are_never_deleted BEFORE DELETE ON tvshake_windows
BEGIN SELECT RAISE(ABORT, 'broadcasts are never deleted'); END;

-- The code that is shown on the screen: capital letters and digits.
CREATE TABLE tvshake_codes (
  window_id BLOB PRIMARY KEY REFERENCES tvshake_windows (id),
  code TEXT NOT NULL CHECK (length(code) BETWEEN 4 AND 32),
  set_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- How often a user has given a wrong one.
CREATE TABLE tvshake_wrong_codes (
  user_id BLOB NOT NULL CHECK (length(user_id) = 16),
  window_id BLOB NOT NULL REFERENCES tvshake_windows (id),
  tries INTEGER NOT NULL CHECK (tries > 0),
  last_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, window_id)
) STRICT, WITHOUT ROWID;

-- Grows with each change of windows or codes, so that what was read of them is known to be of yesterday.
CREATE TABLE tvshake_schedule (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  version INTEGER NOT NULL
) STRICT;

INSERT INTO tvshake_schedule (id, version) VALUES (1, 1);
