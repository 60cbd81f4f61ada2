/**
 * The tables of a site. All times are the database's own, by `site_now()`. Which states are open stands in
 * src-shared/machine: the partial indexes follow its lists.
 */
export const begin = `
CREATE FUNCTION site_now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT now()';

CREATE TABLE sender (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  site_id text NOT NULL,
  site_name text NOT NULL,
  environment text NOT NULL,
  epoch bigint NOT NULL DEFAULT 0,
  timeline text NOT NULL,
  holder text,
  beat_at timestamptz,
  nonce text NOT NULL DEFAULT ''
);

-- Which past the database has: its cluster, its timeline, and how often a backup of ours was put back.
CREATE FUNCTION site_timeline() RETURNS text LANGUAGE sql VOLATILE AS '
  SELECT upper(substr(md5((SELECT system_identifier FROM pg_control_system())::text
    || coalesce((SELECT nonce FROM sender), '''')), 1, 8)) || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)';

CREATE TABLE station (
  station_id text PRIMARY KEY,
  name text NOT NULL,
  token_hash text NOT NULL UNIQUE,
  version text,
  beat json,
  synced_to text,
  enrolled_at timestamptz NOT NULL,
  seen_at timestamptz,
  revoked_at timestamptz
);
CREATE UNIQUE INDEX station_name ON station (lower(name)) WHERE revoked_at IS NULL;

CREATE TABLE enrol_code (
  code_hash text PRIMARY KEY,
  made_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  used_by text REFERENCES station (station_id)
);

CREATE TABLE booking (
  seq bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  booking_id text PRIMARY KEY,
  submission_id text NOT NULL UNIQUE,
  station_id text NOT NULL REFERENCES station (station_id),
  content_hash text NOT NULL,
  environment text NOT NULL,
  kind text NOT NULL,
  state text NOT NULL,
  reference text NOT NULL,
  request json NOT NULL,
  load_id text,
  summary jsonb NOT NULL,
  origin json,
  quote_expires_at timestamptz,
  offer json,
  requotes int NOT NULL DEFAULT 0,
  sent_at timestamptz,
  shipment_id text,
  tracking_number text,
  pro_number text,
  error json,
  question jsonb,
  attempts int NOT NULL DEFAULT 0,
  checks int NOT NULL DEFAULT 0,
  due_at timestamptz,
  hold_until text,
  held_until timestamptz,
  lease text,
  leased_until timestamptz,
  epoch bigint NOT NULL DEFAULT 0,
  permit bigint NOT NULL DEFAULT 0,
  cancellation json,
  batch_id text,
  batch_row int,
  is_machine boolean GENERATED ALWAYS AS (batch_id IS NOT NULL) STORED,
  approved_by text,
  person json,
  restored_from timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX booking_reference ON booking (environment, lower(reference));
CREATE INDEX booking_queued ON booking (environment, station_id, is_machine, seq) WHERE state = 'QUEUED';
CREATE INDEX booking_queued_due ON booking (environment, due_at) WHERE state = 'QUEUED';
CREATE INDEX booking_sending ON booking (environment, booking_id) WHERE state = 'SENDING';
CREATE INDEX booking_looked_for ON booking (environment, due_at) WHERE state IN ('UNKNOWN', 'NEEDS_DECISION');
CREATE INDEX booking_open ON booking (seq) WHERE state IN ('QUEUED', 'SENDING', 'UNKNOWN', 'NEEDS_DECISION');
CREATE INDEX booking_shipment ON booking (shipment_id) WHERE shipment_id IS NOT NULL;
CREATE INDEX booking_tracking ON booking (tracking_number) WHERE tracking_number IS NOT NULL;
CREATE INDEX booking_pro ON booking (pro_number) WHERE pro_number IS NOT NULL;

CREATE TABLE shipment_change (
  seq bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  change_id text PRIMARY KEY,
  submission_id text NOT NULL UNIQUE,
  station_id text REFERENCES station (station_id),
  content_hash text,
  environment text NOT NULL,
  booking_id text,
  shipment_id text,
  change json NOT NULL,
  state text NOT NULL,
  error json,
  cancellation json,
  attempts int NOT NULL DEFAULT 0,
  due_at timestamptz,
  person json,
  restored_from timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX shipment_change_open ON shipment_change (environment, shipment_id, seq)
  WHERE state IN ('QUEUED', 'SENDING', 'UNKNOWN');
CREATE INDEX shipment_change_booking ON shipment_change (booking_id, state);
CREATE INDEX shipment_change_shipment ON shipment_change (shipment_id, seq);

CREATE TABLE document_bytes (
  sha256 text PRIMARY KEY,
  bytes bytea NOT NULL
);

CREATE TABLE label (
  environment text NOT NULL,
  shipment_id text NOT NULL,
  piece int NOT NULL,
  document_id text NOT NULL,
  format text NOT NULL,
  sha256 text NOT NULL REFERENCES document_bytes (sha256),
  PRIMARY KEY (environment, shipment_id, piece)
);
CREATE TABLE label_missing (
  booking_seq bigint PRIMARY KEY,
  environment text NOT NULL,
  shipment_id text NOT NULL
);
CREATE INDEX label_missing_shipment ON label_missing (environment, shipment_id);

CREATE TABLE print_claim (
  seq bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  claim_id text PRIMARY KEY,
  shipment_id text NOT NULL,
  station_id text NOT NULL REFERENCES station (station_id),
  content_hash text NOT NULL,
  person json,
  printer_name text NOT NULL,
  reason text,
  outcome text NOT NULL,
  on_island boolean NOT NULL,
  at timestamptz NOT NULL
);
CREATE UNIQUE INDEX print_claim_first ON print_claim (shipment_id)
  WHERE reason IS NULL AND NOT on_island AND outcome <> 'failed';
CREATE INDEX print_claim_shipment ON print_claim (shipment_id, seq);

CREATE TABLE act (
  act_id text PRIMARY KEY,
  station_id text NOT NULL REFERENCES station (station_id),
  content_hash text NOT NULL,
  at timestamptz NOT NULL
);

CREATE TABLE notice (
  notice_id text PRIMARY KEY,
  at timestamptz NOT NULL,
  error json NOT NULL,
  ended_at timestamptz
);
CREATE INDEX notice_open ON notice (at) WHERE ended_at IS NULL;

CREATE TABLE audit (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  actor text NOT NULL,
  station_id text,
  person json,
  subject_kind text NOT NULL,
  subject_id text NOT NULL,
  action text NOT NULL,
  detail json NOT NULL
);
CREATE INDEX audit_subject ON audit (subject_id, seq);

-- What writers tell, in their own transactions. Its numbers may be seen out of order, so nobody reads by them.
CREATE TABLE feed_pending (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  key text NOT NULL
);
-- What stations read: one row for each thing told of, numbered anew each time by one notifier.
CREATE SEQUENCE feed_seq;
CREATE TABLE feed (
  kind text NOT NULL,
  key text NOT NULL,
  seq bigint NOT NULL UNIQUE,
  at timestamptz NOT NULL,
  PRIMARY KEY (kind, key)
);
CREATE INDEX feed_at ON feed (at);
`
