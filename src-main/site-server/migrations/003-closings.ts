/** What tells a database from an earlier copy of it that was started as it was; and the day's closings of all stations. */
export const closings = `
ALTER TABLE sender ADD COLUMN beats bigint NOT NULL DEFAULT 0;

CREATE TABLE manifest (
  seq bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  manifest_id text PRIMARY KEY,
  submission_id text NOT NULL,
  environment text NOT NULL,
  number text NOT NULL,
  day text NOT NULL,
  carrier text NOT NULL,
  -- The manifest of the same carrier and day that this one adds to.
  follows text,
  content json NOT NULL,
  station_id text NOT NULL REFERENCES station (station_id),
  person json,
  created_at timestamptz NOT NULL,
  voided_at timestamptz,
  void_reason text,
  UNIQUE (submission_id, carrier)
);
-- One closing for each carrier and day, and one that adds to each.
CREATE UNIQUE INDEX manifest_first ON manifest (environment, day, lower(carrier)) WHERE follows IS NULL AND voided_at IS NULL;
CREATE UNIQUE INDEX manifest_next ON manifest (follows) WHERE follows IS NOT NULL AND voided_at IS NULL;
CREATE INDEX manifest_number ON manifest (number);

-- A shipment is on one manifest that stands.
CREATE TABLE manifest_shipment (
  environment text NOT NULL,
  shipment_id text NOT NULL,
  manifest_id text NOT NULL REFERENCES manifest (manifest_id),
  PRIMARY KEY (environment, shipment_id)
);
CREATE INDEX manifest_shipment_manifest ON manifest_shipment (manifest_id);
`
