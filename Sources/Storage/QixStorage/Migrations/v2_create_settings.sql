-- What operators have set; what is not here has its default.
CREATE TABLE qix_settings (
  name TEXT PRIMARY KEY CHECK (length(name) BETWEEN 3 AND 100),
  value TEXT NOT NULL CHECK (length(value) <= 10000)
) STRICT, WITHOUT ROWID;
