/** The first tables. Frozen: a later change is a later migration. */
export const first = `
-- Bytes by their hash: a label kept at booking and a job that prints it share one copy.
CREATE TABLE document_bytes (
  sha256 TEXT PRIMARY KEY,
  bytes  BLOB NOT NULL
) STRICT;

CREATE TABLE booking (
  seq             INTEGER PRIMARY KEY,
  booking_id      TEXT NOT NULL UNIQUE,
  submission_id   TEXT NOT NULL UNIQUE,
  environment     TEXT NOT NULL,
  state           TEXT NOT NULL CHECK (state IN ('QUEUED', 'SENDING', 'BOOKED', 'REJECTED', 'UNKNOWN', 'NEEDS_DECISION', 'CANCELLED')),
  reference       TEXT NOT NULL UNIQUE COLLATE NOCASE,
  request         TEXT NOT NULL,
  request_sha256  TEXT NOT NULL,
  summary         TEXT NOT NULL,
  quote_expires_at TEXT NOT NULL,
  sent_at         TEXT,
  shipment_id     TEXT,
  tracking_number TEXT,
  pro_number      TEXT,
  error           TEXT,
  question        TEXT,
  attempts        INTEGER NOT NULL DEFAULT 0,
  checks          INTEGER NOT NULL DEFAULT 0,
  due_at          TEXT,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL
) STRICT;
CREATE INDEX booking_open ON booking (environment, seq) WHERE state IN ('QUEUED', 'SENDING', 'UNKNOWN', 'NEEDS_DECISION');
CREATE INDEX booking_shipment ON booking (shipment_id);
CREATE INDEX booking_tracking ON booking (tracking_number);
CREATE INDEX booking_pro ON booking (pro_number);

-- Labels of shipments, in piece order; the URLs they came from die in seven days, these do not.
CREATE TABLE label (
  environment TEXT NOT NULL,
  shipment_id TEXT NOT NULL,
  piece       INTEGER NOT NULL,
  document_id TEXT NOT NULL,
  format      TEXT NOT NULL,
  sha256      TEXT NOT NULL REFERENCES document_bytes (sha256),
  fetched_at  TEXT NOT NULL,
  PRIMARY KEY (environment, shipment_id, piece)
) STRICT;

CREATE TABLE printer (
  printer_id      TEXT PRIMARY KEY,
  name            TEXT NOT NULL,
  language        TEXT NOT NULL,
  dpi             INTEGER NOT NULL,
  media_width_in  REAL NOT NULL,
  media_height_in REAL NOT NULL,
  connection      TEXT NOT NULL,
  is_default      INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE print_job (
  seq          INTEGER PRIMARY KEY,
  job_id       TEXT NOT NULL UNIQUE,
  printer_id   TEXT NOT NULL,
  printer_name TEXT NOT NULL,
  shipment_id  TEXT,
  title        TEXT NOT NULL,
  purpose      TEXT NOT NULL,
  reason       TEXT,
  copies       INTEGER NOT NULL,
  labels       INTEGER NOT NULL,
  sha256       TEXT NOT NULL REFERENCES document_bytes (sha256),
  bytes        INTEGER NOT NULL,
  bytes_sent   INTEGER NOT NULL DEFAULT 0,
  state        TEXT NOT NULL CHECK (state IN ('QUEUED', 'SENDING', 'SENT', 'PRINTED', 'FAILED', 'UNKNOWN', 'CANCELLED')),
  confirmed_by TEXT,
  error        TEXT,
  created_at   TEXT NOT NULL,
  updated_at   TEXT NOT NULL
) STRICT;
CREATE INDEX print_job_shipment ON print_job (shipment_id, seq);
CREATE INDEX print_job_open ON print_job (state, seq) WHERE state IN ('QUEUED', 'SENDING', 'UNKNOWN');

CREATE TABLE setting (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;

-- Who did what when; written in the transaction of the change it tells of.
CREATE TABLE audit (
  id           INTEGER PRIMARY KEY,
  at           TEXT NOT NULL,
  actor        TEXT NOT NULL,
  subject_kind TEXT NOT NULL,
  subject_id   TEXT NOT NULL,
  action       TEXT NOT NULL,
  detail       TEXT NOT NULL
) STRICT;
CREATE INDEX audit_subject ON audit (subject_kind, subject_id, id);
`
