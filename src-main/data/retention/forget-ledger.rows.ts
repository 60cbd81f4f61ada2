import { z } from 'zod'
import { OVER_STATES } from '../../../src-shared/machine/batch.ts'
import type { OF_PEOPLE } from '../../../src-shared/site/shared-record.ts'
import type { PersonNeed, PersonPlace } from '../../../src-shared/station/app/forget.ts'
import { addressBodySchema } from '../../../src-shared/station/addresses/address-book.ts'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import { blankedPath, type Blanker } from '../forget/blank.ts'
import { settleWords } from '../forget/settle-words.rows.ts'
import { walkTexts, type TextRow, type TextTable } from '../forget/walk-texts.rows.ts'
import { isIn, isNotIn } from '../../kernel/sqlite/is-in.ts'
import { jsonColumn } from '../../kernel/sqlite/json-column.ts'
import { statement } from '../../kernel/sqlite/statement.ts'
import { inTransaction } from '../../kernel/sqlite/transaction.ts'
import { likenessOf } from '../../addresses/address-words.ts'
import { indexAddress } from '../../addresses/addresses.rows.ts'
import { IS_OPEN as IS_OPEN_BOOKING } from '../../booking/booking-row.rows.ts'
import { indexWords } from '../../booking/booking-words.rows.ts'
import { mayBePacked, unpacked } from '../../labels/document-bytes.rows.ts'
import { ALL_ON_ITS_WAY } from '../../printing/queue/print-job-sql.rows.ts'
import type { LabelBytes } from './bytes.rows.ts'

type Place = PersonPlace | null
/** Of what all stations of a site share; null: the station is alone, or has had it for long. */
const sharedMadeAt = (kind: (typeof OF_PEOPLE)[number], id: string): string =>
  `(SELECT s.changed ->> '$.madeAt' FROM shared_record s WHERE s.kind = '${kind}' AND s.record_id = ${id})`
/** Every table of the ledger that holds texts with people. A table that is missing here names only the staff. */
export const LEDGER_TEXTS: readonly (TextTable & { place: Place })[] = [
  {
    place: 'bookings',
    table: 'booking',
    key: ['seq'],
    texts: ['request', 'summary', 'origin', 'error', 'question', 'cancellation'],
    more: ['environment', 'shipment_id'],
    madeAt: 'created_at',
  },
  { place: 'other', table: 'shipment_change', key: ['seq'], texts: ['change', 'error', 'cancellation'] },
  { place: 'other', table: 'batch', key: ['seq'], texts: ['name', 'reason'] },
  { place: 'other', table: 'batch_row', key: ['batch_id', 'row'], texts: ['facts', 'problems', 'error'] },
  { place: 'other', table: 'batch_fix', key: ['batch_id', 'row', 'col'], texts: ['value'] },
  {
    ...{ place: 'addresses', table: 'address', key: ['seq'], texts: ['name', 'body', 'likeness'] },
    madeAt: sharedMadeAt('address', 'address_id'),
  },
  {
    ...{ place: 'other', table: 'preset', key: ['preset_id'], texts: ['name', 'body'], unique: 'name' },
    madeAt: sharedMadeAt('preset', 'preset_id'),
  },
  { place: 'other', table: 'draft', key: ['person_id', 'form', 'key'], texts: ['body'] },
  { place: 'other', table: 'preference', key: ['name'], texts: ['value'] },
  { place: 'other', table: 'template_text', key: ['document_id'], texts: ['body'] },
  { place: 'calls', table: 'request_log', key: ['seq'], texts: ['path', 'request_body', 'response_body'] },
  { place: 'audit', table: 'audit', key: ['id'], texts: ['detail'] },
  {
    ...{ place: 'other', table: 'shipment_note', key: ['note_id'], texts: ['text'] },
    madeAt: sharedMadeAt('note', 'note_id'),
  },
  { place: 'other', table: 'print_job', key: ['seq'], texts: ['title', 'reason', 'error', 'question'] },
  { place: 'other', table: 'print_batch_item', key: ['batch_id', 'position'], texts: ['code', 'problem'] },
  { place: 'other', table: 'inbox_item', key: ['item_id'], texts: ['label', 'text', 'end_note'] },
  { place: 'other', table: 'mail', key: ['mail_id'], texts: ['subject', 'body'] },
  {
    place: 'other',
    table: 'consignee_mail',
    key: ['seq'],
    texts: ['label', 'address', 'subject', 'body', 'error'],
  },
  { place: 'other', table: 'notice', key: ['seq'], texts: ['message', 'details'] },
  { place: 'other', table: 'hook_delivery', key: ['delivery_id'], texts: ['data'] },
  {
    place: 'other',
    table: 'feed_order',
    key: ['seq'],
    texts: ['body', 'consignee', 'destination', 'other_body', 'hold_reason', 'tags', 'trouble'],
  },
  { place: 'other', table: 'order_file', key: ['seq'], texts: ['problems', 'error'] },
  { place: 'other', table: 'hand_over', key: ['seq'], texts: ['item'] },
  {
    ...{ place: 'bookings', table: 'site_booking', key: ['booking_id'], texts: ['record'] },
    more: ['environment', 'shipment_id'],
    madeAt: `record ->> '$.createdAt'`,
  },
  { place: 'other', table: 'shared_record', key: ['kind', 'record_id'], texts: ['tried', 'theirs'] },
  { place: 'other', table: 'label_template', key: ['template_id'], texts: ['body'] },
  { place: 'other', table: 'invoice_line', key: ['seq'], texts: ['note'] },
  { place: 'other', table: 'rule', key: ['rule_id'], texts: ['name', 'body'], unique: 'name' },
]

