-- Products that count, by their number: fourteen digits.
CREATE TABLE scanshake_products (
  gtin TEXT PRIMARY KEY CHECK (length(gtin) = 14),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  brand TEXT CHECK (length(brand) BETWEEN 1 AND 100),
  category TEXT CHECK (length(category) BETWEEN 1 AND 100),
  -- Where its picture is.
  picture TEXT CHECK (length(picture) BETWEEN 1 AND 2000),
  -- Units that an award may count; NULL for one.
  coins INTEGER CHECK (coins BETWEEN 0 AND 1000000000),
  -- The one campaign in which it counts; NULL for all.
  campaign BLOB CHECK (length(campaign) = 16),
  added_at INTEGER NOT NULL,
  -- A product that was taken out keeps its row, for the scans of it.
  removed_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX scanshake_products_by_brand ON scanshake_products (brand, gtin) WHERE removed_at IS NULL;

-- Whose products begin with which digits of a GTIN-13.
CREATE TABLE scanshake_prefixes (
  prefix TEXT PRIMARY KEY CHECK (length(prefix) BETWEEN 3 AND 12),
  brand TEXT NOT NULL CHECK (length(brand) BETWEEN 1 AND 100),
  set_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Scans that counted.
CREATE TABLE scanshake_scans (
  shake BLOB PRIMARY KEY CHECK (length(shake) = 16),
  user_id BLOB NOT NULL CHECK (length(user_id) = 16),
  campaign BLOB NOT NULL CHECK (length(campaign) = 16),
  gtin TEXT NOT NULL REFERENCES scanshake_products (gtin),
  batch TEXT CHECK (length(batch) BETWEEN 1 AND 20),
  serial TEXT CHECK (length(serial) BETWEEN 1 AND 20),
  -- SHA-256 of the picture, which is not kept; NULL where the code was typed.
  picture BLOB CHECK (length(picture) = 32),
  symbology TEXT CHECK (length(symbology) BETWEEN 1 AND 40),
  -- Thousandths of the picture that look like a screen.
  screen INTEGER NOT NULL CHECK (screen BETWEEN 0 AND 1000),
  place TEXT,
  -- 0 nothing to review, 1 to be reviewed, 2 found to be right, 3 found to be wrong.
  review INTEGER NOT NULL CHECK (review BETWEEN 0 AND 3),
  scanned_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX scanshake_scans_by_user ON scanshake_scans (user_id, scanned_at);
CREATE INDEX scanshake_scans_by_review ON scanshake_scans (review, shake) WHERE review > 0;
-- A picture counts once in a campaign, whoever brings it.
CREATE UNIQUE INDEX scanshake_scans_by_picture ON scanshake_scans (picture, campaign) WHERE picture IS NOT NULL;
-- A piece of a product counts once for ever.
CREATE UNIQUE INDEX scanshake_scans_by_serial ON scanshake_scans (gtin, serial) WHERE serial IS NOT NULL;
