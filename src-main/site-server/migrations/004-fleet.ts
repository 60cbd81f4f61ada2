/** What supervisors ask of stations, and how each station stands with it. */
export const fleet = `
CREATE TABLE errand (
  errand_id text PRIMARY KEY,
  station_id text NOT NULL REFERENCES station (station_id),
  content_hash text NOT NULL,
  person json,
  body json NOT NULL,
  at timestamptz NOT NULL,
  withdrawn_at timestamptz
);
CREATE INDEX errand_at ON errand (at);

-- Of whom it is asked: decided when it is given.
CREATE TABLE errand_station (
  errand_id text NOT NULL REFERENCES errand (errand_id),
  station_id text NOT NULL REFERENCES station (station_id),
  -- Null: it has told nothing yet.
  answer json,
  PRIMARY KEY (errand_id, station_id)
);

-- When a station was on its own last, as it told when it was back.
ALTER TABLE station ADD COLUMN last_island json;
`
