import { z } from 'zod'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import { statement } from '../../kernel/sqlite/statement.ts'
import { inTransaction } from '../../kernel/sqlite/transaction.ts'

/** Pages of the index that one step may write: a few milliseconds. */
const PAGES = 64

/**
 * A search index keeps the words of a row that is gone until its parts are put together. This puts them all together, a few
 * pages at a time, as `optimize` would at once (https://sqlite.org/fts5.html#the_merge_command).
 */
export async function* settleWords(db: SqliteDatabase, index: string): AsyncGenerator<void> {
  const step = (pages: number) =>
    inTransaction(db, () => {
      const before = changes(db)
      statement(db, `INSERT INTO ${index} (${index}, rank) VALUES ('merge', ?)`).run(pages)
      return changes(db) - before
    })
  // A negative number of pages takes all parts for parts of one size, so that they are put together.
  let written = await step(-PAGES)
  // One change is the command's own.
  while (written > 1) {
    yield
    written = await step(PAGES)
  }
}

const changes = (db: SqliteDatabase): number => z.int().parse(statement(db, 'SELECT total_changes()').pluck().get())
