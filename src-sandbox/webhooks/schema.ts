/** Subscriptions, their deliveries, and the result of every attempt. Instants as in migrations.ts. */
export const WEBHOOK_TABLES = `
  CREATE TABLE webhook (
    webhook_id TEXT PRIMARY KEY,
    url        TEXT NOT NULL,
    -- A JSON array of event types.
    events     TEXT NOT NULL,
    secret     TEXT NOT NULL,
    active     INTEGER NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE webhook_delivery (
    delivery_id INTEGER PRIMARY KEY,
    webhook_id  TEXT NOT NULL REFERENCES webhook (webhook_id) ON DELETE CASCADE,
    event_id    TEXT NOT NULL,
    event_type  TEXT NOT NULL,
    -- When it happened.
    at          INTEGER NOT NULL,
    data        TEXT NOT NULL,
    attempts    INTEGER NOT NULL DEFAULT 0,
    delivered   INTEGER NOT NULL DEFAULT 0,
    -- When it is to be tried next; null: it is over.
    due_at      INTEGER
  ) STRICT;
  CREATE INDEX webhook_delivery_due ON webhook_delivery (due_at, delivery_id) WHERE due_at IS NOT NULL;
  CREATE INDEX webhook_delivery_webhook ON webhook_delivery (webhook_id, delivery_id);

  CREATE TABLE webhook_attempt (
    delivery_id INTEGER NOT NULL REFERENCES webhook_delivery (delivery_id) ON DELETE CASCADE,
    attempt     INTEGER NOT NULL,
    at          INTEGER NOT NULL,
    -- The receiver's HTTP status; null when there was no answer.
    status      INTEGER,
    error       TEXT,
    PRIMARY KEY (delivery_id, attempt)
  ) STRICT, WITHOUT ROWID;

  -- One row: quotes that expired up to then have been announced.
  CREATE TABLE quote_expiry_announced (
    id    INTEGER PRIMARY KEY CHECK (id = 1),
    until INTEGER NOT NULL
  ) STRICT;
`
