-- Campaigns, and the segments of users that they may be for.

CREATE TABLE campaigns_campaigns (
  campaign BLOB PRIMARY KEY CHECK (length(campaign) = 16),
  name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 55),
  brand TEXT NOT NULL,
  -- 1 draft, 2 running, 3 paused, 4 ended
  state INTEGER NOT NULL CHECK (state BETWEEN 1 AND 4),
  starts_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL CHECK (ends_at > starts_at),
  priority INTEGER NOT NULL,
  -- The name of the segment that it is for, here too so that one that is in use is found.
  segment TEXT,
  -- All of it, as a JSON object: docs/campaigns.md. Times in it are absolute.
  definition TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- When it was started first.
  started_at INTEGER,
  ended_at INTEGER CHECK ((ended_at IS NOT NULL) = (state = 4)),
  CHECK (started_at IS NOT NULL OR state IN (1, 4))
) STRICT;

CREATE INDEX campaigns_campaigns_by_state ON campaigns_campaigns (state);

-- What has ended stays as it was.
CREATE TRIGGER campaigns_campaigns_that_ended_stay_so BEFORE UPDATE ON campaigns_campaigns WHEN old.state = 4
BEGIN SELECT RAISE(ABORT, 'a campaign that has ended stays as it is'); END;
CREATE TRIGGER campaigns_campaigns_are_never_deleted BEFORE DELETE ON campaigns_campaigns
BEGIN SELECT RAISE(ABORT, 'campaigns are never deleted'); END;
-- Budgets, draws and shakes know a campaign by them.
CREATE TRIGGER campaigns_campaigns_keep_their_name BEFORE UPDATE OF campaign, name ON campaigns_campaigns
BEGIN SELECT RAISE(ABORT, 'a campaign keeps its id and its name'); END;

CREATE TABLE campaigns_segments (
  segment BLOB PRIMARY KEY CHECK (length(segment) = 16),
  name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 55),
  -- 1 a list, 2 a share of all users, 3 users by the moment since when they are
  kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 3),
  -- Of a million users.
  share INTEGER CHECK (share BETWEEN 1 AND 1000000),
  since INTEGER,
  before INTEGER,
  created_at INTEGER NOT NULL,
  CHECK ((share IS NOT NULL) = (kind = 2)),
  CHECK ((since IS NOT NULL OR before IS NOT NULL) = (kind = 3)),
  CHECK (since IS NULL OR before IS NULL OR before > since)
) STRICT;

-- Members of lists; of the other kinds those who are members whatever the rule says, because they were before they were
-- merged into another user.
CREATE TABLE campaigns_members (
  segment BLOB NOT NULL REFERENCES campaigns_segments (segment),
  member BLOB NOT NULL CHECK (length(member) = 16),
  PRIMARY KEY (segment, member)
) STRICT, WITHOUT ROWID;

CREATE INDEX campaigns_members_by_user ON campaigns_members (member);

-- One row; its number grows with every change to the tables above.
CREATE TABLE campaigns_version (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  version INTEGER NOT NULL
) STRICT;

INSERT INTO campaigns_version (one, version) VALUES (1, 1);
