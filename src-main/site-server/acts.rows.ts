import { z } from 'zod'
import type { SiteDatabase } from './site-database.ts'

const beforeSchema = z.object({ station_id: z.string(), content_hash: z.string() }).optional()

interface NewAct {
  actId: string
  stationId: string
  hash: string
}

/** Notes an act before it is carried out. `known`: this station asked for the very same before; `other`: another act has the id. */
export async function noteAct(db: SiteDatabase, act: NewAct): Promise<'new' | 'known' | 'other'> {
  const added = await db.run(
    `INSERT INTO act (act_id, station_id, content_hash, at) VALUES ($1, $2, $3, site_now()) ON CONFLICT DO NOTHING`,
    act.actId,
    act.stationId,
    act.hash,
  )
  if (added > 0) return 'new'
  const before = beforeSchema.parse(
    await db.one('SELECT station_id, content_hash FROM act WHERE act_id = $1', act.actId),
  )
  return before?.station_id === act.stationId && before.content_hash === act.hash ? 'known' : 'other'
}
