-- Cards that users of the app see.
CREATE TABLE cards_cards (
  card BLOB PRIMARY KEY CHECK (length(card) = 16),
  name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 55),
  -- 1 draft, 2 published
  state INTEGER NOT NULL CHECK (state BETWEEN 1 AND 2),
  -- The page that it lies on, and its place among the cards there.
  page INTEGER NOT NULL CHECK (page BETWEEN 1 AND 20),
  place INTEGER NOT NULL CHECK (place BETWEEN 0 AND 1000),
  -- All of it, as a JSON object: docs/cards.md.
  definition TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

-- Links lead to a card by its name.
CREATE TRIGGER cards_cards_keep_their_name BEFORE UPDATE OF card, name ON cards_cards
BEGIN SELECT RAISE(ABORT, 'a card keeps its id and its name'); END;
