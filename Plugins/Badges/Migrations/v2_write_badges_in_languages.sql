-- Title and text in further languages, as JSON: {"it": {"title": …, "text": …}}; none for the same in all.
ALTER TABLE badges_badges ADD COLUMN texts TEXT;
