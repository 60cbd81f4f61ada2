import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { trackingEventsQuerySchema } from '../../src-shared/freight/tracking.ts'
import { openSandboxDatabase } from '../../src-sandbox/database.ts'
import { MIGRATIONS } from '../../src-sandbox/migrations.ts'
import { listEvents } from '../../src-sandbox/tracking/store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

test('events of the first version are counted up to the moment of the question', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'waybill-events-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const old = new Database(join(dataDir, 'sandbox.db'))
  old.exec(MIGRATIONS[0])
  old.pragma('user_version = 1')
  old.exec(`
    INSERT INTO shipment (shipment_id, tracking_number, pro_number, bol_number, status, provider, service, total_cents,
        currency, weight_lb, pieces, label_format, pickup_day, origin, destination, cargo, shipper, consignee,
        estimated_pickup, estimated_delivery, created_at, updated_at)
      VALUES ('SHP-1', 'T1', 'P1', 'B1', 'PENDING', 'X', 'Y', 1, 'USD', 1, 1, 'PDF', '2026-11-20', '{}', '{}', '[]', '{}',
        '{}', 0, 0, 0, 0);
  `)
  const insert = old.prepare(
    `INSERT INTO tracking_event (event_id, shipment_id, at, status, event_type, description, location, facility_type)
     VALUES (?, 'SHP-1', ?, 'IN_TRANSIT', 'TRANSIT', 'On the road', '{"city":"Laredo","state":"TX","country":"US"}',
       'DELIVERY_FACILITY')`,
  )
  const moments = [DAY_MS - 1, DAY_MS, DAY_MS + 5, 3 * DAY_MS]
  moments.forEach((at, index) => insert.run(`EVT-${index}`, at))
  old.close()

  const db = openSandboxDatabase(dataDir)
  onTestFinished(() => void db.close())
  const query = trackingEventsQuerySchema.parse({})
  const totalAt = (now: number) => listEvents(db, query, now).total
  expect([0, ...moments, 9 * DAY_MS].map(totalAt)).toEqual([0, 1, 2, 3, 4, 4])
})
