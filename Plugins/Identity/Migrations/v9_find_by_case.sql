-- Finds the external ids that differ from one in the case of their letters alone. SQLite folds A to Z and no others.
-- Ids without such letters are left out: they have one spelling.
CREATE INDEX identity_users_by_case ON identity_users (lower(external_id))
  WHERE lower(external_id) <> upper(external_id);
