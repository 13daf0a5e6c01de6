-- A number that grows with each change to a card, so that a program that has read the published ones knows when to read
-- them again.
CREATE TABLE cards_version (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  version INTEGER NOT NULL
) STRICT;

INSERT INTO cards_version (one, version) VALUES (1, 1);
