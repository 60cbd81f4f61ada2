/** Batches, address book, presets, drafts, the request log, and who did what in the audit log. */
export const records = `
-- A file of bookings. Its rows are in the file below batches/; what became of each is in batch_row.
CREATE TABLE batch (
  seq            INTEGER PRIMARY KEY,
  batch_id       TEXT NOT NULL UNIQUE,
  name           TEXT NOT NULL,
  state          TEXT NOT NULL CHECK (state IN ('RECEIVING', 'CHECKED', 'RUNNING', 'PAUSED', 'DONE', 'CANCELLED')),
  bytes          INTEGER NOT NULL DEFAULT 0,
  chunks         INTEGER NOT NULL DEFAULT 0,
  last_chunk     TEXT,
  sha256         TEXT,
  -- The service its rows go to, from the first run on.
  environment    TEXT,
  form           TEXT,
  map            TEXT,
  rules          TEXT,
  reason         TEXT,
  created_at     TEXT NOT NULL,
  updated_at     TEXT NOT NULL
) STRICT;

-- One booking of a batch: the first of its rows in the file, as a spreadsheet numbers them (1 is the header).
CREATE TABLE batch_row (
  batch_id   TEXT NOT NULL REFERENCES batch (batch_id) ON DELETE CASCADE,
  row        INTEGER NOT NULL,
  last_row   INTEGER NOT NULL,
  outcome    TEXT NOT NULL CHECK (outcome IN ('ok', 'error', 'duplicate')),
  state      TEXT NOT NULL CHECK (state IN ('waiting', 'submitted', 'skipped', 'failed')),
  reference  TEXT COLLATE NOCASE,
  problems   TEXT NOT NULL DEFAULT '[]',
  answer     TEXT CHECK (answer IN ('skip', 'create')),
  booking_id TEXT,
  error      TEXT,
  PRIMARY KEY (batch_id, row)
) STRICT, WITHOUT ROWID;
CREATE INDEX batch_row_reference ON batch_row (batch_id, reference) WHERE reference IS NOT NULL;
CREATE INDEX batch_row_outcome ON batch_row (batch_id, outcome, row);
CREATE INDEX batch_row_state ON batch_row (batch_id, state, row);

CREATE TABLE column_map (
  map_id     TEXT PRIMARY KEY,
  name       TEXT NOT NULL UNIQUE COLLATE NOCASE,
  body       TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;

CREATE TABLE address (
  seq                INTEGER PRIMARY KEY,
  address_id         TEXT NOT NULL UNIQUE,
  name               TEXT NOT NULL,
  body               TEXT NOT NULL,
  -- Street and postal code without case, accents and signs: what is alike is perhaps the same place.
  likeness           TEXT NOT NULL,
  is_default_shipper INTEGER NOT NULL DEFAULT 0,
  uses               INTEGER NOT NULL DEFAULT 0,
  used_at            TEXT,
  created_at         TEXT NOT NULL,
  updated_at         TEXT NOT NULL,
  removed_at         TEXT
) STRICT;
CREATE INDEX address_likeness ON address (likeness) WHERE removed_at IS NULL;
CREATE INDEX address_frequent ON address (uses DESC, used_at DESC, seq) WHERE removed_at IS NULL;
CREATE UNIQUE INDEX address_default ON address (is_default_shipper) WHERE is_default_shipper = 1;
CREATE VIRTUAL TABLE address_text USING fts5 (
  words, content = '', contentless_delete = 1, prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2'
);

CREATE TABLE preset (
  preset_id  TEXT PRIMARY KEY,
  name       TEXT NOT NULL UNIQUE COLLATE NOCASE,
  body       TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;

-- Forms that were not finished.
CREATE TABLE draft (
  form       TEXT NOT NULL,
  key        TEXT NOT NULL,
  body       TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (form, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX draft_age ON draft (form, updated_at);

-- Every attempt of every call, as evidence; bounded by age and count.
CREATE TABLE request_log (
  seq           INTEGER PRIMARY KEY,
  request_id    TEXT,
  at            TEXT NOT NULL,
  family        TEXT NOT NULL,
  priority      TEXT NOT NULL,
  method        TEXT NOT NULL,
  path          TEXT NOT NULL,
  status        INTEGER,
  code          TEXT,
  delivery      TEXT,
  attempt       INTEGER NOT NULL,
  duration_ms   REAL NOT NULL,
  request_body  TEXT,
  response_body TEXT
) STRICT;
CREATE INDEX request_log_id ON request_log (request_id) WHERE request_id IS NOT NULL;
CREATE INDEX request_log_age ON request_log (at);
CREATE INDEX request_log_code ON request_log (code, seq) WHERE code IS NOT NULL;

-- Where and by whom: the station's and the operator's names when the row was written.
ALTER TABLE audit ADD COLUMN station TEXT;
ALTER TABLE audit ADD COLUMN operator TEXT;
CREATE INDEX audit_subject_id ON audit (subject_id, id);
CREATE INDEX audit_action ON audit (action, id);
CREATE INDEX audit_time ON audit (at);

-- What became of a quote is found by the id it was booked under.
CREATE INDEX booking_quote ON booking (json_extract(request, '$.quoteId'));
`
