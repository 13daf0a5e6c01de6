-- What it shows: picture:NAME for one of the brand's own, or an https address; none for the app's own sign.
ALTER TABLE badges_badges ADD COLUMN picture TEXT;
