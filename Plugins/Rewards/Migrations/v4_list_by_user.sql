-- A user's redemptions, the newest first, of all rewards.
CREATE INDEX rewards_redemptions_by_time ON rewards_redemptions (user, redemption);
