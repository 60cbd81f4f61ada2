import pg from 'pg'
import { z } from 'zod'
import { OPEN_BOOKINGS } from '../../../src-shared/machine/booking.ts'
import type { PersonNeed, PersonPlace } from '../../../src-shared/station/app/forget.ts'
import { OF_PEOPLE } from '../../../src-shared/site/shared-record.ts'
import type { Blanker } from '../../data/forget/blank.ts'
import { withoutForgotten } from '../../data/forget/blank-shared.ts'
import { isIn } from '../../kernel/sqlite/is-in.ts'
import { jsonColumn } from '../../kernel/sqlite/json-column.ts'
import { sharedKeysOf } from '../shared-records.rows.ts'
import type { SiteDatabase, SiteQueries } from '../site-database.ts'

/** A table with texts in which a person may be named. */
interface SiteTexts {
  place: PersonPlace
  table: string
  /** Its primary key, or another unique column. */
  key: string
  texts: readonly string[]
  /** When a row's subject was made: texts of a person who came back later are kept. Null in a row: at any time. */
  madeAt: 'created_at' | 'asked_at' | 'at' | 'made_at'
  /** Which of its rows; all when left out. */
  where?: string
}

/** Every table of a site that holds texts with people. A table that is missing here names only the staff. */
export const SITE_TEXTS: readonly SiteTexts[] = [
  {
    ...{ place: 'bookings', table: 'booking', key: 'seq', madeAt: 'created_at' },
    texts: ['request', 'summary', 'origin', 'offer', 'error', 'question', 'cancellation'],
  },
  {
    place: 'other',
    table: 'shipment_change',
    key: 'seq',
    texts: ['change', 'error', 'cancellation'],
    madeAt: 'created_at',
  },
  {
    // A joining station reports now what it has had for long, without its age.
    ...{ place: 'addresses', table: 'shared_record', key: 'seq', texts: ['body'], madeAt: 'made_at' },
    where: isIn('kind', OF_PEOPLE),
  },
  { place: 'other', table: 'print_claim', key: 'seq', texts: ['reason'], madeAt: 'at' },
  // Of older versions, one of which may still run beside this one.
  { place: 'other', table: 'errand', key: 'errand_id', texts: ['body'], madeAt: 'at' },
  { place: 'other', table: 'approval', key: 'item_id', texts: ['asked', 'answer'], madeAt: 'asked_at' },
  { place: 'other', table: 'notice', key: 'notice_id', texts: ['error'], madeAt: 'at' },
  { place: 'audit', table: 'audit', key: 'seq', texts: ['detail'], madeAt: 'at' },
]

/** Rows that are read at once. */
const ROWS = 200
const MOST_NEEDED = 20
const IS_OPEN = isIn('state', OPEN_BOOKINGS)
/** A shipment of which nothing is known may be on its way, but for no year. */
const TOO_NEW = `created_at > site_now() - interval '365 days'`

const rowSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
type Row = z.output<typeof rowSchema>
const neededSchema = z.array(z.object({ what: z.string(), texts: z.string() }))
const sharedSchema = z.object({
  kind: z.enum(OF_PEOPLE),
  record_id: z.string(),
  body: jsonColumn(z.record(z.string(), z.unknown())),
})

/** What is known of shipments that are on their way. */
export interface UnderWayThere {
  /** Null: nothing is known of it. */
  statusOf: (shipmentId: string) => 'under-way' | 'ended' | null
  /** All of them, some at a time. */
  underWay: () => Iterable<readonly string[]>
}

/** Rows of one slice that named a person: blanked, or left because they are still needed. */
export interface SiteNamed {
  place: PersonPlace
  count: number
  needed: number
}

