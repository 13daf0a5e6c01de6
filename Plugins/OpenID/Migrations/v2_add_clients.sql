-- How people are sent to a provider, to sign in at its pages. The client's secret is in the vault.
CREATE TABLE openid_clients (
  provider TEXT PRIMARY KEY CHECK (length(provider) > 0),
  client_id TEXT NOT NULL CHECK (length(client_id) > 0),
  -- The item in the vault.
  service TEXT NOT NULL CHECK (length(service) > 0),
  account TEXT NOT NULL CHECK (length(account) > 0),
  authorization_url TEXT NOT NULL,
  token_url TEXT NOT NULL,
  -- What the person is asked to allow, with blanks between.
  scopes TEXT NOT NULL,
  -- Whether the provider says who it is when it sends people back.
  names_issuer INTEGER NOT NULL CHECK (names_issuer IN (0, 1)),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
