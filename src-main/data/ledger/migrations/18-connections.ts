/** Other systems: the keys they come with, what they handed in, and what they are told. */
export const connections = `
CREATE TABLE api_token (
  token_id     TEXT PRIMARY KEY,
  name         TEXT NOT NULL,
  role         TEXT NOT NULL,
  -- JSON list of command names; null: all that the role may give.
  commands     TEXT,
  -- SHA-256 of the token, in hex; null once it is revoked.
  token_hash   TEXT UNIQUE,
  created_at   TEXT NOT NULL,
  last_used_at TEXT,
  revoked_at   TEXT
) STRICT;
CREATE UNIQUE INDEX api_token_name ON api_token (name COLLATE NOCASE) WHERE revoked_at IS NULL;

-- What was handed in under a submission's id, so that a replay with other content is told from a repeat.
CREATE TABLE api_submission (
  submission_id TEXT PRIMARY KEY,
  -- SHA-256 of the command and its input as canonical JSON, in hex.
  content_hash  TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE hook (
  hook_id    TEXT PRIMARY KEY,
  url        TEXT NOT NULL,
  events     TEXT NOT NULL,
  is_active  INTEGER NOT NULL,
  -- The audit row up to which its events are in the queue.
  read_to    INTEGER NOT NULL,
  -- Tries in a row that failed, and when the next is due.
  failures   INTEGER NOT NULL DEFAULT 0,
  due_at     TEXT,
  last_at    TEXT,
  -- What came of the last try, null: it was taken.
  last_error TEXT,
  created_at TEXT NOT NULL
) STRICT;

CREATE TABLE hook_delivery (
  delivery_id INTEGER PRIMARY KEY,
  hook_id     TEXT NOT NULL REFERENCES hook (hook_id),
  event_id    TEXT NOT NULL,
  event_type  TEXT NOT NULL,
  at          TEXT NOT NULL,
  data        TEXT NOT NULL,
  attempts    INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX hook_delivery_turn ON hook_delivery (hook_id, attempts, delivery_id);

-- Shipments in an exception that was told of.
CREATE TABLE hook_exception (shipment_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
`
