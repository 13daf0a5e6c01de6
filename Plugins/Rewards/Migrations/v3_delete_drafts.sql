-- Drafts that were never published can be deleted, with their prices and what was done to their stock; nothing else can.

DROP TRIGGER rewards_rewards_are_never_deleted;
CREATE TRIGGER rewards_rewards_that_were_published_are_never_deleted BEFORE DELETE ON rewards_rewards
WHEN old.state <> 1 OR old.published_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a reward that was published is never deleted'); END;

DROP TRIGGER rewards_prices_are_never_deleted;
CREATE TRIGGER rewards_prices_go_with_drafts_alone BEFORE DELETE ON rewards_prices
WHEN EXISTS (SELECT 1 FROM rewards_rewards WHERE reward = old.reward AND (state <> 1 OR published_at IS NOT NULL))
BEGIN SELECT RAISE(ABORT, 'prices are never deleted'); END;

DROP TRIGGER rewards_withdrawn_prices_are_never_deleted;
CREATE TRIGGER rewards_withdrawn_prices_go_with_drafts_alone BEFORE DELETE ON rewards_withdrawn_prices
WHEN EXISTS (
  SELECT 1 FROM rewards_prices AS p JOIN rewards_rewards AS r ON r.reward = p.reward
  WHERE p.entry = old.entry AND (r.state <> 1 OR r.published_at IS NOT NULL))
BEGIN SELECT RAISE(ABORT, 'a price that was withdrawn stays so'); END;

DROP TRIGGER rewards_stock_changes_are_never_deleted;
CREATE TRIGGER rewards_stock_changes_go_with_drafts_alone BEFORE DELETE ON rewards_stock_changes
WHEN EXISTS (SELECT 1 FROM rewards_rewards WHERE reward = old.reward AND (state <> 1 OR published_at IS NOT NULL))
BEGIN SELECT RAISE(ABORT, 'what was done to a stock is never deleted'); END;
