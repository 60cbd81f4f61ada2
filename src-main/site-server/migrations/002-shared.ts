/** What all stations share and any of them edits, with versions. */
export const shared = `
CREATE TABLE shared_record (
  seq bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  kind text NOT NULL,
  record_id text NOT NULL,
  version int NOT NULL,
  -- Null: it was removed.
  body json,
  -- What no other record of the kind may have; null where that is allowed.
  name_key text,
  badge_key text,
  station_id text NOT NULL REFERENCES station (station_id),
  person json,
  at timestamptz NOT NULL,
  PRIMARY KEY (kind, record_id)
);
CREATE UNIQUE INDEX shared_record_name ON shared_record (kind, name_key) WHERE name_key IS NOT NULL;
CREATE UNIQUE INDEX shared_record_badge ON shared_record (badge_key) WHERE badge_key IS NOT NULL;

-- Which edit made which version: the same edit twice is one.
CREATE TABLE shared_edit (
  edit_id text PRIMARY KEY,
  kind text NOT NULL,
  record_id text NOT NULL,
  version int NOT NULL,
  station_id text NOT NULL REFERENCES station (station_id),
  content_hash text NOT NULL,
  at timestamptz NOT NULL
);
`
