import type { Clock } from '../kernel/clock.ts'
import { siteNow } from './note.rows.ts'
import type { SiteDatabase } from './site-database.ts'

/** The database's clock, as this process estimates it: its own, corrected by the database's last answer. */
export interface DatabaseClock extends Clock {
  /** Asks the database. @returns how far this machine's clock was off, in milliseconds */
  set(): Promise<number>
}

export function databaseClock(db: SiteDatabase, clock: Clock): DatabaseClock {
  let offset = 0
  return {
    now: () => new Date(clock.now().getTime() + offset),
    set: async () => {
      const before = clock.now().getTime()
      const reported = (await siteNow(db)).getTime()
      offset = reported - (before + clock.now().getTime()) / 2
      return offset
    },
  }
}
