import { z } from 'zod'
import type { Country } from '../../src-shared/freight/address.ts'
import { Lru } from '../../src-shared/lru.ts'
import type { SandboxDatabase } from '../database.ts'
import { Cities } from './cities.ts'
import { cityKey, cityKeyBeginning, type Location } from './location.ts'
import { locationRowSchema } from './row.ts'
import { STATE_SHORT_FORMS } from '../../src-shared/states.ts'
import { statement } from '../statement.ts'

const POSTAL_CODE: Record<Country, RegExp> = {
  US: /^(\d{5})(?:-?\d{4})?$/,
  MX: /^(\d{5})$/,
  CA: /^([A-Z]\d[A-Z])[ -]?(\d[A-Z]\d)$/,
}

/** How many leading characters name the state (MX, CA) where the code is not in the table. */
const STATE_PREFIX = { MX: 2, CA: 1 }

/** A postal code as the table writes it (ZIP+4 cut to five, no blank in a Canadian code); null: not a code of that country. */
export function canonicalPostalCode(country: Country, text: string): string | null {
  const match = POSTAL_CODE[country].exec(text.trim().toUpperCase())
  return match ? match.slice(1).join('') : null
}

type State = Pick<Location, 'state' | 'fullState'>

/** A place, and whether its postal code is in the table or it replaces one that is not. */
export interface FoundPlace {
  location: Location
  isExact: boolean
}

/** Postal codes whose places are remembered: those of a busy day. */
const MOST_REMEMBERED = 2_000

/** Questions about places, answered from the location table. */
export class Locations {
  readonly #db: SandboxDatabase
  readonly #cities: Cities
  readonly #found = new Lru<string, FoundPlace | null>(MOST_REMEMBERED)

  /** `MX NUEVO LEON`, `MX NLE`, `MX NL` -> NLE, Nuevo León. */
  readonly #states: ReadonlyMap<string, State>

  constructor(db: SandboxDatabase) {
    this.#db = db
    this.#cities = new Cities(db)
    this.#states = new Map(
      z
        .array(z.object({ country: z.string(), state: z.string(), full_state: z.string() }))
        .parse(db.prepare('SELECT DISTINCT country, state, full_state FROM location').all())
        .flatMap(({ country, state, full_state }) =>
          [state, full_state, ...(STATE_SHORT_FORMS[state] ?? [])].map((name): [string, State] => [
            `${country} ${cityKey(name)}`,
            { state, fullState: full_state },
          ]),
        ),
    )
  }

  /**
   * The place of a canonical postal code. US codes are all known; of the others only some are, and one that is not known
   * is replaced by the nearest known one of its state: its neighbour in the numbering. Then `isExact` is false.
   */
  byPostalCode(country: Country, postalCode: string): FoundPlace | null {
    return this.#found.remember(`${country} ${postalCode}`, () => this.#find(country, postalCode))
  }

  /** Clears cached results, because the table has changed. */
  forget(): void {
    this.#found.clear()
    this.#cities.forget()
  }

  #find(country: Country, postalCode: string): FoundPlace | null {
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

  /** Places with this city name, in any state. */
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
    return key === '' ? [] : this.#cities.startingWith([key, cityKeyBeginning(name)], countries)
  }

  /** The code of a state or province that is given by code, name or usual short form. */
  stateCode(country: Country, text: string): string | null {
    return this.stateNamed(country, text)?.state ?? null
  }

  /** The same with its full name. */
  readonly stateNamed = (country: Country, text: string): State | null =>
    this.#states.get(`${country} ${cityKey(text)}`) ?? null

  #one(sql: string, ...values: (string | number)[]): Location | null {
    return locationRowSchema.optional().parse(statement(this.#db, sql).get(...values)) ?? null
  }

  #all(sql: string, ...values: (string | number | Record<string, string>)[]): Location[] {
    return z.array(locationRowSchema).parse(statement(this.#db, sql).all(...values))
  }
}
