-- Webhooks and their outbox were tables of shakes until 0.6.0: what is there goes along. An event keeps the id of its
-- shake, under which it may have been told before.
INSERT INTO qix_events (id, type, subject, user)
  SELECT id, CASE outcome WHEN 1 THEN 'shake.won' WHEN 2 THEN 'shake.nothing' ELSE 'shake.refused' END, NULL, user_id
  FROM shakes_outbox JOIN shakes_shakes ON id = shakes_outbox.shake ORDER BY id;

CREATE TABLE webhooks_webhooks (
  id BLOB PRIMARY KEY CHECK (length(id) = 16),
  url TEXT NOT NULL CHECK (length(url) > 0),
  -- The types of events, with commas between.
  events TEXT NOT NULL CHECK (length(events) > 0),
  -- Of this campaign alone.
  campaign BLOB CHECK (length(campaign) = 16),
  -- Whether it may lie in a private network.
  allows_private INTEGER NOT NULL CHECK (allows_private IN (0, 1)),
  -- Milliseconds that a delivery may take.
  time_limit INTEGER NOT NULL CHECK (time_limit BETWEEN 2000 AND 10000),
  added_at INTEGER NOT NULL,
  -- Everything up to this event is done.
  position BLOB NOT NULL CHECK (length(position) = 16),
  -- 1 delivers, 2 paused by somebody, 3 paused after failing too long, 4 paused because its receiver is gone
  state INTEGER NOT NULL CHECK (state BETWEEN 1 AND 4),
  delivered INTEGER NOT NULL CHECK (delivered >= 0),
  delivered_at INTEGER,
  -- Tries in vain since the last one that went well, when the first of them was, and when the next one is due.
  failures INTEGER NOT NULL CHECK (failures >= 0),
  failing_since INTEGER,
  retry_at INTEGER,
  fault TEXT,
  -- Until when a process has it in its hands.
  leased_until INTEGER,
  -- Whose it is, as the audit log calls them, and whether requests say which user it was. Null for what was added before
  -- 0.6.0: the audit log knows who has added it, and their role decides.
  owner TEXT CHECK (length(owner) > 0),
  tells_users INTEGER CHECK (tells_users IN (0, 1)),
  -- Who has let the owner be told of this campaign, where the owner needs that.
  granted_by TEXT CHECK (length(granted_by) > 0),
  CHECK ((failures = 0) = (failing_since IS NULL) AND (failures = 0) = (retry_at IS NULL))
) STRICT, WITHOUT ROWID;

-- A bit stood for each type: 1 shake.won, 2 shake.nothing, 4 shake.refused.
INSERT INTO webhooks_webhooks
  SELECT id, url,
    CASE events
      WHEN 1 THEN 'shake.won'
      WHEN 2 THEN 'shake.nothing'
      WHEN 3 THEN 'shake.won,shake.nothing'
      WHEN 4 THEN 'shake.refused'
      WHEN 5 THEN 'shake.won,shake.refused'
      WHEN 6 THEN 'shake.nothing,shake.refused'
      ELSE 'shake.won,shake.nothing,shake.refused'
    END,
    campaign, allows_private, time_limit, added_at,
    coalesce((SELECT max(o.shake) FROM shakes_outbox AS o WHERE o.number <= position), zeroblob(16)), state, delivered, delivered_at, failures, failing_since,
    retry_at, fault, leased_until, owner, tells_users, granted_by
  FROM shakes_webhooks;

DROP TABLE shakes_webhooks;
DROP TABLE shakes_outbox;

-- Who reads events, from the one on that is furthest behind.
INSERT INTO qix_event_readers (reader, position, types, until)
  SELECT 'webhooks', min(position), 'shake.nothing,shake.refused,shake.won', NULL FROM webhooks_webhooks
  HAVING count(*) > 0;