const MANIFESTS: readonly TextTable[] = [
  { table: 'manifest', key: ['seq'], texts: ['content'] },
  { table: 'site_manifest', key: ['manifest_id'], texts: ['record'] },
]
const ROWS = 50
/** Labels of another station's bookings are kept here as well. */
const HAS_LABELS: ReadonlySet<string> = new Set(['booking', 'site_booking'])
const labelRowsSchema = z.array(
  z.object({ sha256: z.string(), bytes: z.instanceof(Uint8Array), madeAt: z.string().nullable() }),
)
const textsSchema = z.array(z.object({ what: z.string(), texts: z.string() }))
const liveBatchesSchema = z.array(z.object({ batchId: z.string(), name: z.string() }))

/** What a look or a round found, a slice at a time. */
export interface NamedRows {
  place: PersonPlace
  count: number
}

export interface ForgetLedger {
  db: SqliteDatabase
  bytes: Pick<LabelBytes, 'ofShipment' | 'ofHash'>
}

/** Persons in the ledger's rows: found, and blanked. */
export function forgetInLedger({ db, bytes }: ForgetLedger) {
  function onNamed(table: string, after: TextRow): void {
    const { seq, environment, shipment_id: shipmentId } = after
    if (HAS_LABELS.has(table) && typeof environment === 'string' && typeof shipmentId === 'string') {
      bytes.ofShipment(environment, shipmentId)
    }
    if (table === 'address' && typeof seq === 'number') {
      const body = jsonColumn(addressBodySchema).parse(after['body'])
      statement(db, 'UPDATE address SET likeness = ? WHERE seq = ?').run(likenessOf(body.address), seq)
      indexAddress(db, seq, String(after['name']), body)
    }
  }

  /**
   * Labels and printed files that name them in letters: of a shipment whose booking does not, and files without an
   * owner.
   */
  async function* labels(blanker: Blanker, isDry: boolean): AsyncGenerator<NamedRows> {
    for (let last = ''; ;) {
      const rows = labelRowsSchema.parse(
        statement(
          db,
          `SELECT sha256, bytes, (
             SELECT max(coalesce(b.created_at, s.record ->> '$.createdAt')) FROM label l
             LEFT JOIN booking b ON b.shipment_id = l.shipment_id AND b.environment = l.environment
             LEFT JOIN site_booking s ON s.shipment_id = l.shipment_id AND s.environment = l.environment
             WHERE l.sha256 = d.sha256 AND l.let_go_at IS NULL) AS madeAt
           FROM document_bytes d WHERE sha256 > ? ORDER BY sha256 LIMIT ${ROWS / 10}`,
        ).all(last),
      )
      const named = rows.filter((row) => isNamedIn(row, blanker)).map(({ sha256 }) => sha256)
      if (!isDry && named.length > 0) await inTransaction(db, () => named.forEach((sha256) => bytes.ofHash(sha256)))
      yield { place: 'labels', count: named.length }
      const end = rows.at(-1)
      if (end === undefined) return
      last = end.sha256
    }
  }

  const named = (rows: z.infer<typeof textsSchema>, need: PersonNeed, blanker: Blanker) =>
    rows.filter(({ texts }) => blanker.text(texts) !== texts).map(({ what }) => ({ need, what }))

  return {
    /** @param onText each text that names a person, to inspect */
    async *walk(
      blanker: Blanker,
      {
        isDry,
        onBooking,
        onText,
      }: {
        isDry: boolean
        onBooking?: (row: TextRow) => void
        onText?: (text: string) => void
      },
    ): AsyncGenerator<NamedRows> {
      for (const { place, ...table } of LEDGER_TEXTS) {
        const blank = (text: string, column: string, madeAt: string | null) =>
          column === 'path' ? blankedPath(text, blanker.text) : blanker.text(text, madeAt)
        const walk = walkTexts(db, table, {
          blank,
          isDry,
          onNamed: (before, after) => {
            if (!isDry) onNamed(table.table, after)
            else if (table.table === 'booking') onBooking?.(before)
            for (const column of table.texts) {
              const text = before[column]
              if (typeof text === 'string' && after[column] !== text) onText?.(text)
            }
          },
        })
        for await (const count of walk) yield { place: place ?? 'other', count }
      }
      yield* labels(blanker, isDry)
      if (isDry) return
      for await (const _ of settleWords(db, 'address_text')) yield { place: 'addresses', count: 0 }
      while (await indexWords(db)) yield { place: 'bookings', count: 0 }
      for await (const _ of settleWords(db, 'booking_text')) yield { place: 'bookings', count: 0 }
    },

    /** Bookings and orders that are not at their end and jobs on their way that name them. */
    needed: (blanker: Blanker): { need: PersonNeed; what: string }[] => [
      ...named(
        textsSchema.parse(
          statement(
            db,
            `SELECT reference AS what, request || ' ' || summary AS texts FROM booking INDEXED BY booking_open WHERE ${IS_OPEN_BOOKING}`,
          ).all(),
        ),
        'open-booking',
        blanker,
      ),
      ...named(
        textsSchema.parse(
          statement(db, `SELECT reference AS what, body AS texts FROM feed_order WHERE state = 'open'`).all(),
        ),
        'open-order',
        blanker,
      ),
      ...named(
        textsSchema.parse(
          statement(
            db,
            `SELECT j.title AS what, j.title || ' ' || coalesce(b.request, '') AS texts
             FROM (SELECT * FROM print_job WHERE ${ALL_ON_ITS_WAY}) j
             LEFT JOIN booking b ON b.shipment_id = j.shipment_id`,
          ).all(),
        ),
        'printing',
        blanker,
      ),
    ],

    /** Files of which rows may still be booked. */
    liveBatches: () =>
      liveBatchesSchema.parse(
        statement(
          db,
          `SELECT batch_id AS batchId, name FROM batch WHERE ${isNotIn('state', OVER_STATES)} ORDER BY seq`,
        ).all(),
      ),

    /** The others, with the encoding of their file; null: it was never read. */
    endedBatches: () =>
      z.array(z.object({ batchId: z.string(), encoding: z.string().nullable() })).parse(
        statement(
          db,
          `SELECT batch_id AS batchId, form ->> 'encoding' AS encoding FROM batch
           WHERE ${isIn('state', OVER_STATES)} ORDER BY seq`,
        ).all(),
      ),

    /** Signed papers of carriage that name them: they stay. */
    async *manifests(blanker: Blanker): AsyncGenerator<number> {
      for (const table of MANIFESTS) yield* walkTexts(db, table, { blank: blanker.text, isDry: true })
    },
  }
}

/** The commands of a label come right before its words. */
const COMMANDS = /[\^~][A-Z][A-Z0-9@]/g
const NO_LETTERS = ['%PDF', '\u0089PNG']

function isNamedIn(
  { sha256, bytes: kept, madeAt }: { sha256: string; bytes: Uint8Array; madeAt: string | null },
  blanker: Blanker,
): boolean {
  const whole = unpacked(sha256, kept)
  // What a disk has spoiled and cannot be unpacked any more may name anyone, and is of no use.
  if (whole === null && mayBePacked(kept)) return true
  const bytes = whole ?? kept
  const start = Buffer.from(bytes.subarray(0, 4)).toString('latin1')
  if (bytes.length === 0 || NO_LETTERS.includes(start)) return false
  const text = Buffer.from(bytes).toString('utf8').replaceAll(COMMANDS, '  \n')
  return blanker.text(text, madeAt) !== text
}
