/**
 * Cities as a search by name answers them: one row each, with its first postal code and how many it has. The places are
 * forgotten once so that the next start writes the fuller table; see seedLocations.
 */
export const CITIES = `
  CREATE TABLE city (
    city_key    TEXT NOT NULL,
    country     TEXT NOT NULL,
    state       TEXT NOT NULL,
    city        TEXT NOT NULL,
    postal_code TEXT NOT NULL,
    codes       INTEGER NOT NULL,
    PRIMARY KEY (city_key, country, state)
  ) STRICT, WITHOUT ROWID;
  DELETE FROM location;
`
