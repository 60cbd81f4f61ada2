/**
 * Grants, charges and refunds of the account, and canceled shipments. Instants and amounts as in
 * migrations.ts.
 */
export const ACCOUNT_TABLES = `
  CREATE TABLE account_entry (
    entry_id    INTEGER PRIMARY KEY,
    kind        TEXT NOT NULL CHECK (kind IN ('GRANT', 'CHARGE', 'REFUND')),
    -- Null for what was given.
    shipment_id TEXT REFERENCES shipment (shipment_id),
    -- Less than 0 for a charge.
    cents       INTEGER NOT NULL,
    -- From when on it counts.
    due_at      INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX account_entry_shipment ON account_entry (shipment_id, kind);
  CREATE INDEX account_entry_grant ON account_entry (entry_id) WHERE kind = 'GRANT';

  CREATE TABLE cancellation (
    shipment_id  TEXT PRIMARY KEY REFERENCES shipment (shipment_id),
    reason       TEXT NOT NULL,
    cancelled_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`
