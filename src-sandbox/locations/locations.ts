import { z } from 'zod'
import { COUNTRIES, type Country } from '../../src-shared/freight/address.ts'
import type { SandboxDatabase } from '../database.ts'
import { cityKey, type Location } from './location.ts'
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

  constructor(db: SandboxDatabase) {
    this.#db = db
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

  #one(sql: string, ...values: (string | number)[]): Location | null {
    return rowSchema.optional().parse(statement(this.#db, sql).get(...values)) ?? null
  }

  #all(sql: string, ...values: (string | number)[]): Location[] {
    return z.array(rowSchema).parse(statement(this.#db, sql).all(...values))
  }
}
