import { z } from 'zod'
import { nextTurn } from '../../../src-node/runtime/wait.ts'
import type {
  AnsweredRequest,
  AuditExport,
  AuditPage,
  AuditRow,
  AuditSubjectKind,
} from '../../../src-shared/station/app/audit.ts'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import { jsonColumn } from '../../kernel/sqlite/json-column.ts'
import { statement } from '../../kernel/sqlite/statement.ts'

const rowSchema = z.object({
  id: z.int(),
  at: z.string(),
  actor: z.string(),
  station: z.string().nullable(),
  operator: z.string().nullable(),
  subject_kind: z.string(),
  subject_id: z.string(),
  name: z.string().nullable(),
  action: z.string(),
  detail: jsonColumn(z.record(z.string(), z.unknown())),
})

/** Where a kind of subject is looked up by its id, and what people call it there. */
const NAMED = {
  booking: 'reference FROM booking WHERE booking_id',
  shipment: 'max(reference) FROM booking WHERE shipment_id',
  label: 'max(reference) FROM booking WHERE shipment_id',
  change: 'reference FROM shipment_change JOIN booking USING (booking_id) WHERE change_id',
  print_job: 'title FROM print_job WHERE job_id',
  order: 'reference FROM feed_order WHERE order_id',
  batch: 'name FROM batch WHERE batch_id',
  manifest: 'number FROM manifest WHERE manifest_id',
  person: 'name FROM person WHERE person_id',
  address: 'name FROM address WHERE address_id',
  printer: 'name FROM printer WHERE printer_id',
  rule: 'name FROM rule WHERE rule_id',
  'label-template': 'name FROM label_template WHERE template_id',
  preset: 'name FROM preset WHERE preset_id',
  api_token: 'name FROM api_token WHERE token_id',
  hook: 'url FROM hook WHERE hook_id',
} as const satisfies Partial<Record<AuditSubjectKind, string>>

/** SQL: the name of a row's subject. */
const NAME = `CASE subject_kind ${Object.entries(NAMED)
  .map(([kind, found]) => `WHEN '${kind}' THEN (SELECT ${found} = audit.subject_id)`)
  .join(' ')} END`

const answerSchema = z.object({
  at: z.string(),
  subjectKind: z.string(),
  action: z.string(),
  requestId: z.string(),
  code: z.string().nullable(),
})
const MOST_ANSWERS = 100

/** Rows that are walked through at a time: a few milliseconds. */
const SLICE = 5_000
const idSchema = z.int().nullable()

export type AuditFilter = AuditExport & { limit: number }
export type AuditLog = ReturnType<typeof auditLog>

/** The audit log as it is read. Rows are only ever added, so a page behind an id stays what it was. */
export function auditLog(db: SqliteDatabase) {
  /** The first row of that time or after; times only grow, but for a clock that is set. */
  const firstId = (from: string | null): number => {
    if (from === null) return 0
    return idSchema.parse(statement(db, 'SELECT min(id) FROM audit WHERE at >= ?').pluck().get(from)) ?? 0
  }

  return {
    /** Answers of the service that these subjects' rows name by its id of the request, newest first. */
    answersTo: async (subjectIds: readonly string[]): Promise<AnsweredRequest[]> =>
      z.array(answerSchema).parse(
        statement(
          db,
          `SELECT at, subject_kind AS subjectKind, action, detail ->> 'requestId' AS requestId, detail ->> 'code' AS code
           FROM audit WHERE subject_id IN (SELECT value FROM json_each(?)) AND detail ->> 'requestId' IS NOT NULL
           ORDER BY id DESC LIMIT ${MOST_ANSWERS}`,
        ).all(JSON.stringify(subjectIds)),
      ),

    list: async (filter: AuditFilter): Promise<AuditPage> => {
      const conditions = {
        subjectKind: 'subject_kind = @subjectKind',
        subjectId: 'subject_id = @subjectId',
        action: 'action = @action',
        actor: '(actor = @actor OR station = @actor COLLATE NOCASE OR operator = @actor COLLATE NOCASE)',
        text: 'instr(lower(subject_id || char(10) || action || char(10) || detail), lower(@text)) > 0',
        from: 'at >= @from',
        to: 'at < @to',
        before: 'id < @before',
      } as const
      const { limit } = filter
      const values = {
        subjectKind: filter.subjectKind ?? null,
        subjectId: filter.subjectId ?? null,
        action: filter.action ?? null,
        actor: filter.actor ?? null,
        text: filter.text ?? null,
        // Rows are in UTC with milliseconds; a bound in another form would not compare as time.
        from: filter.from === undefined ? null : new Date(filter.from).toISOString(),
        to: filter.to === undefined ? null : new Date(filter.to).toISOString(),
        before: filter.before ?? null,
      }
      const where = Object.entries(conditions)
        .filter(([name]) => Object.entries(values).some(([key, value]) => key === name && value !== null))
        .map(([, condition]) => condition)
      const rows: AuditRow[] = []
      // What no index finds is looked for in slices of rows, newest first, with room for other work between two.
      const isWalk = (values.text !== null || values.actor !== null) && values.subjectId === null
      const newest = values.before ?? idSchema.parse(statement(db, 'SELECT max(id) + 1 FROM audit').pluck().get()) ?? 0
      const least = isWalk ? firstId(values.from) : 0
      for (let below = newest; rows.length < limit && below > least;) {
        const from = isWalk ? Math.max(least, below - SLICE) : 0
        const slice = ['id >= @sliceFrom', 'id < @sliceBelow']
        const found = statement(
          db,
          `SELECT *, ${NAME} AS name FROM audit WHERE ${[...where, ...slice].join(' AND ')} ORDER BY id DESC LIMIT @limit`,
        ).all({ ...values, sliceFrom: from, sliceBelow: below, limit: limit - rows.length })
        rows.push(...found.map((row) => toAuditRow(rowSchema.parse(row))))
        below = from
        if (isWalk && rows.length < limit && below > least) await nextTurn()
      }
      return { rows, next: rows.length === limit ? (rows.at(-1)?.id ?? null) : null }
    },
  }
}

function toAuditRow({ subject_kind: subjectKind, subject_id: subjectId, ...row }: z.infer<typeof rowSchema>): AuditRow {
  return { ...row, subjectKind, subjectId }
}
