/**
 * Bookings of every kind, and changes to shipments. The table of bookings is made anew, because a booking without a quote
 * has no end of one; what stood in it was all booked from domestic quotes.
 */
export const bookings = `
CREATE TABLE booking_2 (
  seq             INTEGER PRIMARY KEY,
  booking_id      TEXT NOT NULL UNIQUE,
  submission_id   TEXT NOT NULL UNIQUE,
  environment     TEXT NOT NULL,
  kind            TEXT NOT NULL CHECK (kind IN ('quote', 'direct', 'load')),
  state           TEXT NOT NULL CHECK (state IN ('QUEUED', 'SENDING', 'BOOKED', 'REJECTED', 'UNKNOWN', 'NEEDS_DECISION', 'CANCELLED')),
  reference       TEXT NOT NULL UNIQUE COLLATE NOCASE,
  -- The wire body; load_id is in the path of a load's.
  request         TEXT NOT NULL,
  request_sha256  TEXT NOT NULL,
  load_id         TEXT,
  summary         TEXT NOT NULL,
  -- What to ask for when the quote has ended; null: nothing that could be asked again.
  origin          TEXT,
  quote_expires_at TEXT,
  -- A new quote that waits for a person's word.
  offer           TEXT,
  -- How often the service refused the quote and it was asked for anew.
  requotes        INTEGER NOT NULL DEFAULT 0,
  sent_at         TEXT,
  shipment_id     TEXT,
  tracking_number TEXT,
  pro_number      TEXT,
  error           TEXT,
  question        TEXT,
  attempts        INTEGER NOT NULL DEFAULT 0,
  checks          INTEGER NOT NULL DEFAULT 0,
  due_at          TEXT,
  hold_until      TEXT,
  held_until      TEXT,
  -- Who works on it, and when that no longer counts.
  lease           TEXT,
  leased_until    TEXT,
  cancellation    TEXT,
  batch_id        TEXT,
  batch_row       INTEGER,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL
) STRICT;
INSERT INTO booking_2 (seq, booking_id, submission_id, environment, kind, state, reference, request, request_sha256, summary,
    quote_expires_at, sent_at, shipment_id, tracking_number, pro_number, error, question, attempts, checks, due_at,
    created_at, updated_at)
  SELECT seq, booking_id, submission_id, environment, 'quote', state, reference, request, request_sha256, summary,
    quote_expires_at, sent_at, shipment_id, tracking_number, pro_number, error, question, attempts, checks, due_at,
    created_at, updated_at FROM booking;
DROP TABLE booking;
ALTER TABLE booking_2 RENAME TO booking;
CREATE INDEX booking_open ON booking (environment, seq) WHERE state IN ('QUEUED', 'SENDING', 'UNKNOWN', 'NEEDS_DECISION');
CREATE INDEX booking_shipment ON booking (shipment_id);
CREATE INDEX booking_tracking ON booking (tracking_number);
CREATE INDEX booking_pro ON booking (pro_number);
CREATE INDEX booking_state ON booking (state, seq);
CREATE INDEX booking_batch ON booking (batch_id, batch_row) WHERE batch_id IS NOT NULL;
-- From now on a booking that was not found is looked for again by itself.
UPDATE booking SET due_at = updated_at WHERE state = 'NEEDS_DECISION' AND due_at IS NULL AND question ->> 'kind' = 'not-found';

CREATE TABLE shipment_change (
  seq           INTEGER PRIMARY KEY,
  change_id     TEXT NOT NULL UNIQUE,
  submission_id TEXT NOT NULL UNIQUE,
  environment   TEXT NOT NULL,
  booking_id    TEXT,
  shipment_id   TEXT,
  change        TEXT NOT NULL,
  state         TEXT NOT NULL CHECK (state IN ('QUEUED', 'SENDING', 'DONE', 'REJECTED', 'UNKNOWN', 'CANCELLED')),
  error         TEXT,
  cancellation  TEXT,
  attempts      INTEGER NOT NULL DEFAULT 0,
  due_at        TEXT,
  created_at    TEXT NOT NULL,
  updated_at    TEXT NOT NULL
) STRICT;
CREATE INDEX change_open ON shipment_change (environment, seq) WHERE state IN ('QUEUED', 'SENDING', 'UNKNOWN');
CREATE INDEX change_shipment ON shipment_change (shipment_id, seq);
CREATE INDEX change_booking ON shipment_change (booking_id, seq);
`
