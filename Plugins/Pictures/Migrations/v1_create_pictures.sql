-- Pictures of the brand's own, as they are served. They lie here so that each backup has them.
CREATE TABLE pictures_pictures (
  name TEXT PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 55),
  -- What it shows, in a few words; empty where nobody has said it.
  alt TEXT NOT NULL CHECK (length(alt) <= 200),
  -- The first 16 bytes of BLAKE2b of the picture, in hexadecimal digits.
  digest TEXT NOT NULL CHECK (length(digest) = 32),
  -- Pixels.
  width INTEGER NOT NULL CHECK (width BETWEEN 1 AND 1600),
  height INTEGER NOT NULL CHECK (height BETWEEN 1 AND 1600),
  -- JPEG, and a smaller one of at most 480 pixels.
  picture BLOB NOT NULL CHECK (length(picture) BETWEEN 1 AND 2000000),
  small BLOB NOT NULL CHECK (length(small) BETWEEN 1 AND 500000),
  added_at INTEGER NOT NULL
) STRICT;
