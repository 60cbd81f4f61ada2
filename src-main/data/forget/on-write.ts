import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import { blankedPath, type Blanker } from './blank.ts'

const blankers = new WeakMap<SqliteDatabase, Blanker>()

/** From now on data from outside is written on this connection without those who were forgotten here. */
export function blankOnWrite(db: SqliteDatabase, blanker: Blanker): void {
  blankers.set(db, blanker)
}

/** A text from outside, as it may be kept. @param madeAt as `Blanker.text` takes it */
export function kept<T extends string | null>(db: SqliteDatabase, text: T, madeAt?: string | null): T | string {
  return text === null ? text : (blankers.get(db)?.text(text, madeAt) ?? text)
}

/** Was anybody forgotten here? */
export const blanksOnWrite = (db: SqliteDatabase): boolean => blankers.get(db)?.isEmpty() === false

/** The same for the path of a call, whose query is written in percent signs. */
export const keptPath = (db: SqliteDatabase, path: string): string => {
  const blanker = blankers.get(db)
  return blanker ? blankedPath(path, blanker.text) : path
}
