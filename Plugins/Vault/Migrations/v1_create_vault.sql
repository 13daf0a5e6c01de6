-- The vault: what it takes to open it, its items, and the manifest that finds rows which were swapped, removed or set
-- back. Plugins/Vault/README.md says what each column holds, to the byte.
CREATE TABLE vault_header (
  row INTEGER PRIMARY KEY CHECK (row = 1),
  format INTEGER NOT NULL,
  vault BLOB NOT NULL CHECK (length(vault) = 16),
  generation INTEGER NOT NULL CHECK (generation >= 1),
  commitment BLOB NOT NULL CHECK (length(commitment) = 32),
  created_at INTEGER NOT NULL,
  rotated_at INTEGER NOT NULL,
  mac BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;

-- Each holds the master key, encrypted to a public key whose private one is derived from a passphrase, is a file's, or
-- is an age identity's. Anybody can encrypt to a public key: the proof shows whoever opens the slot that the header was
-- written by somebody who had the vault open. A recovery key (4) has none.
CREATE TABLE vault_slots (
  slot INTEGER PRIMARY KEY CHECK (slot >= 1),
  kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 4),
  passes INTEGER NOT NULL,
  memory INTEGER NOT NULL,
  salt BLOB NOT NULL,
  recipient BLOB NOT NULL CHECK (length(recipient) = 32),
  box BLOB NOT NULL,
  proof_key BLOB NOT NULL,
  proof BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  CHECK ((kind = 1) = (length(salt) = 16)),
  CHECK ((kind = 4) = (length(proof_key) = 0)),
  CHECK ((kind = 4) = (length(proof) = 0))
) STRICT;

CREATE TABLE vault_items (
  id BLOB PRIMARY KEY CHECK (length(id) = 16),
  class INTEGER NOT NULL CHECK (class BETWEEN 1 AND 5),
  version INTEGER NOT NULL CHECK (version >= 1),
  names BLOB NOT NULL,
  history BLOB NOT NULL CHECK (length(history) >= 40 AND length(history) % 40 = 0),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE vault_versions (
  item BLOB NOT NULL REFERENCES vault_items (id),
  version INTEGER NOT NULL CHECK (version >= 1),
  key BLOB NOT NULL CHECK (length(key) = 72),
  box BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (item, version)
) STRICT;

CREATE TABLE vault_entries (
  name BLOB PRIMARY KEY CHECK (length(name) = 32),
  item BLOB NOT NULL UNIQUE REFERENCES vault_items (id),
  digest BLOB NOT NULL CHECK (length(digest) = 32)
) STRICT, WITHOUT ROWID;

CREATE TABLE vault_manifest (
  row INTEGER PRIMARY KEY CHECK (row = 1),
  counter INTEGER NOT NULL CHECK (counter >= 1),
  items INTEGER NOT NULL CHECK (items >= 0),
  buckets BLOB NOT NULL CHECK (length(buckets) = 8192),
  mac BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;
