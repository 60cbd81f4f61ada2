/**
 * The tables of a company: what its sites publish, in tables of the same names, the site's id first in every key. No row names
 * another: rows of two tables come in any order. A reader sees the sites that were granted to them.
 */
export const begin = `
REVOKE CREATE ON SCHEMA public FROM PUBLIC;

CREATE FUNCTION site_now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT now()';

-- Which sites are followed.
CREATE TABLE site (
  site_id text PRIMARY KEY,
  site_name text NOT NULL,
  added_at timestamptz NOT NULL
);

-- Who reads which site: a role of the database.
CREATE TABLE site_reader (
  reader text NOT NULL,
  site_id text NOT NULL,
  PRIMARY KEY (reader, site_id)
);

CREATE TABLE sender (
  site_id text PRIMARY KEY,
  site_name text NOT NULL,
  environment text NOT NULL,
  beat_at timestamptz,
  company_form int NOT NULL
);

CREATE TABLE station (
  site_id text NOT NULL,
  station_id text NOT NULL,
  name text NOT NULL,
  version text,
  enrolled_at timestamptz NOT NULL,
  seen_at timestamptz,
  revoked_at timestamptz,
  PRIMARY KEY (site_id, station_id)
);

-- What is searched by stands in columns of its own: a reader's condition reaches an index only by comparisons that PostgreSQL
-- trusts not to tell of rows that the reader may not see, and lower() is none of them.
CREATE TABLE booking (
  site_id text NOT NULL,
  booking_id text NOT NULL,
  station_id text NOT NULL,
  environment text NOT NULL,
  kind text NOT NULL,
  state text NOT NULL,
  reference text NOT NULL,
  load_id text,
  summary jsonb NOT NULL,
  shipment_id text,
  tracking_number text,
  pro_number text,
  cancellation json,
  batch_id text,
  batch_row int,
  sent_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  reference_key text GENERATED ALWAYS AS (lower(reference)) STORED,
  consignee_key text COLLATE "C" GENERATED ALWAYS AS (lower(summary ->> 'consigneeName')) STORED,
  PRIMARY KEY (site_id, booking_id)
);
CREATE INDEX booking_reference ON booking (site_id, reference_key);
CREATE INDEX booking_consignee ON booking (site_id, consignee_key);
CREATE INDEX booking_tracking ON booking (site_id, tracking_number) WHERE tracking_number IS NOT NULL;
CREATE INDEX booking_pro ON booking (site_id, pro_number) WHERE pro_number IS NOT NULL;
CREATE INDEX booking_shipment ON booking (site_id, shipment_id) WHERE shipment_id IS NOT NULL;

CREATE TABLE shipment_change (
  site_id text NOT NULL,
  change_id text NOT NULL,
  station_id text,
  environment text NOT NULL,
  booking_id text,
  shipment_id text,
  state text NOT NULL,
  cancellation json,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (site_id, change_id)
);
CREATE INDEX shipment_change_shipment ON shipment_change (site_id, shipment_id);

CREATE TABLE label (
  site_id text NOT NULL,
  environment text NOT NULL,
  shipment_id text NOT NULL,
  piece int NOT NULL,
  document_id text NOT NULL,
  format text NOT NULL,
  sha256 text NOT NULL,
  PRIMARY KEY (site_id, environment, shipment_id, piece)
);

CREATE TABLE print_claim (
  site_id text NOT NULL,
  claim_id text NOT NULL,
  shipment_id text NOT NULL,
  station_id text NOT NULL,
  printer_name text NOT NULL,
  reason text,
  outcome text NOT NULL,
  on_island boolean NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (site_id, claim_id)
);
CREATE INDEX print_claim_shipment ON print_claim (site_id, shipment_id);

CREATE TABLE manifest (
  site_id text NOT NULL,
  manifest_id text NOT NULL,
  environment text NOT NULL,
  number text NOT NULL,
  day text NOT NULL,
  carrier text NOT NULL,
  follows text,
  station_id text NOT NULL,
  created_at timestamptz NOT NULL,
  voided_at timestamptz,
  void_reason text,
  PRIMARY KEY (site_id, manifest_id)
);
CREATE INDEX manifest_day ON manifest (site_id, day);

CREATE TABLE manifest_shipment (
  site_id text NOT NULL,
  environment text NOT NULL,
  shipment_id text NOT NULL,
  manifest_id text NOT NULL,
  PRIMARY KEY (site_id, environment, shipment_id)
);
CREATE INDEX manifest_shipment_manifest ON manifest_shipment (site_id, manifest_id);

CREATE TABLE audit (
  site_id text NOT NULL,
  seq bigint NOT NULL,
  at timestamptz NOT NULL,
  actor text NOT NULL,
  station_id text,
  subject_kind text NOT NULL,
  subject_id text NOT NULL,
  action text NOT NULL,
  PRIMARY KEY (site_id, seq)
);
CREATE INDEX audit_subject ON audit (site_id, subject_id, seq);

ALTER TABLE site_reader ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON site_reader FOR SELECT USING (reader = current_user);
${[
  'site',
  'sender',
  'station',
  'booking',
  'shipment_change',
  'label',
  'print_claim',
  'manifest',
  'manifest_shipment',
  'audit',
]
  .map(
    (table) => `
ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
CREATE POLICY granted ON ${table} FOR SELECT
  USING (site_id = ANY (ARRAY(SELECT r.site_id FROM site_reader r WHERE r.reader = current_user)));`,
  )
  .join('\n')}
`
