-- Claims that were refused, for support: the latest of each user, code and reason. Users may have been told less.
CREATE TABLE referrals_refusals (
  referee BLOB NOT NULL CHECK (length(referee) = 16),
  programme INTEGER NOT NULL REFERENCES referrals_programmes (programme),
  -- Whose friend the user said to be, by their code.
  code TEXT NOT NULL CHECK (length(code) = 8),
  -- Why: a name for programs.
  refusal TEXT NOT NULL CHECK (length(refusal) > 0),
  refused_at INTEGER NOT NULL,
  PRIMARY KEY (referee, programme, code, refusal)
) STRICT, WITHOUT ROWID;

CREATE INDEX referrals_refusals_by_code ON referrals_refusals (code);
