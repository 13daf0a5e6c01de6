-- Who has set a setting and when; null for what was set before, which the audit log knows alone.
ALTER TABLE qix_settings ADD COLUMN set_by TEXT CHECK (length(set_by) > 0);
ALTER TABLE qix_settings ADD COLUMN set_at INTEGER;
