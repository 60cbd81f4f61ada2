import { usPostalCodes } from '../../src-node/us-postal-codes.ts'
import type { SandboxDatabase } from '../database.ts'
import { cityKey, type Location } from './location.ts'
import { writtenPlaces } from './written-places.ts'

/** Fills the tables of places and cities when they are empty, in one transaction. */
export function seedLocations(db: SandboxDatabase): void {
  if (db.prepare('SELECT 1 FROM location LIMIT 1').get()) return
  db.transaction(() => {
    insertPlaces(db, unitedStates())
    insertPlaces(db, writtenPlaces())
    countCities(db)
  }).immediate()
}

/** Adds places in one transaction; one with an existing postal code replaces the old entry. */
export function keepPlaces(db: SandboxDatabase, places: readonly Location[]): void {
  const forget = db.prepare('DELETE FROM location WHERE country = ? AND postal_code = ?')
  db.transaction(() => {
    for (const { country, postalCode } of places) forget.run(country, postalCode)
    insertPlaces(db, places)
    countCities(db)
  }).immediate()
}

function insertPlaces(db: SandboxDatabase, places: Iterable<Location>): void {
  const insert = db.prepare(
    `INSERT OR IGNORE INTO location (country, postal_code, city, city_key, state, full_state, county, lat, lng)
     VALUES (@country, @postalCode, @city, @cityKey, @state, @fullState, @county, @lat, @lng)`,
  )
  for (const location of places) insert.run({ ...location, cityKey: cityKey(location.city) })
}

function countCities(db: SandboxDatabase): void {
  // min() makes the other columns those of the same row.
  db.exec(
    `DELETE FROM city;
     INSERT INTO city (city_key, country, state, city, postal_code, codes)
       SELECT city_key, country, state, city, min(postal_code), count(*) FROM location GROUP BY city_key, country, state`,
  )
}

const MILITARY_STATES = new Map([
  ['AA', 'Armed Forces Americas'],
  ['AE', 'Armed Forces Europe'],
  ['AP', 'Armed Forces Pacific'],
])

/** The whole list of US postal codes. */
function* unitedStates(): Generator<Location> {
  for (const { postalCode, place, stateName, stateCode, county, lat, lng } of usPostalCodes()) {
    // Military mail is listed as "APO AE" and the like, without a state.
    const [militaryCity = '', militaryState = ''] = stateCode ? [] : place.split(' ')
    if (!stateCode && !MILITARY_STATES.has(militaryState)) continue
    yield {
      country: 'US',
      postalCode,
      city: (militaryCity || place).toUpperCase(),
      state: stateCode || militaryState,
      fullState: stateName || (MILITARY_STATES.get(militaryState) ?? ''),
      county,
      lat: Number(lat),
      lng: Number(lng),
    }
  }
}
