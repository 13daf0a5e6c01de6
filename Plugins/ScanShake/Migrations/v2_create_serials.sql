-- Serial numbers that a brand has put on its products, imported by an operator. A serial number in a code is anybody's
-- claim until it is found here.
CREATE TABLE scanshake_serials (
  gtin TEXT NOT NULL REFERENCES scanshake_products (gtin),
  serial TEXT NOT NULL CHECK (length(serial) BETWEEN 1 AND 20),
  PRIMARY KEY (gtin, serial)
) STRICT, WITHOUT ROWID;
