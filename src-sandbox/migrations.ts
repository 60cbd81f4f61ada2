import { DOCUMENT_MIGRATION } from './documents/schema.ts'
import { ACCOUNT_TABLES } from './account/schema.ts'
import { QUOTE_KIND, QUOTE_OFFERS } from './booking/schema.ts'
import { CITIES } from './locations/schema.ts'
import { SAT_CODES, SAT_CODE_SOURCE } from './sat/schema.ts'
import { EVENT_DAYS } from './tracking/schema.ts'
import { WEBHOOK_TABLES } from './webhooks/schema.ts'

/**
 * sandbox.db, version by version. Instants are integer milliseconds since 1970 on the service's clock, days are text
 * YYYY-MM-DD, amounts integer cents. Never edit a version that has shipped.
 */
export const MIGRATIONS = [
  `
  -- One row: where the service's clock stands relative to the machine's.
  CREATE TABLE clock (
    id         INTEGER PRIMARY KEY CHECK (id = 1),
    machine_ms INTEGER NOT NULL,
    service_ms INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE sequence (
    name TEXT PRIMARY KEY,
    last INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE location (
    country     TEXT NOT NULL,
    postal_code TEXT NOT NULL,
    city        TEXT NOT NULL,
    -- The city as it is compared: see cityKey.
    city_key    TEXT NOT NULL,
    state       TEXT NOT NULL,
    full_state  TEXT NOT NULL,
    county      TEXT NOT NULL,
    lat         REAL NOT NULL,
    lng         REAL NOT NULL,
    PRIMARY KEY (country, postal_code, city)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX location_city ON location (city_key, country, state);

  CREATE TABLE quote (
    quote_id   TEXT PRIMARY KEY,
    -- Kept for the shipment that is booked first from this quote.
    load_id    TEXT NOT NULL UNIQUE,
    bol_number TEXT NOT NULL UNIQUE,
    request    TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX quote_expiry ON quote (expires_at);

  CREATE TABLE quote_rate (
    rate_id  TEXT PRIMARY KEY,
    quote_id TEXT NOT NULL REFERENCES quote (quote_id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    rate     TEXT NOT NULL
  ) STRICT;
  CREATE INDEX quote_rate_quote ON quote_rate (quote_id, position);

  CREATE TABLE shipment (
    rowid              INTEGER PRIMARY KEY,
    shipment_id        TEXT NOT NULL UNIQUE,
    tracking_number    TEXT NOT NULL UNIQUE,
    pro_number         TEXT NOT NULL UNIQUE,
    bol_number         TEXT NOT NULL UNIQUE,
    status             TEXT NOT NULL,
    provider           TEXT NOT NULL,
    service            TEXT NOT NULL,
    reference          TEXT,
    instructions       TEXT,
    total_cents        INTEGER NOT NULL,
    currency           TEXT NOT NULL,
    weight_lb          REAL NOT NULL,
    pieces             INTEGER NOT NULL,
    label_format       TEXT NOT NULL,
    pickup_day         TEXT NOT NULL,
    origin             TEXT NOT NULL,
    destination        TEXT NOT NULL,
    cargo              TEXT NOT NULL,
    shipper            TEXT NOT NULL,
    consignee          TEXT NOT NULL,
    estimated_pickup   INTEGER NOT NULL,
    estimated_delivery INTEGER NOT NULL,
    actual_pickup      INTEGER,
    actual_delivery    INTEGER,
    delivery_at        INTEGER AS (coalesce(actual_delivery, estimated_delivery)) VIRTUAL,
    created_at         INTEGER NOT NULL,
    updated_at         INTEGER NOT NULL,
    -- When the columns above that follow from events change next; null: never.
    next_event_at      INTEGER
  ) STRICT;
  CREATE INDEX shipment_created ON shipment (created_at, rowid);
  CREATE INDEX shipment_total ON shipment (total_cents, rowid);
  CREATE INDEX shipment_delivery ON shipment (delivery_at, rowid);
  CREATE INDEX shipment_status ON shipment (status, created_at, rowid);
  CREATE INDEX shipment_provider ON shipment (provider, created_at, rowid);
  CREATE INDEX shipment_reference ON shipment (reference) WHERE reference IS NOT NULL;
  CREATE INDEX shipment_due ON shipment (next_event_at) WHERE next_event_at IS NOT NULL;

  -- The whole life of a shipment, planned at booking. What lies after the service's now is not known to anybody.
  CREATE TABLE tracking_event (
    event_id           TEXT PRIMARY KEY,
    shipment_id        TEXT NOT NULL REFERENCES shipment (shipment_id),
    at                 INTEGER NOT NULL,
    status             TEXT NOT NULL,
    event_type         TEXT NOT NULL,
    description        TEXT NOT NULL,
    location           TEXT NOT NULL,
    facility_type      TEXT NOT NULL,
    recipient          TEXT,
    exception_code     TEXT,
    estimated_delivery INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX tracking_event_shipment ON tracking_event (shipment_id, at);
  CREATE INDEX tracking_event_at ON tracking_event (at);
  CREATE INDEX tracking_event_status ON tracking_event (status, at);
  CREATE INDEX tracking_event_type ON tracking_event (event_type, at);

  CREATE TABLE document (
    document_id    TEXT PRIMARY KEY,
    shipment_id    TEXT NOT NULL REFERENCES shipment (shipment_id),
    type           TEXT NOT NULL,
    format         TEXT NOT NULL,
    size           TEXT NOT NULL,
    -- Which piece a label is for, from 1; 0: all of them, a page each.
    piece          INTEGER NOT NULL,
    token          TEXT NOT NULL,
    created_at     INTEGER NOT NULL,
    url_expires_at INTEGER NOT NULL,
    -- Null until it is first asked for; the same ever after.
    content        BLOB,
    UNIQUE (shipment_id, type, format, size, piece)
  ) STRICT;
  `,
  WEBHOOK_TABLES,
  CITIES,
  SAT_CODES,
  DOCUMENT_MIGRATION,
  QUOTE_KIND,
  ACCOUNT_TABLES,
  EVENT_DAYS,
  QUOTE_OFFERS,
  SAT_CODE_SOURCE,
] as const
