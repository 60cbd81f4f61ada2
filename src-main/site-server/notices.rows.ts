import { z } from 'zod'
import { stationErrorSchema, type StationErrorData } from '../../src-shared/station/error.ts'
import { jsonColumn } from '../kernel/sqlite/json-column.ts'
import type { SiteQueries } from './site-database.ts'

/** How long administrators see a notice; people who must act have it in a station's inbox. */
const SHOWN_DAYS = 30

/**
 * What a person of the site has to know.
 * @param noticeId the same twice is one
 * @returns whether it is new
 */
export async function addNotice(tx: SiteQueries, noticeId: string, error: StationErrorData): Promise<boolean> {
  const added = await tx.run(
    `INSERT INTO notice (notice_id, at, error) VALUES ($1, site_now(), $2) ON CONFLICT DO NOTHING`,
    noticeId,
    JSON.stringify(error),
  )
  return added > 0
}

const rowSchema = z.object({ notice_id: z.string(), at: z.string(), error: jsonColumn(stationErrorSchema) })

/** Those of the last 30 days, newest first. */
export async function openNotices(
  db: SiteQueries,
  limit: number,
): Promise<{ noticeId: string; at: string; error: StationErrorData }[]> {
  const rows = await db.all(
    `SELECT * FROM notice WHERE ended_at IS NULL AND at >= site_now() - make_interval(days => $2)
     ORDER BY at DESC LIMIT $1`,
    limit,
    SHOWN_DAYS,
  )
  return rows.map((row) => {
    const { notice_id: noticeId, at, error } = rowSchema.parse(row)
    return { noticeId, at, error }
  })
}
