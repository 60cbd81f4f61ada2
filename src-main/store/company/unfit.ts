import pg from 'pg'
import { StationError } from '../../../src-shared/station/error.ts'

/** What a person has to change at a database, or at what they asked of it. */
export function unfit(message: string, reason: string): StationError {
  return new StationError({ code: 'DATABASE_UNFIT', message, details: { reason } })
}

/** What PostgreSQL refuses, in its own words and with its code; anything else as it is. */
export function asUnfit(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error
  return unfit(`PostgreSQL refused it (${error.code ?? 'no code'}): ${error.message}.`, error.code ?? 'refused')
}
