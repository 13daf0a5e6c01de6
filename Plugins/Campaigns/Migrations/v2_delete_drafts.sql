-- Drafts that were never started can be deleted; nothing else can.

DROP TRIGGER campaigns_campaigns_are_never_deleted;
CREATE TRIGGER campaigns_campaigns_that_began_are_never_deleted BEFORE DELETE ON campaigns_campaigns
WHEN old.state <> 1 OR old.started_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a campaign that has begun is never deleted'); END;

-- Names of campaigns that were deleted. Their budgets stay, empty, in the ledger, and a new campaign of the same name
-- may take them over.
CREATE TABLE campaigns_deleted (
  name TEXT PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 55)
) STRICT, WITHOUT ROWID;
