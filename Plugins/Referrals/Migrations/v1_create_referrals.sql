-- What is paid for bringing somebody, and what has to be shown for it.
CREATE TABLE referrals_programmes (
  programme INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 55),
  title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
  -- Coins for who brings somebody, and for who is brought; one of them at least.
  referrer_coins INTEGER NOT NULL CHECK (referrer_coins >= 0),
  referee_coins INTEGER NOT NULL CHECK (referee_coins >= 0),
  -- Accepted shakes of the new user that prove that they are one; of this campaign and type, or of any.
  shakes INTEGER NOT NULL CHECK (shakes > 0),
  campaign BLOB CHECK (length(campaign) = 16),
  type TEXT,
  -- 1 trial, 2 signed, 3 pro: what the new user must be in before anything is paid.
  minimum_mode INTEGER NOT NULL CHECK (minimum_mode BETWEEN 1 AND 3),
  -- How long somebody may have been a user when they say who brought them, how long the proof may take from then on, and
  -- how long it is waited after it: periods such as P30D.
  newcomer TEXT NOT NULL,
  within TEXT NOT NULL,
  wait TEXT NOT NULL,
  -- The most that is paid: users that one user brings, and users in all.
  per_referrer INTEGER CHECK (per_referrer > 0),
  total INTEGER CHECK (total > 0),
  -- When coins that are paid expire: a moment or a period; none for never.
  expires TEXT,
  starts_at INTEGER NOT NULL,
  ends_at INTEGER,
  CHECK (referrer_coins + referee_coins > 0)
) STRICT;

-- What users give to their friends. Not a secret.
CREATE TABLE referrals_codes (
  code TEXT PRIMARY KEY CHECK (length(code) = 8),
  user_id BLOB NOT NULL CHECK (length(user_id) = 16),
  made_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX referrals_codes_by_user ON referrals_codes (user_id);

CREATE TABLE referrals_claims (
  referee BLOB NOT NULL CHECK (length(referee) = 16),
  programme INTEGER NOT NULL REFERENCES referrals_programmes (programme),
  referrer BLOB NOT NULL CHECK (length(referrer) = 16),
  -- 1 claimed, 2 proved, 3 paid, 4 refused, 5 revoked
  state INTEGER NOT NULL CHECK (state BETWEEN 1 AND 5),
  claimed_at INTEGER NOT NULL,
  -- Until when the proof must have come; then, from when it can be paid.
  due_at INTEGER NOT NULL,
  -- Shakes that count so far.
  shakes INTEGER NOT NULL CHECK (shakes >= 0),
  -- The last of them.
  shake BLOB CHECK (length(shake) = 16),
  settled_at INTEGER,
  -- In the ledger; none where that side gets nothing.
  referrer_transfer BLOB CHECK (length(referrer_transfer) = 16),
  referee_transfer BLOB CHECK (length(referee_transfer) = 16),
  -- Why nothing was paid: a name for programs.
  refusal TEXT CHECK ((refusal IS NOT NULL) = (state = 4)),
  PRIMARY KEY (referee, programme),
  CHECK ((settled_at IS NOT NULL) = (state >= 3))
) STRICT, WITHOUT ROWID;

CREATE INDEX referrals_claims_by_referrer ON referrals_claims (referrer, programme);
CREATE INDEX referrals_claims_due ON referrals_claims (state, due_at) WHERE state < 3;
