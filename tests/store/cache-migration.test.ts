import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { CACHE_MIGRATIONS } from '../../src-main/store/cache/migrations.ts'
import { testCache } from '../support/cache.ts'
import { tempDir } from '../support/temp-dir.ts'

/** A cache as the first version left it. */
function firstVersion(dataDir: string): void {
  const db = new Database(join(dataDir, 'cache.db'))
  db.exec(CACHE_MIGRATIONS[0])
  db.pragma('user_version = 1')
  db.exec(`INSERT INTO source (id, environment, events_until, filled_until)
    VALUES (1, 'embedded', '2026-11-20T12:00:00Z', '2026-11-20T12:00:00Z')`)
  const insert = db.prepare(
    `INSERT INTO shipment (shipment_id, tracking_number, reference, status, provider, created_at, estimated_delivery,
       last_event_id, last_event_at, has_detail, first_seen_at, seen_at)
     VALUES (?, ?, ?, 'IN_TRANSIT', 'Northline Freight', '2026-11-19T09:00:00.000Z', '2026-11-22T17:00:00-06:00', ?,
       '2026-11-20T12:00:00.000Z', 1, '2026-11-19T10:00:00.000Z', '2026-11-20T12:00:00.000Z')`,
  )
  for (let index = 0; index < 40; index++) insert.run(`s${index}`, `TRK${index}`, `PO-48-${index}`, `e${index}`)
  const event = db.prepare('INSERT INTO tracking_event (event_id, shipment_id, at, body) VALUES (?, ?, ?, ?)')
  for (let index = 0; index < 40; index++) {
    event.run(
      `e${index}`,
      `s${index}`,
      '2026-11-20T12:00:00.000Z',
      JSON.stringify({ timestamp: '2026-11-20T06:00:00-06:00', status: 'IN_TRANSIT', city: 'Laredo' }),
    )
  }
  db.close()
}

describe('a cache of the first version', () => {
  it('keeps its shipments, events, cursor and first sights, and is searched as before', async () => {
    const dataDir = tempDir()
    firstVersion(dataDir)
    const { shipments, source } = await testCache(dataDir)
    expect(await shipments.indexWords(1000)).toBe(40)
    expect(await shipments.indexWords(1000)).toBe(0)
    const page = await shipments.search({ text: 'po-48-7', page: 1, limit: 10 })
    expect(page.rows).toMatchObject([
      { shipmentId: 's7', lastEvent: { city: 'Laredo', timestamp: '2026-11-20T06:00:00-06:00' } },
    ])
    expect(page.counts).toEqual({ IN_TRANSIT: 40 })
    expect(await shipments.wasSeenBefore('s7', new Date('2026-11-19T10:00:01Z'))).toBe(true)
    expect(await source.cursor()).toMatchObject({
      eventsUntil: '2026-11-20T12:00:00Z',
      shipmentsFill: { isDone: true },
      eventsFill: { isDone: true },
    })
    expect(await shipments.addEvents(await shipments.events('s7'))).toEqual([])
    expect((await shipments.search({ text: '', page: 1, limit: 200 })).rows).toHaveLength(40)
  })
})
