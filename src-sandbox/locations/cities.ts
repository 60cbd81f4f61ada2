import { after } from '../../src-node/runtime/wait.ts'
import type { Timer } from '../../src-node/runtime/timers.ts'
import { z } from 'zod'
import type { Country } from '../../src-shared/freight/address.ts'
import type { SandboxDatabase } from '../database.ts'
import { statement } from '../statement.ts'
import type { Location } from './location.ts'
import { locationRowSchema } from './row.ts'

const cityRowSchema = z
  .object({ city_key: z.string() })
  .loose()
  .transform(({ city_key, ...place }): City => ({ key: city_key, place: locationRowSchema.parse(place) }))

interface City {
  key: string
  place: Location
}

const LETTERS = [...'SCMPLABWHGRDEFNTOKVJIUQYZX']
/** Between one letter and the next, so that requests are served meanwhile. */
const READ_NEXT_AFTER_MS = 25

/**
 * Cities by the beginning of their names. All that begin with one letter are read when the first of them is asked
 * for, the other letters soon afterwards, and kept: the first letter typed leads to thousands, and is asked for
 * repeatedly. A service that is never asked reads none.
 */
export class Cities {
  readonly #db: SandboxDatabase
  readonly #byLetter = new Map<string, readonly City[]>()
  #timer: Timer | undefined

  constructor(db: SandboxDatabase) {
    this.#db = db
  }

  /**
   * One place for each city whose key begins with one of `beginnings`. A city whose whole key is the first of them comes
   * first, then those with the most postal codes.
   */
  startingWith(beginnings: readonly [string, ...string[]], countries: readonly Country[]): Location[] {
    const exact: Location[] = []
    const others: Location[] = []
    for (const letter of new Set(beginnings.map((beginning) => beginning.charAt(0)))) {
      for (const { key, place } of this.#ofLetter(letter)) {
        if (!beginnings.some((beginning) => key.startsWith(beginning)) || !countries.includes(place.country)) continue
        if (key === beginnings[0]) exact.push(place)
        else others.push(place)
      }
    }
    return [...exact, ...others]
  }

  /** The table has changed. */
  forget(): void {
    this.#byLetter.clear()
  }

  #ofLetter(letter: string): readonly City[] {
    const known = this.#byLetter.get(letter)
    if (known) return known
    const rows = statement(
      this.#db,
      `SELECT location.*, city.city_key FROM city CROSS JOIN location USING (country, postal_code, city)
       WHERE city.city_key BETWEEN @letter AND @letter || '~'
       ORDER BY city.codes DESC, city.city_key, country = 'CA', country = 'MX', city.state`,
    ).all({ letter })
    const cities = z.array(cityRowSchema).parse(rows)
    this.#byLetter.set(letter, cities)
    this.#readOthersSoon()
    return cities
  }

  #readOthersSoon(): void {
    const next = LETTERS.find((letter) => !this.#byLetter.has(letter))
    if (next === undefined || this.#timer) return
    this.#timer = after(
      READ_NEXT_AFTER_MS,
      () => {
        this.#timer = undefined
        if (this.#db.open) this.#ofLetter(next)
      },
      { isBackground: true },
    )
  }
}
