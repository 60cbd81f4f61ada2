import { expect, it, onTestFinished } from 'vitest'
import { full } from '../support/full.ts'
import { palletsToChicago } from '../support/freight.ts'
import { tempDir } from '../support/temp-dir.ts'
import { until } from '../support/until.ts'
import { startService } from '../world/processes/service-handle.ts'
import { live, settle, type Life } from './station-lives.ts'

const ORDERS = 150
const references = Array.from({ length: ORDERS }, (_, at) => `SO-${at + 100}`)

/** Orders that are still open. */
const openOf = ({ run }: Life) => run('orders.rows', { limit: 500 })

/** Buys what has a rate, and kills the station once so many are bookings. */
async function buyAndKill(life: Life, booked: number): Promise<void> {
  const { run, station } = life
  const orderIds = (await openOf(life)).map(({ orderId }) => orderId)
  const estimate = await run('orders.estimate', { orderIds })
  expect(estimate.orderIds).toEqual(orderIds)
  await run('orders.buy', { orderIds, agreedTotals: estimate.totals })
  await until(`${booked} bookings`, async () =>
    (await run('bookings.list', { limit: 500 })).length >= booked ? true : null,
  )
  await station.kill()
}

it(
  'a purchase of orders whose station is killed in the middle is bought on, and every order is booked exactly once',
  {
    timeout: 120_000,
    ...full('three lives of a station; batch-killed.test.ts proves the same submissions'),
  },
  async () => {
    const service = await startService(tempDir())
    onTestFinished(() => service.close())
    await service.fault({ method: 'POST', path: '/book-shipment', delayMs: 10, times: 1000 })
    const dataDir = tempDir()
    const first = await live(service, dataDir)
    await first.run('settings.update', { spendLimits: { perBatch: 0, perDay: 0 } })
    await first.run('orders.add', { orders: references.map((reference) => ({ ...palletsToChicago(), reference })) })
    await first.run('orders.rate', { orderIds: (await openOf(first)).map(({ orderId }) => orderId) })
    await until('the rates', async () => ((await first.run('orders.board', {})).counts.ready === ORDERS ? true : null))
    await buyAndKill(first, 3)

    // What was bought is booked, the rest is open at its rate, and no run continues.
    const second = await live(service, dataDir)
    const left = await openOf(second)
    expect(left.length).toBeGreaterThan(0)
    expect(left.length).toBeLessThan(ORDERS)
    expect(await second.run('orders.board', {})).toMatchObject({ run: null, counts: { ready: left.length } })
    await buyAndKill(second, ORDERS - left.length + 3)

    const last = await live(service, dataDir)
    const orderIds = (await openOf(last)).map(({ orderId }) => orderId)
    if (orderIds.length > 0) {
      const { totals } = await last.run('orders.estimate', { orderIds })
      await last.run('orders.buy', { orderIds, agreedTotals: totals })
    }
    await until('the end of the run', async () => ((await openOf(last)).length === 0 ? true : null))
    await service.clearFaults()
    await settle(last)
    const { rows } = await last.run('orders.list', { show: 'booked', limit: 500 })
    expect(rows.map(({ reference }) => reference).toSorted()).toEqual(references)
    for (const { reference, booking } of rows) {
      const shipments = (await service.shipmentsOf(reference)).map(({ shipmentId }) => shipmentId)
      expect(shipments).toEqual(booking?.state === 'BOOKED' ? [booking.shipmentId] : [])
      expect(['BOOKED', 'NEEDS_DECISION']).toContain(booking?.state)
    }
    expect(await service.countShipments()).toBe(rows.filter(({ booking }) => booking?.state === 'BOOKED').length)
  },
)
