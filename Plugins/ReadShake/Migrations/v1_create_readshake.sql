-- What is read. A changed text is another edition: whoever has begun goes on with the one they began with.
CREATE TABLE readshake_texts (
  text INTEGER PRIMARY KEY,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 64),
  edition INTEGER NOT NULL CHECK (edition >= 1),
  title TEXT CHECK (length(title) BETWEEN 1 AND 200),
  -- Markdown.
  body TEXT NOT NULL CHECK (length(body) > 0),
  words INTEGER NOT NULL CHECK (words >= 1),
  added_at INTEGER NOT NULL,
  -- When it was taken out of use; it stays for those who have begun.
  removed_at INTEGER,
  UNIQUE (name, edition)
) STRICT;

CREATE TABLE readshake_questionnaires (
  questionnaire INTEGER PRIMARY KEY,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 64),
  edition INTEGER NOT NULL CHECK (edition >= 1),
  -- The file's format: gift, aiken, json.
  source TEXT NOT NULL CHECK (source IN ('gift', 'aiken', 'json')),
  imported_at INTEGER NOT NULL,
  removed_at INTEGER,
  UNIQUE (name, edition)
) STRICT;

CREATE TABLE readshake_questions (
  questionnaire INTEGER NOT NULL REFERENCES readshake_questionnaires (questionnaire),
  -- From 0, as they stood in the file.
  place INTEGER NOT NULL CHECK (place >= 0),
  kind TEXT NOT NULL CHECK (length(kind) > 0),
  -- JSON, as `read.questions/1` has it.
  content TEXT NOT NULL CHECK (length(content) > 0),
  PRIMARY KEY (questionnaire, place)
) STRICT, WITHOUT ROWID;

-- One user's reading in one campaign.
CREATE TABLE readshake_sessions (
  id BLOB PRIMARY KEY CHECK (length(id) = 16),
  campaign BLOB NOT NULL CHECK (length(campaign) = 16),
  user_id BLOB NOT NULL CHECK (length(user_id) = 16),
  -- 0 but for those that came from a user who was merged.
  sequence INTEGER NOT NULL CHECK (sequence >= 0),
  text INTEGER NOT NULL REFERENCES readshake_texts (text),
  questionnaire INTEGER NOT NULL REFERENCES readshake_questionnaires (questionnaire),
  -- The order in which questions and choices are shown follows from it.
  seed INTEGER NOT NULL,
  -- What is shuffled: bit 0 questions, bit 1 choices.
  shuffles INTEGER NOT NULL CHECK (shuffles BETWEEN 0 AND 3),
  opened_at INTEGER NOT NULL,
  -- When the shake was accepted.
  submitted_at INTEGER,
  UNIQUE (campaign, user_id, sequence)
) STRICT, WITHOUT ROWID;

CREATE INDEX readshake_sessions_by_user ON readshake_sessions (user_id);
CREATE INDEX readshake_sessions_by_questionnaire ON readshake_sessions (questionnaire, submitted_at);

-- Each question is answered once.
CREATE TABLE readshake_answers (
  session BLOB NOT NULL REFERENCES readshake_sessions (id),
  place INTEGER NOT NULL CHECK (place >= 0),
  at INTEGER NOT NULL,
  -- JSON: choices by their index in the file, from 0; null for free text.
  answer TEXT NOT NULL CHECK (length(answer) > 0),
  -- Hundred-thousandths of a percent, 0 to 100 %; null for what has no right answer.
  credit INTEGER CHECK (credit BETWEEN 0 AND 10000000),
  PRIMARY KEY (session, place)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER readshake_answers_are_never_updated BEFORE UPDATE ON readshake_answers
BEGIN SELECT RAISE(ABORT, 'answers are never updated'); END;
CREATE TRIGGER readshake_answers_are_never_deleted BEFORE DELETE ON readshake_answers
BEGIN SELECT RAISE(ABORT, 'answers are never deleted'); END;

-- What users wrote in their own words; it goes when the user is erased.
CREATE TABLE readshake_words (
  session BLOB NOT NULL CHECK (length(session) = 16),
  place INTEGER NOT NULL CHECK (place >= 0),
  content TEXT NOT NULL,
  PRIMARY KEY (session, place),
  FOREIGN KEY (session, place) REFERENCES readshake_answers (session, place)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER readshake_words_are_never_updated BEFORE UPDATE ON readshake_words
BEGIN SELECT RAISE(ABORT, 'what users wrote is never updated'); END;
