-- Shakes: what became of each, and what is counted of them.
--
-- shakes_shakes is appended to alone. What limits are held against is counted beside it, so that a shake costs the same
-- however many there were: one row for a user in a campaign, one for a campaign. A user's shakes are found by following
-- `previous` from shakes_tallies, not by an index whose pages would be touched at random.

CREATE TABLE shakes_shakes (
  -- 1, 2, 3, … in the order of deciding.
  shake INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
  campaign BLOB NOT NULL CHECK (length(campaign) = 16),
  -- Who shook, under the id of that time.
  user_id BLOB NOT NULL CHECK (length(user_id) = 16),
  type TEXT NOT NULL CHECK (length(type) > 0),
  key TEXT CHECK (length(key) BETWEEN 1 AND 200),
  -- BLAKE2b-256 of the request.
  fingerprint BLOB CHECK (length(fingerprint) = 32),
  -- When it was received.
  at INTEGER NOT NULL,
  -- 1 won, 2 nothing, 3 refused
  outcome INTEGER NOT NULL CHECK (outcome BETWEEN 1 AND 3),
  refusal TEXT CHECK (length(refusal) > 0),
  units INTEGER NOT NULL CHECK (units >= 0),
  coins INTEGER NOT NULL CHECK (coins >= 0),
  -- In the ledger.
  transfer BLOB CHECK (length(transfer) = 16),
  -- The number drawn, and below which: 64 bits without a sign.
  drawn INTEGER,
  bound INTEGER,
  draw_window BLOB CHECK (length(draw_window) = 16),
  -- 1 once for the user, 2 once for everybody
  claim_scope INTEGER CHECK (claim_scope IN (1, 2)),
  claim TEXT CHECK (length(claim) > 0),
  directive TEXT,
  -- The same user's shake in the same campaign before it.
  previous INTEGER CHECK (previous < shake),
  -- What the steps found, as a JSON object; NULL once the user was erased.
  trace TEXT,
  CHECK ((key IS NULL) = (fingerprint IS NULL)),
  CHECK ((outcome = 3) = (refusal IS NOT NULL)),
  CHECK ((outcome = 1) = (coins > 0)),
  CHECK ((outcome = 1) = (transfer IS NOT NULL)),
  CHECK ((drawn IS NULL) = (bound IS NULL) AND (drawn IS NULL) = (draw_window IS NULL)),
  CHECK ((claim IS NULL) = (claim_scope IS NULL))
) STRICT;

CREATE UNIQUE INDEX shakes_shakes_by_key ON shakes_shakes (key) WHERE key IS NOT NULL;
CREATE INDEX shakes_shakes_by_window ON shakes_shakes (draw_window, id) WHERE draw_window IS NOT NULL;

CREATE TRIGGER shakes_shakes_stay BEFORE DELETE ON shakes_shakes
BEGIN SELECT RAISE(ABORT, 'shakes are never deleted'); END;

CREATE TRIGGER shakes_shakes_stay_as_they_are BEFORE UPDATE OF
  shake, id, campaign, user_id, type, key, fingerprint, at, outcome, refusal, units, coins, transfer, drawn, bound,
  draw_window, claim_scope, claim, directive, previous ON shakes_shakes
BEGIN SELECT RAISE(ABORT, 'shakes are never changed'); END;

CREATE TRIGGER shakes_traces_only_go BEFORE UPDATE OF trace ON shakes_shakes WHEN NEW.trace IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'the trace of a shake is never changed'); END;

