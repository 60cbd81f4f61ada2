/** The first tables. Frozen: a later change is a later migration. */
export const first = `
-- One row: which environment the rest was fetched from, and how far.
CREATE TABLE source (
  id           INTEGER PRIMARY KEY CHECK (id = 1),
  environment  TEXT NOT NULL,
  events_until TEXT,
  filled_until TEXT,
  updated_at   TEXT
) STRICT;

CREATE TABLE quote (
  id           TEXT PRIMARY KEY,
  requested_at TEXT NOT NULL,
  body         TEXT NOT NULL
) STRICT;
CREATE INDEX quote_age ON quote (requested_at);

CREATE TABLE shipment (
  rowid              INTEGER PRIMARY KEY,
  shipment_id        TEXT NOT NULL UNIQUE,
  tracking_number    TEXT,
  pro_number         TEXT,
  reference          TEXT COLLATE NOCASE,
  status             TEXT NOT NULL,
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
  last_event_at      TEXT,
  -- False while only the list's summary is known.
  has_detail         INTEGER NOT NULL,
  first_seen_at      TEXT NOT NULL,
  seen_at            TEXT NOT NULL
) STRICT;
CREATE INDEX shipment_tracking ON shipment (tracking_number);
CREATE INDEX shipment_pro ON shipment (pro_number);
CREATE INDEX shipment_reference ON shipment (reference);
CREATE INDEX shipment_newest ON shipment (created_at DESC, shipment_id DESC);
CREATE INDEX shipment_status ON shipment (status, created_at DESC, shipment_id DESC);
CREATE INDEX shipment_summary_only ON shipment (created_at DESC) WHERE has_detail = 0;

CREATE VIRTUAL TABLE shipment_text USING fts5 (
  words, content = '', contentless_delete = 1, prefix = '2 3 4', tokenize = 'unicode61 remove_diacritics 2'
);

CREATE TABLE tracking_event (
  event_id    TEXT PRIMARY KEY,
  shipment_id TEXT NOT NULL,
  at          TEXT NOT NULL,
  body        TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX tracking_event_shipment ON tracking_event (shipment_id, at DESC);
`
