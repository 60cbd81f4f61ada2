import { expect, onTestFinished, test } from 'vitest'
import { trackingEventsQuerySchema } from '../../src-shared/freight/tracking.ts'
import { openSandboxDatabase } from '../../src-sandbox/database.ts'
import { listEvents } from '../../src-sandbox/tracking/store.ts'
import { firstVersionFolder } from './first-version.ts'

const DAY_MS = 24 * 60 * 60 * 1000

test('events of the first version are counted up to the moment of the question', () => {
  const moments = [DAY_MS - 1, DAY_MS, DAY_MS + 5, 3 * DAY_MS]
  const dataDir = firstVersionFolder((old) => {
    const insert = old.prepare(
      `INSERT INTO tracking_event (event_id, shipment_id, at, status, event_type, description, location, facility_type)
     VALUES (?, 'SHP-1', ?, 'IN_TRANSIT', 'TRANSIT', 'On the road', '{"city":"Laredo","state":"TX","country":"US"}',
       'DELIVERY_FACILITY')`,
    )
    moments.forEach((at, index) => insert.run(`EVT-${index}`, at))
  })

  const db = openSandboxDatabase(dataDir)
  onTestFinished(() => void db.close())
  const query = trackingEventsQuerySchema.parse({})
  const totalAt = (now: number) => listEvents(db, query, now).total
  expect([0, ...moments, 9 * DAY_MS].map(totalAt)).toEqual([0, 1, 2, 3, 4, 4])
})
