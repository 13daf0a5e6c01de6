-- Which form of an address the hash is of, so that spellings of one mailbox lead to one user: 1 the form of before 0.7.0,
-- to be brought into that of now; 2 the form of now; 3 the form of before for good, since another user has that of now.
-- Phone numbers have one form.
ALTER TABLE identity_lookups ADD COLUMN form INTEGER NOT NULL DEFAULT 2 CHECK (form BETWEEN 1 AND 3);

UPDATE identity_lookups SET form = 1 WHERE field = 'email';

CREATE INDEX identity_lookups_former ON identity_lookups (form, user) WHERE form <> 2;
