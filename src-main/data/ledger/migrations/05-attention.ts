/** What people said of shipments: notes, and exceptions they have seen to. A person's words can be fetched from nowhere. */
export const attention = `
CREATE TABLE shipment_note (
  note_id     TEXT PRIMARY KEY,
  environment TEXT NOT NULL,
  shipment_id TEXT NOT NULL,
  text        TEXT NOT NULL,
  at          TEXT NOT NULL
) STRICT;
CREATE INDEX shipment_note_shipment ON shipment_note (environment, shipment_id, at);

-- One row a shipment: the last word counts. The audit log keeps the others.
CREATE TABLE shipment_attention (
  environment   TEXT NOT NULL,
  shipment_id   TEXT NOT NULL,
  kind          TEXT NOT NULL CHECK (kind IN ('acknowledged', 'snoozed')),
  -- Acknowledged: the event that was newest then; a newer one asks for attention again.
  last_event_id TEXT,
  -- Snoozed: up to then, whatever happens.
  until         TEXT,
  at            TEXT NOT NULL,
  PRIMARY KEY (environment, shipment_id)
) STRICT, WITHOUT ROWID;
`
