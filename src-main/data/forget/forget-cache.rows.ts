import { z } from 'zod'
import type { PersonPlace } from '../../../src-shared/station/app/forget.ts'
import { ENDED_STATUSES, isEnded } from '../../../src-shared/machine/shipment.ts'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import { settleWords } from './settle-words.rows.ts'
import type { Blanker } from './blank.ts'
import { walkTexts, type TextTable } from './walk-texts.rows.ts'
import { isNotIn } from '../../kernel/sqlite/is-in.ts'
import { statement } from '../../kernel/sqlite/statement.ts'
import { inTransaction } from '../../kernel/sqlite/transaction.ts'
import { toQuote, wordsOf as wordsOfQuote } from '../../quotes/quotes.rows.ts'
import { rowOf } from '../../shipments/shipment-read.rows.ts'
import { indexWords } from '../../shipments/shipment-write.rows.ts'
import { wordsOf } from '../../shipments/words.ts'

/** Every table of the cache that holds texts with people. */
export const CACHE_TEXTS: readonly (TextTable & { place: PersonPlace })[] = [
  { place: 'quotes', table: 'quote', key: ['seq'], texts: ['body'], more: ['of_batch', 'kind'] },
  {
    place: 'shipments',
    table: 'shipment',
    key: ['place'],
    texts: ['origin', 'destination', 'instructions'],
    more: ['shipment_id', 'is_indexed'],
  },
  {
    place: 'events',
    table: 'tracking_event',
    key: ['number'],
    texts: ['description', 'recipient', 'exception_reason'],
  },
  { place: 'other', table: 'document', key: ['document_id'], texts: ['body'] },
  { place: 'other', table: 'set_aside', key: ['aside_id'], texts: ['raw', 'issues'] },
]
const WORDS_A_SLICE = 50
const SHIPMENTS_A_SLICE = 500
const IS_UNDER_WAY = isNotIn('status', ENDED_STATUSES)

/** Persons in the copies of the service's data: found, and blanked. */
export function forgetInCache(db: SqliteDatabase) {
  const indexQuote = (row: unknown) => {
    const { seq, quote } = toQuote(row)
    statement(db, 'DELETE FROM quote_text WHERE rowid = ?').run(seq)
    statement(db, 'INSERT INTO quote_text (rowid, words) VALUES (?, ?)').run(seq, wordsOfQuote(quote))
  }
  const indexShipment = (place: number, shipmentId: string) => {
    const row = rowOf(db, shipmentId)
    if (!row) return
    statement(db, 'DELETE FROM shipment_text WHERE rowid = ?').run(place)
    indexWords(db, place, wordsOf(row.shipment))
  }

  /** Long words of the index that are in no shipment any more. */
  async function* dropWords(): AsyncGenerator<void> {
    for (let last = ''; ;) {
      const words = z
        .array(z.string())
        .parse(
          statement(db, `SELECT word FROM shipment_word WHERE word > ? ORDER BY word LIMIT ${WORDS_A_SLICE}`)
            .pluck()
            .all(last),
        )
      const isGone = (word: string) =>
        statement(db, 'SELECT 1 FROM shipment_text WHERE shipment_text MATCH ? LIMIT 1').get(`"${word}"`) === undefined
      const gone = words.filter(isGone)
      if (gone.length > 0) {
        await inTransaction(db, () => {
          for (const word of gone) statement(db, 'DELETE FROM shipment_word WHERE word = ?').run(word)
        })
      }
      yield
      const end = words.at(-1)
      if (end === undefined) return
      last = end
    }
  }

  return {
    async *walk(
      blanker: Blanker,
      { isDry, onText }: { isDry: boolean; onText?: (text: string) => void },
    ): AsyncGenerator<{ place: PersonPlace; count: number }> {
      for (const { place, ...table } of CACHE_TEXTS) {
        const walk = walkTexts(db, table, {
          blank: (text) => blanker.text(text),
          isDry,
          onNamed: (before, after) => {
            const { place: at, shipment_id: shipmentId } = after
            if (isDry) {
              for (const text of table.texts.map((column) => before[column])) {
                if (typeof text === 'string') onText?.(text)
              }
            } else if (table.table === 'quote' && after['of_batch'] === 0) indexQuote(after)
            else if (after['is_indexed'] === 1 && typeof at === 'number' && typeof shipmentId === 'string') {
              indexShipment(at, shipmentId)
            }
          },
        })
        for await (const count of walk) yield { place, count }
      }
      if (isDry) return
      for (const index of ['quote_text', 'shipment_text']) {
        for await (const _ of settleWords(db, index)) yield { place: 'shipments', count: 0 }
      }
      for await (const _ of dropWords()) yield { place: 'shipments', count: 0 }
    },

    /** The status of a shipment, as far as is known here; null: unknown. */
    statusOf: (shipmentId: string): 'under-way' | 'ended' | null => {
      const status = z
        .string()
        .nullish()
        .parse(statement(db, 'SELECT status FROM shipment WHERE shipment_id = ?').pluck().get(shipmentId))
      if (status == null) return null
      return isEnded({ status }) ? 'ended' : 'under-way'
    },

    /** The shipments that are, some at a time. */
    *underWay(): Generator<string[]> {
      for (let last = ''; ;) {
        const rows = z
          .array(z.string())
          .parse(
            statement(
              db,
              `SELECT shipment_id FROM shipment WHERE ${IS_UNDER_WAY} AND shipment_id > ? ORDER BY shipment_id LIMIT ${SHIPMENTS_A_SLICE}`,
            )
              .pluck()
              .all(last),
          )
        if (rows.length > 0) yield rows
        const end = rows.at(-1)
        if (end === undefined || rows.length < SHIPMENTS_A_SLICE) return
        last = end
      }
    },

    /** The journal is emptied: overwritten values are nowhere any more. */
    emptyJournal: (): void => void db.pragma('wal_checkpoint(TRUNCATE)'),
  }
}
