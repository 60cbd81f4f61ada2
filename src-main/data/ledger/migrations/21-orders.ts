/**
 * Orders that another system left in a folder or handed in, until they are booked, and the files they came in. An order that
 * is booked by whatever way is known as booked in the same transaction, by its reference.
 */
export const orders = `
CREATE TABLE order_file (
  seq      INTEGER PRIMARY KEY,
  file_id  TEXT NOT NULL UNIQUE,
  name     TEXT NOT NULL,
  sha256   TEXT NOT NULL,
  bytes    INTEGER NOT NULL,
  -- reading: begun; done; failed: nothing of it was taken; repeated: a file with these bytes was taken before.
  state    TEXT NOT NULL CHECK (state IN ('reading', 'done', 'failed', 'repeated')),
  added    INTEGER NOT NULL DEFAULT 0,
  same     INTEGER NOT NULL DEFAULT 0,
  asked    INTEGER NOT NULL DEFAULT 0,
  refused  INTEGER NOT NULL DEFAULT 0,
  -- The first rows that could not be read, JSON.
  problems TEXT NOT NULL DEFAULT '[]',
  error    TEXT,
  at       TEXT NOT NULL
) STRICT;
CREATE INDEX order_file_hash ON order_file (sha256);

CREATE TABLE feed_order (
  seq           INTEGER PRIMARY KEY,
  order_id      TEXT NOT NULL UNIQUE,
  reference     TEXT NOT NULL UNIQUE COLLATE NOCASE,
  state         TEXT NOT NULL CHECK (state IN ('open', 'booked', 'dismissed')),
  -- SHA-256 of what was written of it, in hex.
  content_hash  TEXT NOT NULL,
  body          TEXT NOT NULL,
  consignee     TEXT NOT NULL,
  destination   TEXT NOT NULL,
  pickup_date   TEXT NOT NULL,
  -- Where it came from: a file's name, or another system's.
  source        TEXT NOT NULL,
  -- The same order with other content, until a person says which holds.
  other_hash    TEXT,
  other_body    TEXT,
  other_source  TEXT,
  other_at      TEXT,
  -- Other content that a person refused.
  refused_hash  TEXT,
  booking_id    TEXT,
  -- How often a booking of it came to nothing.
  attempts      INTEGER NOT NULL DEFAULT 0,
  taken_at      TEXT NOT NULL,
  updated_at    TEXT NOT NULL
) STRICT;
CREATE INDEX feed_order_open ON feed_order (pickup_date, seq) WHERE state = 'open';
CREATE INDEX feed_order_asks ON feed_order (seq) WHERE other_hash IS NOT NULL;
CREATE INDEX feed_order_booking ON feed_order (booking_id) WHERE booking_id IS NOT NULL;

CREATE TRIGGER feed_order_booked AFTER INSERT ON booking BEGIN
  UPDATE feed_order SET state = 'booked', booking_id = NEW.booking_id, updated_at = NEW.created_at
    WHERE reference = NEW.reference AND state = 'open';
END;
CREATE TRIGGER feed_order_opened AFTER UPDATE OF state ON booking
  WHEN NEW.state IN ('REJECTED', 'CANCELLED') AND OLD.state <> NEW.state BEGIN
  UPDATE feed_order SET state = 'open', booking_id = NULL, attempts = attempts + 1, updated_at = NEW.updated_at
    WHERE booking_id = NEW.booking_id AND state = 'booked';
END;
`
