-- What it shows: picture:NAME for one of the brand's own, or an https address; none for no picture.
ALTER TABLE tiers_tiers ADD COLUMN picture TEXT;
