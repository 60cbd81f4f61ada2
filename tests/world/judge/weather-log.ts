import { z } from 'zod'
import type { SqliteDatabase } from '../../../src-main/kernel/sqlite/database.ts'

export const CALM = 'calm'

/** In which weather each row of an audit was written: by its number, for the clock of a station may be wrong. */
export class WeatherLog {
  readonly #marks: { after: number; weather: string }[] = []

  /** What is written behind the last row of now is written in this weather. */
  note(ledger: SqliteDatabase, weather: string): void {
    const after = z.int().parse(ledger.prepare('SELECT coalesce(max(id), 0) FROM audit').pluck().get())
    // A ledger that went back gives the same numbers once more.
    while ((this.#marks.at(-1)?.after ?? -1) >= after) this.#marks.pop()
    this.#marks.push({ after, weather })
  }

  /** @param id of an audit row */
  of(id: number): string {
    return this.#marks.findLast(({ after }) => after < id)?.weather ?? CALM
  }
}
