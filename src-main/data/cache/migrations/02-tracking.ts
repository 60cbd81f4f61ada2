/**
 * Shipments in the order of their creation, with what a million of them are filtered and counted by; events in columns
 * instead of JSON. `place` is the order: 16 for each millisecond of the creation time, plus a slot (see place.ts). Times
 * named `..._at` in INTEGER columns are milliseconds since 1970, UTC.
 */
export const tracking = `
CREATE TABLE shipment_2 (
  place              INTEGER PRIMARY KEY,
  shipment_id        TEXT NOT NULL UNIQUE,
  tracking_number    TEXT,
  pro_number         TEXT,
  reference          TEXT COLLATE NOCASE,
  status             TEXT NOT NULL,
  -- The event that gave the status; null while only a list or a detail told it.
  status_at          INTEGER,
  status_event_id    TEXT,
  -- Of the exception the shipment stands in; null when it stands in none.
  exception_code     TEXT,
  provider           TEXT,
  service            TEXT,
  total_minor        INTEGER,
  currency           TEXT,
  origin             TEXT,
  destination        TEXT,
  pieces             INTEGER,
  weight_lb          REAL,
  instructions       TEXT,
  created_at         TEXT,
  estimated_pickup   TEXT,
  estimated_delivery TEXT,
  actual_pickup      TEXT,
  actual_delivery    TEXT,
  last_event_id      TEXT,
  last_event_at      INTEGER,
  -- Derived, so that an index can answer: expected, last heard of, departed, delivered, and whether that was in time.
  due_at             INTEGER,
  heard_at           INTEGER NOT NULL,
  departed_at        INTEGER,
  delivered_at       INTEGER,
  is_on_time         INTEGER,
  -- False while only the list's summary is known.
  has_detail         INTEGER NOT NULL,
  is_indexed         INTEGER NOT NULL,
  first_seen_at      TEXT NOT NULL,
  seen_at            TEXT NOT NULL,
  -- When its whole timeline was last compared with the service's; 0: never.
  checked_at         INTEGER NOT NULL
) STRICT;

INSERT INTO shipment_2
SELECT max(base - number) OVER (ORDER BY number) + number, shipment_id, tracking_number, pro_number, reference, status,
  NULL, NULL, NULL, provider, service, total_minor, currency, origin, destination, pieces, weight_lb, instructions,
  created_at, estimated_pickup, estimated_delivery, actual_pickup, actual_delivery, last_event_id,
  CAST(round(unixepoch(last_event_at, 'subsec') * 1000) AS INTEGER),
  CAST(round(unixepoch(estimated_delivery, 'subsec') * 1000) AS INTEGER),
  CAST(round(unixepoch(coalesce(last_event_at, created_at, first_seen_at), 'subsec') * 1000) AS INTEGER),
  CAST(round(unixepoch(coalesce(actual_pickup, created_at), 'subsec') * 1000) AS INTEGER),
  CAST(round(unixepoch(actual_delivery, 'subsec') * 1000) AS INTEGER),
  substr(actual_delivery, 1, 10) <= substr(estimated_delivery, 1, 10),
  has_detail, 0, first_seen_at, seen_at, 0
FROM (
  SELECT *, row_number() OVER (ORDER BY base, shipment_id) AS number
  FROM (
    SELECT *, CAST(round(unixepoch(coalesce(created_at, first_seen_at), 'subsec') * 1000) AS INTEGER) * 16 AS base
    FROM shipment
  )
);
DROP TABLE shipment;
ALTER TABLE shipment_2 RENAME TO shipment;

CREATE INDEX shipment_tracking ON shipment (tracking_number);
CREATE INDEX shipment_pro ON shipment (pro_number);
CREATE INDEX shipment_reference ON shipment (reference);
CREATE INDEX shipment_status ON shipment (status, -place);
CREATE INDEX shipment_provider ON shipment (provider, -place);
CREATE INDEX shipment_provider_status ON shipment (provider, status, -place);
CREATE INDEX shipment_due ON shipment (due_at);
CREATE INDEX shipment_exception ON shipment (exception_code) WHERE exception_code IS NOT NULL;
-- All that is asked of shipments under way, newest first: a look for what needs a person reads only this.
CREATE INDEX shipment_open ON shipment (-place, status, due_at, heard_at)
  WHERE status NOT IN ('DELIVERED', 'CANCELLED', 'RETURNED');
CREATE INDEX shipment_open_due ON shipment (due_at, status) WHERE status NOT IN ('DELIVERED', 'CANCELLED', 'RETURNED');
CREATE INDEX shipment_moving_heard ON shipment (heard_at, status)
  WHERE status IN ('PICKED_UP', 'IN_TRANSIT', 'OUT_FOR_DELIVERY', 'EXCEPTION');
CREATE INDEX shipment_open_checked ON shipment (checked_at)
  WHERE status NOT IN ('DELIVERED', 'CANCELLED', 'RETURNED');
CREATE INDEX shipment_summary_only ON shipment (status NOT IN ('DELIVERED', 'CANCELLED', 'RETURNED'), place)
  WHERE has_detail = 0;
CREATE INDEX shipment_not_indexed ON shipment (place) WHERE is_indexed = 0;
CREATE INDEX shipment_delivered ON shipment (delivered_at, provider, is_on_time, departed_at)
  WHERE delivered_at IS NOT NULL;

-- How many shipments there are of each value: counting a million rows at every key typed would be felt.
CREATE TABLE shipment_count (
  kind  TEXT NOT NULL,
  value TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (kind, value)
) STRICT, WITHOUT ROWID;
INSERT INTO shipment_count SELECT 'status', status, count(*) FROM shipment GROUP BY status;
INSERT INTO shipment_count
  SELECT 'provider', provider, count(*) FROM shipment WHERE provider IS NOT NULL GROUP BY provider;

CREATE TRIGGER shipment_counted AFTER INSERT ON shipment BEGIN
  INSERT INTO shipment_count VALUES ('status', new.status, 1) ON CONFLICT DO UPDATE SET count = count + 1;
  INSERT INTO shipment_count SELECT 'provider', new.provider, 1 WHERE new.provider IS NOT NULL
    ON CONFLICT DO UPDATE SET count = count + 1;
  INSERT INTO shipment_count SELECT 'exception', new.exception_code, 1 WHERE new.exception_code IS NOT NULL
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER shipment_status_counted AFTER UPDATE OF status ON shipment WHEN old.status IS NOT new.status BEGIN
  UPDATE shipment_count SET count = count - 1 WHERE kind = 'status' AND value = old.status;
  INSERT INTO shipment_count VALUES ('status', new.status, 1) ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER shipment_provider_counted AFTER UPDATE OF provider ON shipment WHEN old.provider IS NOT new.provider BEGIN
  UPDATE shipment_count SET count = count - 1 WHERE kind = 'provider' AND value = old.provider;
  INSERT INTO shipment_count SELECT 'provider', new.provider, 1 WHERE new.provider IS NOT NULL
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER shipment_exception_counted AFTER UPDATE OF exception_code ON shipment
WHEN old.exception_code IS NOT new.exception_code BEGIN
  UPDATE shipment_count SET count = count - 1 WHERE kind = 'exception' AND value = old.exception_code;
  INSERT INTO shipment_count SELECT 'exception', new.exception_code, 1 WHERE new.exception_code IS NOT NULL
    ON CONFLICT DO UPDATE SET count = count + 1;
END;

-- Words come folded and cut already (words.ts), so the simplest tokenizer does; without positions it is a third as large.
DROP TABLE shipment_text;
CREATE VIRTUAL TABLE shipment_text USING fts5 (
  words, content = '', contentless_delete = 1, detail = none, prefix = '1 2 3 4 5 6', tokenize = 'ascii'
);

-- Names that are longer than the longest indexed prefix: one typed in full is looked up as itself (words.ts).
CREATE TABLE shipment_word (word TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

CREATE TABLE tracking_event_2 (
  number           INTEGER PRIMARY KEY,
  event_id         TEXT NOT NULL UNIQUE,
  shipment_id      TEXT NOT NULL,
  at               INTEGER NOT NULL,
  -- As the service wrote it.
  timestamp        TEXT NOT NULL,
  status           TEXT NOT NULL,
  event_type       TEXT,
  description      TEXT,
  city             TEXT,
  state            TEXT,
  country          TEXT,
  facility_type    TEXT,
  recipient        TEXT,
  exception_code   TEXT,
  exception_reason TEXT
) STRICT;
INSERT INTO tracking_event_2 (event_id, shipment_id, at, timestamp, status, event_type, description, city, state, country,
  facility_type, recipient, exception_code, exception_reason)
SELECT event_id, shipment_id, CAST(round(unixepoch(at, 'subsec') * 1000) AS INTEGER), body ->> 'timestamp',
  body ->> 'status', body ->> 'eventType', body ->> 'description', body ->> 'city', body ->> 'state', body ->> 'country',
  body ->> 'facilityType', body ->> 'recipient', body ->> 'exceptionCode', body ->> 'exceptionReason'
FROM tracking_event;
DROP TABLE tracking_event;
ALTER TABLE tracking_event_2 RENAME TO tracking_event;
CREATE INDEX tracking_event_shipment ON tracking_event (shipment_id, at);
CREATE INDEX tracking_event_exception ON tracking_event (at, exception_code) WHERE exception_code IS NOT NULL;

-- How far back the first fill has come, so that it goes on there after a restart.
ALTER TABLE source ADD COLUMN shipments_before TEXT;
ALTER TABLE source ADD COLUMN shipments_page INTEGER NOT NULL DEFAULT 1;
ALTER TABLE source ADD COLUMN shipments_total INTEGER;
ALTER TABLE source ADD COLUMN has_shipments INTEGER NOT NULL DEFAULT 0;
ALTER TABLE source ADD COLUMN events_before TEXT;
ALTER TABLE source ADD COLUMN events_page INTEGER NOT NULL DEFAULT 1;
ALTER TABLE source ADD COLUMN has_events INTEGER NOT NULL DEFAULT 0;
UPDATE source SET has_shipments = filled_until IS NOT NULL, has_events = events_until IS NOT NULL;

-- What webhooks told, each once. It is only a reason to ask the service: is_done says that it was asked.
CREATE TABLE webhook_inbox (
  event_id    TEXT PRIMARY KEY,
  event_type  TEXT NOT NULL,
  shipment_id TEXT,
  status      TEXT,
  told_at     TEXT NOT NULL,
  received_at TEXT NOT NULL,
  is_done     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX webhook_inbox_open ON webhook_inbox (received_at) WHERE is_done = 0;
CREATE INDEX webhook_inbox_age ON webhook_inbox (received_at);
`
