import { z } from 'zod'
import { COUNTRIES, type Country } from '../../src-shared/freight/address.ts'
import type { SandboxDatabase } from '../database.ts'
import { cityKey, cityKeyBeginning, type Location } from './location.ts'
import { STATE_SHORT_FORMS } from './states.ts'
import { statement } from '../statement.ts'

const rowSchema = z
  .object({
    country: z.enum(COUNTRIES),
    postal_code: z.string(),
    city: z.string(),
    state: z.string(),
    full_state: z.string(),
    county: z.string(),
    lat: z.number(),
    lng: z.number(),
  })
  .transform(({ postal_code, full_state, ...rest }): Location => ({
    ...rest,
    postalCode: postal_code,
    fullState: full_state,
  }))

const POSTAL_CODE: Record<Country, RegExp> = {
  US: /^(\d{5})(?:-?\d{4})?$/,
  MX: /^(\d{5})$/,
  CA: /^([A-Z]\d[A-Z])[ -]?(\d[A-Z]\d)$/,
}

/** How many leading characters name the state (MX, CA) where the code itself is not in the table. */
const STATE_PREFIX = { MX: 2, CA: 1 }

/** A postal code as the table writes it (ZIP+4 cut to five, no blank in a Canadian code); null: not a code of that country. */
export function canonicalPostalCode(country: Country, text: string): string | null {
  const match = POSTAL_CODE[country].exec(text.trim().toUpperCase())
  return match ? match.slice(1).join('') : null
}

/** Questions about places, answered from the location table. */
export class Locations {
  readonly #db: SandboxDatabase

  /** `MX NUEVO LEON`, `MX NLE`, `MX NL` -> NLE. */
  readonly #states: ReadonlyMap<string, string>

  constructor(db: SandboxDatabase) {
    this.#db = db
    this.#states = new Map(
      z
        .array(z.object({ country: z.string(), state: z.string(), full_state: z.string() }))
        .parse(db.prepare('SELECT DISTINCT country, state, full_state FROM location').all())
        .flatMap(({ country, state, full_state }) =>
          [state, full_state, ...(STATE_SHORT_FORMS[state] ?? [])].map((name): [string, string] => [
            `${country} ${cityKey(name)}`,
            state,
          ]),
        ),
    )
  }

  /**
   * The place of a canonical postal code. US codes are all known; of the others only some are, and one that is not known
   * stands for the nearest known one of its state: its neighbour in the numbering. Then `isExact` is false.
   */
  byPostalCode(country: Country, postalCode: string): { location: Location; isExact: boolean } | null {
    // Two ZIPs are a naval base and its mail room; the base has a county.
    const exact = this.#one(
      `SELECT * FROM location WHERE country = ? AND postal_code = ? ORDER BY county = '' LIMIT 1`,
      country,
      postalCode,
    )
    if (exact) return { location: exact, isExact: true }
    if (country === 'US') return null
    for (let length = postalCode.length - 1; length >= STATE_PREFIX[country]; length--) {
      const prefix = postalCode.slice(0, length)
      const near = this.#one(
        `SELECT * FROM location WHERE country = ? AND postal_code >= ? AND postal_code < ? ORDER BY postal_code LIMIT 1`,
        country,
        prefix,
        `${prefix}~`,
      )
      if (near) return { location: { ...near, postalCode }, isExact: false }
    }
    return null
  }

  /** Every place of that name in a state. */
  inCity(country: Country, state: string, city: string): Location[] {
    return this.#all(
      'SELECT * FROM location WHERE city_key = ? AND country = ? AND state = ? ORDER BY postal_code',
      cityKey(city),
      country,
      state,
    )
  }

  /** Places whose city is called so, whatever the state. */
  named(country: Country, city: string, limit: number): Location[] {
    return this.#all(
      'SELECT * FROM location WHERE city_key = ? AND country = ? GROUP BY state ORDER BY state LIMIT ?',
      cityKey(city),
      country,
      limit,
    )
  }

  /** Places whose postal code begins so, in the order of their codes. */
  startingWith(countries: readonly Country[], prefix: string, limit: number): Location[] {
    return this.#all(
      `SELECT * FROM location WHERE country IN (SELECT value FROM json_each(?)) AND postal_code >= ? AND postal_code < ?
       ORDER BY postal_code, country LIMIT ?`,
      JSON.stringify(countries),
      prefix,
      `${prefix}~`,
      limit,
    )
  }

  /**
   * One place for each city whose name begins so, by its first postal code. A city called exactly so comes first, then
   * those with the most postal codes.
   */
  citiesStartingWith(countries: readonly Country[], name: string): Location[] {
    const key = cityKey(name)
    // The last word may be a short form ("St") or the beginning of a longer word ("St" of Stockton).
    const beginning = cityKeyBeginning(name)
    return key === ''
      ? []
      : this.#all(
          `SELECT location.* FROM city CROSS JOIN location USING (country, postal_code, city)
           WHERE (city.city_key BETWEEN @key AND @key || '~' OR city.city_key BETWEEN @beginning AND @beginning || '~')
             AND country IN (SELECT value FROM json_each(@countries))
           ORDER BY city.city_key <> @key, city.codes DESC, city.city_key, country = 'CA', country = 'MX', city.state`,
          { key, beginning, countries: JSON.stringify(countries) },
        )
  }

  /** The code of a state or province that is given by code, name or usual short form. */
  stateCode(country: Country, text: string): string | null {
    return this.#states.get(`${country} ${cityKey(text)}`) ?? null
  }

  #one(sql: string, ...values: (string | number)[]): Location | null {
    return rowSchema.optional().parse(statement(this.#db, sql).get(...values)) ?? null
  }

  #all(sql: string, ...values: (string | number | Record<string, string>)[]): Location[] {
    return z.array(rowSchema).parse(statement(this.#db, sql).all(...values))
  }
}
