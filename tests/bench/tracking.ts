import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCache } from '../../src-main/data/cache/cache.ts'
import { shipmentStore } from '../../src-main/shipments/shipments.rows.ts'
import { syncCursorStore } from '../../src-main/shipments/sync-cursor.rows.ts'
import type { TrackingEvent } from '../../src-shared/station/tracking/shipment.ts'
import { END_MS, benchClock, eventOf, reportOf } from './cache-data.ts'
import { elapsed, type BenchResult, type Sizes } from './ratio.ts'

const BATCH = 5_000
const AIM = 0.5

export const EVENTS: Sizes<{ events: number }> = { full: { events: 1_000_000 }, short: { events: 600 } }

/**
 * A million events, newest first as the service lists them, taken in with all that follows from them (each once, last event,
 * status), against bare inserts into the same table with the same indexes. Batch by batch in turn, so that a slow moment of
 * the machine hits both.
 */
export async function benchIngest({ events: count }: { events: number }): Promise<BenchResult[]> {
  const dirs = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'waybill-bench-')))
  const [subject, baseline] = await Promise.all(dirs.map((dir) => openCache(dir, benchClock())))
  if (!subject || !baseline) throw new Error('there are two caches')
  try {
    await syncCursorStore(subject.db).use('embedded')
    const shipments = shipmentStore(subject.db)
    await knowShipments(shipments, Math.ceil(count / 6))
    const insert = baseline.db.prepare(
      `INSERT INTO tracking_event (event_id, shipment_id, at, timestamp, status, event_type, description, city, state, country,
         facility_type, recipient, exception_code, exception_reason)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    const insertBare = baseline.db.transaction((rows: unknown[][]) => {
      for (const row of rows) insert.run(...row)
    })
    let ours = 0
    let bare = 0
    for (let from = 0; from < count; from += BATCH) {
      const events = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) => eventOf(from + index, count))
      const rows = events.map(columnsOf)
      bare += await elapsed(() => insertBare(rows))
      ours += await elapsed(() => shipments.addEvents(events))
    }
    const ratio = bare / ours
    const rate = (ms: number) => Math.round(count / (ms / 1000)).toLocaleString('en')
    return [
      {
        name: `taking in ${count.toLocaleString('en')} events / bare inserts`,
        figures: `${rate(ours)} / ${rate(bare)} a second`,
        measured: [ours, bare],
        ratio,
        aim: { words: `>= ${AIM}`, met: ratio >= AIM },
      },
    ]
  } finally {
    subject.close()
    baseline.close()
    for (const dir of dirs) rmSync(dir, { recursive: true, force: true })
  }
}

/** The shipments come first, as they do in a fill, under the ids that the events name. */
async function knowShipments(shipments: ReturnType<typeof shipmentStore>, count: number): Promise<void> {
  for (let from = 0; from < count; from += BATCH) {
    const reports = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) => ({
      ...reportOf(from + index, count),
      shipmentId: `SHP-${(from + index).toString(16).padStart(8, '0')}`,
      status: 'DELIVERED',
    }))
    await shipments.upsert(reports, new Date(END_MS))
  }
}

function columnsOf(event: TrackingEvent): unknown[] {
  return [
    event.eventId,
    event.shipmentId,
    Date.parse(event.timestamp),
    event.timestamp,
    event.status,
    event.eventType,
    event.description,
    event.city,
    event.state,
    event.country,
    event.facilityType,
    event.recipient,
    event.exceptionCode,
    event.exceptionReason,
  ]
}
