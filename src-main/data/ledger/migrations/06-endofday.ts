/** What drivers signed for. The paper is kept under its hash, so that a reprint is the same bytes. */
export const endOfDay = `
CREATE TABLE manifest (
  seq           INTEGER PRIMARY KEY,
  manifest_id   TEXT NOT NULL UNIQUE,
  submission_id TEXT NOT NULL,
  environment   TEXT NOT NULL,
  number        TEXT NOT NULL UNIQUE,
  day           TEXT NOT NULL,
  carrier       TEXT NOT NULL,
  content       TEXT NOT NULL,
  sha256        TEXT NOT NULL REFERENCES document_bytes (sha256),
  created_at    TEXT NOT NULL,
  voided_at     TEXT,
  void_reason   TEXT,
  UNIQUE (submission_id, carrier)
) STRICT;
CREATE INDEX manifest_day ON manifest (environment, day, seq);

-- A shipment is on one manifest at a time; those of a manifest that was taken back are removed.
CREATE TABLE manifest_shipment (
  environment TEXT NOT NULL,
  shipment_id TEXT NOT NULL,
  manifest_id TEXT NOT NULL REFERENCES manifest (manifest_id),
  PRIMARY KEY (environment, shipment_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX booking_pickup ON booking (environment, summary ->> 'pickupDate');
CREATE INDEX booking_created ON booking (environment, created_at);
`
