import { z } from 'zod'
import { TILE_CAP, type ShipmentTiles } from '../../src-shared/station/tracking/shipment.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { countsOf } from './shipment-read.rows.ts'
import { WATCH_SQL, type Watch, type WatchTimes } from './watch.rows.ts'

/** The figures over the grid: kept counters, and short reads of the partial indexes. */
export function tilesOf(db: SqliteDatabase, times: WatchTimes): ShipmentTiles {
  const statuses = countsOf(db, 'status')
  const counted = (watch: Watch) =>
    z.int().parse(
      statement(db, `SELECT count(*) FROM (SELECT 1 FROM shipment s WHERE ${WATCH_SQL[watch]} LIMIT @cap)`)
        .pluck()
        .get({ ...times, cap: TILE_CAP }),
    )
  return {
    statuses,
    providers: countsOf(db, 'provider'),
    exceptionCodes: countsOf(db, 'exception'),
    late: counted('late'),
    atRisk: counted('atRisk'),
    stale: counted('stale'),
    exceptions: statuses['EXCEPTION'] ?? 0,
  }
}
