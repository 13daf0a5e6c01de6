-- Each of the two users of a transfer can report it, so an open dispute is about a subject by a user. A merge of the two
-- leaves two.
DROP INDEX identity_disputes_open;
CREATE INDEX identity_disputes_by_subject ON identity_disputes (subject, user);
