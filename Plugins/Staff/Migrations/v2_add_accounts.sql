-- Which groups at a provider give which role.
CREATE TABLE staff_roles (
  provider TEXT NOT NULL CHECK (length(provider) > 0),
  group_name TEXT NOT NULL CHECK (length(group_name) > 0),
  role TEXT NOT NULL CHECK (role IN ('admin', 'operator', 'integrator', 'support', 'auditor')),
  -- The claim that lists a person's groups.
  claim TEXT NOT NULL CHECK (length(claim) > 0),
  PRIMARY KEY (provider, group_name)
) STRICT, WITHOUT ROWID;

-- What the audit log calls people whom providers have signed in. A name is never given to another account.
CREATE TABLE staff_people (
  issuer TEXT NOT NULL CHECK (length(issuer) > 0),
  subject TEXT NOT NULL CHECK (length(subject) > 0),
  name TEXT NOT NULL CHECK (name LIKE 'oidc:%'),
  created_at INTEGER NOT NULL,
  PRIMARY KEY (issuer, subject)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX staff_people_by_name ON staff_people (name);
