-- Shows whose music carries the mark. The number is in the mark's words: it is never given twice.
CREATE TABLE stadiumshake_events (
  event INTEGER PRIMARY KEY CHECK (event BETWEEN 1 AND 16777215),
  name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 64),
  -- The one campaign in which it counts; NULL for all.
  campaign BLOB CHECK (length(campaign) = 16),
  -- From here on slots are counted.
  starts_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL CHECK (ends_at >= starts_at),
  slot_seconds INTEGER NOT NULL CHECK (slot_seconds BETWEEN 4 AND 60 AND slot_seconds % 2 = 0),
  -- Millionths of a degree.
  latitude INTEGER CHECK (latitude BETWEEN -90000000 AND 90000000),
  longitude INTEGER CHECK (longitude BETWEEN -180000000 AND 180000000),
  added_at INTEGER NOT NULL,
  CHECK ((latitude IS NULL) = (longitude IS NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX stadiumshake_events_by_end ON stadiumshake_events (ends_at);

CREATE TRIGGER stadiumshake_events_are_never_deleted BEFORE DELETE ON stadiumshake_events
BEGIN SELECT RAISE(ABORT, 'events of a stadium are never deleted'); END;

-- The show's music without the mark.
CREATE TABLE stadiumshake_pieces (
  piece INTEGER PRIMARY KEY,
  event INTEGER NOT NULL REFERENCES stadiumshake_events (event),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 64),
  -- When its first sample is played; NULL where nobody knows before.
  starts_at INTEGER,
  -- Of 1/16000 second.
  samples INTEGER NOT NULL CHECK (samples > 0),
  added_at INTEGER NOT NULL,
  UNIQUE (event, name)
) STRICT;

-- Its samples, in parts: 16 bits each, the lesser byte first, 16000 a second, the mean of all channels.
CREATE TABLE stadiumshake_sounds (
  piece INTEGER NOT NULL REFERENCES stadiumshake_pieces (piece) ON DELETE CASCADE,
  part INTEGER NOT NULL CHECK (part >= 0),
  samples BLOB NOT NULL,
  PRIMARY KEY (piece, part)
) STRICT;

-- Recordings that counted.
CREATE TABLE stadiumshake_hearings (
  shake BLOB PRIMARY KEY CHECK (length(shake) = 16),
  user_id BLOB NOT NULL CHECK (length(user_id) = 16),
  campaign BLOB NOT NULL CHECK (length(campaign) = 16),
  event INTEGER NOT NULL REFERENCES stadiumshake_events (event),
  slot INTEGER NOT NULL CHECK (slot BETWEEN 0 AND 65535),
  -- SHA-256 of the recording, which is not kept.
  sound BLOB NOT NULL CHECK (length(sound) = 32),
  -- Hundredths of deviations.
  score INTEGER NOT NULL CHECK (score > 0),
  -- Where the user was, to a thousandth of a degree; NULL where it wasn't said, or the user was erased.
  latitude INTEGER CHECK (latitude BETWEEN -90000 AND 90000),
  longitude INTEGER CHECK (longitude BETWEEN -180000 AND 180000),
  heard_at INTEGER NOT NULL,
  CHECK ((latitude IS NULL) = (longitude IS NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX stadiumshake_hearings_by_user ON stadiumshake_hearings (user_id, heard_at);
CREATE INDEX stadiumshake_hearings_by_event ON stadiumshake_hearings (event);
-- A recording counts once in a campaign, whoever brings it.
CREATE UNIQUE INDEX stadiumshake_hearings_by_sound ON stadiumshake_hearings (sound, campaign);
