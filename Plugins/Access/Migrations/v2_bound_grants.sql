-- What bounds the coins that a token grants; null for nothing. The account that pays is budget:NAME.
ALTER TABLE access_tokens ADD COLUMN payer TEXT CHECK (payer LIKE 'budget:%');
ALTER TABLE access_tokens ADD COLUMN most INTEGER CHECK (most > 0);
ALTER TABLE access_tokens ADD COLUMN most_per_day INTEGER CHECK (most_per_day > 0);
