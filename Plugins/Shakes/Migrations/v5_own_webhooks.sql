-- Whose a webhook is, as the audit log calls them; null for what was added before, which the audit log knows alone.
ALTER TABLE shakes_webhooks ADD COLUMN owner TEXT CHECK (length(owner) > 0);
-- Whether requests say which user it was, or only a pseudonym. Null for what was added before: then the role of who has
-- added it decides.
ALTER TABLE shakes_webhooks ADD COLUMN tells_users INTEGER CHECK (tells_users IN (0, 1));
-- Who has let the owner be told of this campaign, where the owner needs that.
ALTER TABLE shakes_webhooks ADD COLUMN granted_by TEXT CHECK (length(granted_by) > 0);
