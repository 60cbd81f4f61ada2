import { z } from 'zod'
import {
  MOST_APPROVALS,
  siteApprovalSchema,
  type ApprovalDecision,
  type ApprovalPage,
  type SiteApproval,
  type ReportedApproval,
} from '../../src-shared/site/approval.ts'
import { notFound, StationError } from '../../src-shared/station/error.ts'
import { jsonColumn } from '../kernel/sqlite/json-column.ts'
import { note, siteNow } from './note.rows.ts'
import type { SiteDatabase, SiteQueries } from './site-database.ts'

const ANSWERED_DAYS = 7

const rowSchema = z.object({
  station_id: z.string(),
  station_name: z.string(),
  asked: jsonColumn(z.record(z.string(), z.unknown())),
  answer: jsonColumn(z.record(z.string(), z.unknown())).nullable(),
  answered_by: z.string().nullable(),
  answered_name: z.string().nullable(),
})

const SELECT = `SELECT a.station_id, s.name AS station_name, a.asked, a.answer, a.answered_by, b.name AS answered_name
  FROM approval a JOIN station s USING (station_id) LEFT JOIN station b ON b.station_id = a.answered_by`

function approvalOf(raw: unknown): SiteApproval {
  const row = rowSchema.parse(raw)
  return siteApprovalSchema.parse({
    ...row.asked,
    stationId: row.station_id,
    stationName: row.station_name,
    answer: row.answer && { ...row.answer, stationId: row.answered_by, stationName: row.answered_name },
  })
}

const report = (tx: SiteQueries, itemId: string, action: string, detail: Record<string, unknown>): Promise<void> =>
  note(
    tx,
    { actor: 'operator', subjectKind: 'approval', subjectId: itemId, action, detail },
    { kind: 'approval', key: itemId },
  )

export type SiteApprovals = ReturnType<typeof siteApprovals>

/** Questions to supervisors of all stations; each is answered once. */
export function siteApprovals(db: SiteDatabase) {
  async function one(tx: SiteQueries, itemId: string): Promise<SiteApproval | null> {
    const row = await tx.one(`${SELECT} WHERE a.item_id = $1`, itemId)
    return row === undefined ? null : approvalOf(row)
  }

  /** A repeated report changes nothing. @throws StationError SUBMISSION_DIFFERS when another station reported it */
  async function take(stationId: string, { answer, ...asked }: ReportedApproval): Promise<void> {
    await db.transaction(async (tx) => {
      const isNew = await tx.run(
        `INSERT INTO approval (item_id, station_id, asked, asked_at, answer, answered_by, answered_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
        asked.itemId,
        stationId,
        JSON.stringify(asked),
        asked.at,
        answer && JSON.stringify(answer),
        answer && stationId,
        answer && answer.at,
      )
      if (isNew === 0) {
        const before = await one(tx, asked.itemId)
        if (before?.stationId === stationId) return
        throw new StationError({
          code: 'SUBMISSION_DIFFERS',
          message: 'Another station already used this id. Nothing was done.',
          details: { itemId: asked.itemId },
        })
      }
      await report(tx, asked.itemId, 'asked', { command: asked.command })
      if (answer) await report(tx, asked.itemId, wordOf(answer.isApproved), { command: asked.command, by: answer.by })
    })
  }

  return {
    reported: async (stationId: string, asked: readonly ReportedApproval[]): Promise<void> => {
      for (const one of asked) await take(stationId, one)
    },

    /** @returns its status: answered so, or as an earlier answer decided @throws StationError NOT_FOUND */
    answer: (stationId: string, { itemId, isApproved, by, note: said }: ApprovalDecision): Promise<SiteApproval> =>
      db.transaction(async (tx) => {
        const at = (await siteNow(tx)).toISOString()
        const isFirst = await tx.run(
          `UPDATE approval SET answer = $2, answered_by = $3, answered_at = $4 WHERE item_id = $1 AND answer IS NULL`,
          itemId,
          JSON.stringify({ isApproved, by, note: said, at }),
          stationId,
          at,
        )
        const current = await one(tx, itemId)
        if (current === null) throw notFound('approval', { itemId })
        if (isFirst > 0) await report(tx, itemId, wordOf(isApproved), { command: current.command, by })
        return current
      }),

    page: async (): Promise<ApprovalPage> => {
      const rows = [
        ...(await db.all(`${SELECT} WHERE a.answer IS NULL ORDER BY a.asked_at DESC LIMIT ${MOST_APPROVALS}`)),
        ...(await db.all(
          `${SELECT} WHERE a.answer IS NOT NULL AND a.answered_at > site_now() - make_interval(days => $1)
           ORDER BY a.answered_at DESC LIMIT ${MOST_APPROVALS}`,
          ANSWERED_DAYS,
        )),
      ]
      return { approvals: rows.map(approvalOf) }
    },
  }
}

const wordOf = (isApproved: boolean) => (isApproved ? 'approved' : 'refused')
