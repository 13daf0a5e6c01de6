-- Videos that campaigns may ask people to watch. What is known of one stays when it is removed, for the sessions.
CREATE TABLE videoshake_videos (
  video INTEGER PRIMARY KEY,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 64),
  -- Milliseconds, at most a day.
  length INTEGER NOT NULL CHECK (length BETWEEN 1 AND 86400000),
  -- Where players find it; NULL where they know.
  url TEXT CHECK (length(url) BETWEEN 1 AND 2000),
  -- What the file's header said; NULL where the length was given by hand.
  width INTEGER CHECK (width > 0),
  height INTEGER CHECK (height > 0),
  codec TEXT CHECK (length(codec) BETWEEN 1 AND 32),
  container TEXT CHECK (length(container) BETWEEN 1 AND 32),
  added_at INTEGER NOT NULL,
  removed_at INTEGER CHECK (removed_at >= 0)
) STRICT;

CREATE UNIQUE INDEX videoshake_videos_by_name ON videoshake_videos (name) WHERE removed_at IS NULL;

-- Somebody watching a video once, from `start` to `finish`. Times are by the server's clock.
CREATE TABLE videoshake_sessions (
  id BLOB PRIMARY KEY CHECK (length(id) = 16),
  user BLOB NOT NULL CHECK (length(user) = 16),
  campaign BLOB NOT NULL CHECK (length(campaign) = 16),
  video INTEGER NOT NULL REFERENCES videoshake_videos,
  -- Of the video when the session began.
  length INTEGER NOT NULL CHECK (length BETWEEN 1 AND 86400000),
  -- 1 open, 2 finished and accepted, 3 ended by a later session of the user or with the user.
  state INTEGER NOT NULL CHECK (state BETWEEN 1 AND 3),
  started_at INTEGER NOT NULL,
  -- Until before this moment it can be finished.
  until INTEGER NOT NULL CHECK (until > started_at),
  -- The greatest time at which it was heard of, so that a clock that is set back doesn't make it young again.
  latest_at INTEGER NOT NULL CHECK (latest_at >= started_at),
  -- The last heartbeat: its number and time, and the player as it was then. 0 is the start itself.
  sequence INTEGER NOT NULL CHECK (sequence >= 0),
  heard_at INTEGER NOT NULL CHECK (heard_at <= latest_at),
  position INTEGER NOT NULL CHECK (position BETWEEN 0 AND length),
  visible INTEGER NOT NULL CHECK (visible IN (0, 1)),
  muted INTEGER NOT NULL CHECK (muted IN (0, 1)),
  -- In thousandths.
  rate INTEGER NOT NULL CHECK (rate BETWEEN 0 AND 100000),
  -- Ranges of milliseconds that were watched: start and end of each, four bytes each, most significant first; at most 128.
  watched BLOB NOT NULL CHECK (length(watched) % 8 = 0 AND length(watched) <= 1024),
  watched_total INTEGER NOT NULL CHECK (watched_total BETWEEN 0 AND length),
  credit INTEGER NOT NULL CHECK (credit >= 0),
  hidden_for INTEGER NOT NULL CHECK (hidden_for >= 0),
  -- How often what lay between two heartbeats didn't count.
  jumps INTEGER NOT NULL DEFAULT 0 CHECK (jumps >= 0),
  hiddens INTEGER NOT NULL DEFAULT 0 CHECK (hiddens >= 0),
  mutes INTEGER NOT NULL DEFAULT 0 CHECK (mutes >= 0),
  rates INTEGER NOT NULL DEFAULT 0 CHECK (rates >= 0),
  gaps INTEGER NOT NULL DEFAULT 0 CHECK (gaps >= 0),
  -- When the question was put, when it was answered, and whether rightly.
  asked_at INTEGER,
  answered_at INTEGER,
  is_right INTEGER CHECK (is_right IN (0, 1)),
  -- When a quarter, half, three quarters and (nearly) all of it had been watched.
  first_quartile_at INTEGER,
  midpoint_at INTEGER,
  third_quartile_at INTEGER,
  complete_at INTEGER,
  finished_at INTEGER,
  CHECK ((finished_at IS NOT NULL) = (state = 2)),
  CHECK ((answered_at IS NULL) = (is_right IS NULL)),
  CHECK (answered_at IS NULL OR asked_at IS NOT NULL),
  CHECK (midpoint_at IS NULL OR first_quartile_at IS NOT NULL),
  CHECK (third_quartile_at IS NULL OR midpoint_at IS NOT NULL),
  CHECK (complete_at IS NULL OR third_quartile_at IS NOT NULL)
) STRICT, WITHOUT ROWID;

-- One session of a user at a time.
CREATE UNIQUE INDEX videoshake_sessions_open ON videoshake_sessions (user) WHERE state = 1;
CREATE INDEX videoshake_sessions_by_user ON videoshake_sessions (user, campaign, video);
CREATE INDEX videoshake_sessions_by_video ON videoshake_sessions (video, campaign);
