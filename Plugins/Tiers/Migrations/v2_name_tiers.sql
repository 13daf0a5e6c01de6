-- By what events name a tier: its number of coins changes, and a name may be given again.
ALTER TABLE tiers_tiers ADD COLUMN id BLOB CHECK (length(id) = 16);
UPDATE tiers_tiers SET id = randomblob(16);
CREATE UNIQUE INDEX tiers_tiers_by_id ON tiers_tiers (id);