-- One user in one campaign.
CREATE TABLE shakes_tallies (
  user_id BLOB NOT NULL CHECK (length(user_id) = 16),
  campaign BLOB NOT NULL CHECK (length(campaign) = 16),
  shakes INTEGER NOT NULL CHECK (shakes >= 0),
  -- Accepted ones; in all, and on the latest day with one (days since 1970-01-01 in the campaign's time zone).
  attempts INTEGER NOT NULL CHECK (attempts BETWEEN 0 AND shakes),
  wins INTEGER NOT NULL CHECK (wins BETWEEN 0 AND attempts),
  coins INTEGER NOT NULL CHECK (coins >= 0),
  day INTEGER,
  attempts_today INTEGER NOT NULL CHECK (attempts_today >= 0),
  -- The last one that did not come too soon, and until when its pace is used up (GCRA's arrival time).
  last_at INTEGER,
  arrival INTEGER,
  -- Where the list of the user's shakes in the campaign begins.
  last_shake INTEGER,
  -- Into whom the user was merged: what is counted was added to theirs.
  survivor BLOB CHECK (length(survivor) = 16),
  PRIMARY KEY (user_id, campaign)
) STRICT, WITHOUT ROWID;

CREATE INDEX shakes_tallies_by_survivor ON shakes_tallies (survivor) WHERE survivor IS NOT NULL;

-- One campaign.
CREATE TABLE shakes_totals (
  campaign BLOB PRIMARY KEY CHECK (length(campaign) = 16),
  shakes INTEGER NOT NULL CHECK (shakes >= 0),
  accepted INTEGER NOT NULL CHECK (accepted BETWEEN 0 AND shakes),
  wins INTEGER NOT NULL CHECK (wins BETWEEN 0 AND accepted),
  coins INTEGER NOT NULL CHECK (coins >= 0),
  -- Users with a shake, with an accepted one, with one that won.
  users INTEGER NOT NULL CHECK (users >= 0),
  takers INTEGER NOT NULL CHECK (takers BETWEEN 0 AND users),
  winners INTEGER NOT NULL CHECK (winners BETWEEN 0 AND takers),
  -- The latest day with a win, and its coins.
  day INTEGER,
  coins_today INTEGER NOT NULL CHECK (coins_today >= 0),
  -- What is in the jackpot.
  pot INTEGER CHECK (pot >= 0)
) STRICT, WITHOUT ROWID;

-- One hour (UTC) of a campaign.
CREATE TABLE shakes_hours (
  campaign BLOB NOT NULL CHECK (length(campaign) = 16),
  hour INTEGER NOT NULL,
  shakes INTEGER NOT NULL,
  won INTEGER NOT NULL,
  coins INTEGER NOT NULL,
  PRIMARY KEY (campaign, hour)
) STRICT, WITHOUT ROWID;

CREATE TABLE shakes_refusals (
  campaign BLOB NOT NULL CHECK (length(campaign) = 16),
  code TEXT NOT NULL,
  count INTEGER NOT NULL CHECK (count > 0),
  PRIMARY KEY (campaign, code)
) STRICT, WITHOUT ROWID;

-- What counts once.
CREATE TABLE shakes_claims (
  campaign BLOB NOT NULL CHECK (length(campaign) = 16),
  claim TEXT NOT NULL CHECK (length(claim) > 0),
  -- Whose it is; sixteen zeros where it counts once for everybody.
  owner BLOB NOT NULL CHECK (length(owner) = 16),
  shake BLOB NOT NULL CHECK (length(shake) = 16),
  PRIMARY KEY (campaign, claim, owner)
) STRICT, WITHOUT ROWID;

-- Users that a device shook for on the last days.
CREATE TABLE shakes_devices (
  campaign BLOB NOT NULL CHECK (length(campaign) = 16),
  day INTEGER NOT NULL,
  -- A keyed hash of what the device calls itself.
  device BLOB NOT NULL CHECK (length(device) = 16),
  user_id BLOB NOT NULL CHECK (length(user_id) = 16),
  PRIMARY KEY (campaign, day, device, user_id)
) STRICT, WITHOUT ROWID;

-- Shakes that need more before they can be decided.
CREATE TABLE shakes_pending (
  id BLOB PRIMARY KEY CHECK (length(id) = 16),
  user_id BLOB NOT NULL CHECK (length(user_id) = 16),
  campaign BLOB NOT NULL CHECK (length(campaign) = 16),
  type TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  -- Until before this moment it can go on.
  until INTEGER NOT NULL,
  step TEXT NOT NULL,
  -- The hold on the budget, and how many coins it keeps.
  hold BLOB CHECK (length(hold) = 16),
  reserved INTEGER CHECK (reserved > 0),
  directive TEXT,
  CHECK ((hold IS NULL) = (reserved IS NULL)),
  UNIQUE (user_id, campaign, type)
) STRICT, WITHOUT ROWID;

CREATE INDEX shakes_pending_by_end ON shakes_pending (until);

-- Decided shakes that webhooks are still to be told of.
CREATE TABLE shakes_outbox (
  number INTEGER PRIMARY KEY,
  shake BLOB NOT NULL CHECK (length(shake) = 16)
) STRICT;
