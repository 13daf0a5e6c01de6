-- Title and benefits in further languages, as JSON: {"it": {"title": …, "text": …}}; none for the same in all.
ALTER TABLE tiers_tiers ADD COLUMN texts TEXT;
