-- Draw windows: each commits to a secret before it opens. The secret is nowhere until it is revealed; the vault's key
-- and the row itself give it.
CREATE TABLE draws_windows (
  id BLOB PRIMARY KEY CHECK (length(id) = 16),
  campaign BLOB NOT NULL CHECK (length(campaign) = 16),
  opens_at INTEGER NOT NULL,
  closes_at INTEGER NOT NULL CHECK (closes_at > opens_at),
  committed_at INTEGER NOT NULL CHECK (committed_at <= opens_at),
  -- BLAKE2b-256 of the secret.
  commitment BLOB NOT NULL CHECK (length(commitment) = 32),
  revealed_at INTEGER CHECK (revealed_at >= closes_at),
  secret BLOB CHECK (length(secret) = 32),
  -- How many draws there were, and the Merkle root over them.
  draws INTEGER CHECK (draws >= 0),
  root BLOB CHECK (length(root) = 32),
  CHECK ((revealed_at IS NULL) = (secret IS NULL)),
  CHECK ((revealed_at IS NULL) = (draws IS NULL)),
  CHECK ((revealed_at IS NULL) = (root IS NULL))
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX draws_windows_by_campaign ON draws_windows (campaign, opens_at);

-- Of those that open before the new one closes the last closes last, since none overlaps another.
CREATE TRIGGER draws_windows_do_not_overlap BEFORE INSERT ON draws_windows
WHEN (
  SELECT closes_at FROM draws_windows WHERE campaign = new.campaign AND opens_at < new.closes_at
  ORDER BY opens_at DESC LIMIT 1
) > new.opens_at
BEGIN SELECT RAISE(ABORT, 'two draw windows of a campaign overlap'); END;

CREATE TRIGGER draws_windows_keep_their_word
BEFORE UPDATE OF id, campaign, opens_at, closes_at, committed_at, commitment ON draws_windows
BEGIN SELECT RAISE(ABORT, 'a draw window stays what was committed to'); END;

CREATE TRIGGER draws_windows_are_revealed_once BEFORE UPDATE ON draws_windows WHEN old.revealed_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a draw window is revealed once'); END;

CREATE TRIGGER draws_windows_are_never_deleted BEFORE DELETE ON draws_windows
BEGIN SELECT RAISE(ABORT, 'draw windows are never deleted'); END;

-- Raffles: commit, enter, freeze, draw, in this order.
CREATE TABLE draws_raffles (
  id BLOB PRIMARY KEY CHECK (length(id) = 16),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 64),
  -- How many may win.
  winners INTEGER NOT NULL CHECK (winners BETWEEN 1 AND 100000),
  -- Which public value will be mixed in; null for none.
  beacon_name TEXT CHECK (length(beacon_name) BETWEEN 1 AND 500),
  commitment BLOB NOT NULL CHECK (length(commitment) = 32),
  created_at INTEGER NOT NULL,
  frozen_at INTEGER,
  entrants INTEGER CHECK (entrants >= 1),
  tickets INTEGER CHECK (tickets >= entrants),
  root BLOB CHECK (length(root) = 32),
  drawn_at INTEGER,
  beacon TEXT CHECK (length(beacon) BETWEEN 1 AND 500),
  secret BLOB CHECK (length(secret) = 32),
  CHECK ((frozen_at IS NULL) = (entrants IS NULL)),
  CHECK ((frozen_at IS NULL) = (tickets IS NULL)),
  CHECK ((frozen_at IS NULL) = (root IS NULL)),
  CHECK (drawn_at IS NULL OR frozen_at IS NOT NULL),
  CHECK ((drawn_at IS NULL) = (secret IS NULL)),
  CHECK ((beacon IS NOT NULL) = (beacon_name IS NOT NULL AND drawn_at IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX draws_raffles_by_name ON draws_raffles (name);

CREATE TRIGGER draws_raffles_keep_their_word
BEFORE UPDATE OF id, name, winners, beacon_name, commitment, created_at ON draws_raffles
BEGIN SELECT RAISE(ABORT, 'a raffle stays what was committed to'); END;

CREATE TRIGGER draws_raffles_are_frozen_once
BEFORE UPDATE OF frozen_at, entrants, tickets, root ON draws_raffles WHEN old.frozen_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a raffle is frozen once'); END;

CREATE TRIGGER draws_raffles_are_drawn_once BEFORE UPDATE ON draws_raffles WHEN old.drawn_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a raffle is drawn once'); END;

CREATE TRIGGER draws_raffles_are_never_deleted BEFORE DELETE ON draws_raffles
BEGIN SELECT RAISE(ABORT, 'raffles are never deleted'); END;

-- What users have entered with; those of an erased user go.
CREATE TABLE draws_entries (
  raffle BLOB NOT NULL REFERENCES draws_raffles (id),
  key TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 200),
  user BLOB NOT NULL CHECK (length(user) = 16),
  tickets INTEGER NOT NULL CHECK (tickets BETWEEN 1 AND 1000000000),
  entered_at INTEGER NOT NULL,
  PRIMARY KEY (raffle, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX draws_entries_by_user ON draws_entries (user);

CREATE TRIGGER draws_entries_end_with_the_freeze BEFORE INSERT ON draws_entries
WHEN (SELECT frozen_at FROM draws_raffles WHERE id = new.raffle) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'nobody can enter a frozen raffle'); END;

-- The user changes when users are merged.
CREATE TRIGGER draws_entries_stay_as_they_are
BEFORE UPDATE OF raffle, key, tickets, entered_at ON draws_entries
BEGIN SELECT RAISE(ABORT, 'an entry stays as it is'); END;

-- The frozen list: in the order of the entrants' own ids, which lead to users only through the vault, and through the
-- column that an erasure empties.
CREATE TABLE draws_entrants (
  raffle BLOB NOT NULL REFERENCES draws_raffles (id),
  entrant BLOB NOT NULL CHECK (length(entrant) = 16),
  tickets INTEGER NOT NULL CHECK (tickets >= 1),
  user BLOB CHECK (length(user) = 16),
  -- 1 for the first winner; null for who hasn't won.
  place INTEGER CHECK (place >= 1),
  PRIMARY KEY (raffle, entrant)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX draws_entrants_by_place ON draws_entrants (raffle, place) WHERE place IS NOT NULL;
CREATE INDEX draws_entrants_by_user ON draws_entrants (user) WHERE user IS NOT NULL;

CREATE TRIGGER draws_entrants_end_with_the_freeze BEFORE INSERT ON draws_entrants
WHEN (SELECT frozen_at FROM draws_raffles WHERE id = new.raffle) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'the list of a raffle is frozen'); END;

CREATE TRIGGER draws_entrants_stay_as_they_are BEFORE UPDATE OF raffle, entrant, tickets ON draws_entrants
BEGIN SELECT RAISE(ABORT, 'the list of a raffle is frozen'); END;

CREATE TRIGGER draws_entrants_win_once BEFORE UPDATE OF place ON draws_entrants
WHEN old.place IS NOT NULL OR (SELECT drawn_at FROM draws_raffles WHERE id = new.raffle) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'winners are drawn once'); END;

CREATE TRIGGER draws_entrants_are_never_deleted BEFORE DELETE ON draws_entrants
BEGIN SELECT RAISE(ABORT, 'the list of a raffle is frozen'); END;