/** Persons in a site's rows: found, and blanked. */
export function forgetInSite(db: SiteDatabase, { statusOf, underWay }: UnderWayThere) {
  function isNeeded(row: Row): boolean {
    const { is_open: isOpen, is_new: isNew, shipment_id: shipmentId } = row
    if (isOpen === true || typeof shipmentId !== 'string') return isOpen === true
    return (statusOf(shipmentId) ?? (isNew === true ? 'under-way' : 'ended')) === 'under-way'
  }

  async function* walk(blanker: Blanker): AsyncGenerator<SiteNamed> {
    for (const texts of SITE_TEXTS) {
      for (let last: unknown = null; ;) {
        const rows = await slice(texts, last)
        let [count, needed] = [0, 0]
        for (const row of rows) {
          if (changesOf(texts, row, blanker) === null) continue
          if (await write(texts, row[texts.key], blanker)) count += 1
          else needed += 1
        }
        yield { place: texts.place, count, needed }
        const end = rows.at(-1)
        if (end === undefined || rows.length < ROWS) break
        last = end[texts.key]
      }
    }
  }

  async function slice(texts: SiteTexts, last: unknown): Promise<Row[]> {
    const { table, key, where = 'true' } = texts
    const behind = last === null ? '' : `AND ${key} > $2`
    const rows = await db.all(
      `SELECT ${columnsOf(texts)} FROM ${table} WHERE ${where} ${behind} ORDER BY ${key} LIMIT $1`,
      ROWS,
      ...(last === null ? [] : [last]),
    )
    return rows.map((row) => rowSchema.parse(row))
  }

  /** As the row is by then. @returns false: it is needed */
  const write = (texts: SiteTexts, id: unknown, blanker: Blanker): Promise<boolean> =>
    db.transaction(async (tx) => {
      const { table, key } = texts
      const found = await tx.one(`SELECT ${columnsOf(texts)} FROM ${table} WHERE ${key} = $1 FOR UPDATE`, id)
      if (found === undefined) return true
      const row = rowSchema.parse(found)
      const changes = changesOf(texts, row, blanker)
      if (changes === null) return true
      if (table === 'booking' && isNeeded(row)) return false
      const names = Object.keys(changes)
      await tx.run(
        `UPDATE ${table} SET ${names.map((name, n) => `${pg.escapeIdentifier(name)} = $${n + 2}`).join(', ')} WHERE ${key} = $1`,
        id,
        ...Object.values(changes),
      )
      if (table === 'booking') await dropLabels(tx, row)
      return true
    })

  return {
    walk,

    /** Bookings of any station that are not at their end, or whose shipment is not, and name them. */
    needed: async (blanker: Blanker): Promise<{ need: PersonNeed; what: string }[]> => {
      const named = (rows: unknown, need: PersonNeed) =>
        neededSchema
          .parse(rows)
          .filter(({ texts }) => blanker.text(texts) !== texts)
          .map(({ what }) => ({ need, what }))
      const select = `SELECT reference AS what, request::text || ' ' || summary::text AS texts FROM booking`
      const found = named(await db.all(`${select} WHERE ${IS_OPEN}`), 'open-booking')
      for (const shipmentIds of underWay()) {
        if (found.length >= MOST_NEEDED) break
        found.push(...named(await db.all(`${select} WHERE shipment_id = ANY($1)`, shipmentIds), 'under-way'))
      }
      return found.slice(0, MOST_NEEDED)
    },
  }
}

function columnsOf({ table, key, texts, madeAt }: SiteTexts): string {
  const more =
    table === 'booking'
      ? ['environment', 'shipment_id', `${IS_OPEN} AS is_open`, `${TOO_NEW} AS is_new`]
      : table === 'shared_record'
        ? ['kind', 'record_id']
        : []
  return [key, ...texts, madeAt, ...more].join(', ')
}

/** The columns that name a person, without the names; null: no column does. */
function changesOf(
  { table, texts, madeAt }: SiteTexts,
  row: Row,
  blanker: Blanker,
): Record<string, string | null> | null {
  const made = row[madeAt]
  const blank = (text: string): string => blanker.text(text, typeof made === 'string' ? made : null)
  if (table === 'shared_record') return sharedChangesOf(row, blank)
  const changes: Record<string, string | null> = {}
  for (const column of texts) {
    const text = row[column]
    if (typeof text !== 'string') continue
    const blanked = blank(text)
    if (blanked !== text) changes[column] = blanked
  }
  return Object.keys(changes).length === 0 ? null : changes
}

function sharedChangesOf(row: Row, blank: (text: string) => string): Record<string, string | null> | null {
  // Null: it was removed.
  if (row['body'] === null) return null
  const { kind, record_id: recordId, body } = sharedSchema.parse(row)
  const blanked = withoutForgotten({ kind, recordId, body }, blank)
  if (blanked.body === body) return null
  return { body: JSON.stringify(blanked.body), name_key: sharedKeysOf(kind, blanked.body).name }
}

/** Every station has its own, and deletes them separately. */
async function dropLabels(tx: SiteQueries, { environment, shipment_id: shipmentId }: Row): Promise<void> {
  if (shipmentId === null) return
  await tx.run(
    `WITH gone AS (DELETE FROM label WHERE environment = $1 AND shipment_id = $2 RETURNING sha256)
     DELETE FROM document_bytes d USING gone WHERE d.sha256 = gone.sha256
       AND NOT EXISTS (SELECT 1 FROM label l WHERE l.sha256 = d.sha256
         AND (l.environment, l.shipment_id) IS DISTINCT FROM ($1::text, $2::text))`,
    environment,
    shipmentId,
  )
}
