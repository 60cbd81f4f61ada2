import { describe, expect, it } from 'vitest'
import { bookedElsewhere } from '../support/elsewhere.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { testSandbox } from '../support/sandbox.ts'
import { testStation } from '../support/test-station.ts'

const DAY = 24 * 60 * 60 * 1000

describe('tracking', () => {
  it('shows the samples of a first run in several states, searchable by what only the detail tells', async () => {
    const sandbox = await testSandbox({ samples: true })
    const station = await testStation(sandbox)
    const page = await station.until('the details', async () => {
      const found = await station.run('shipments.search', { limit: 100 })
      return found.total > 0 && found.rows.every(({ reference, origin }) => reference !== null && origin !== null)
        ? found
        : null
    })
    expect(Object.keys(page.counts).length).toBeGreaterThan(4)
    const [row] = page.rows
    const byReference = await station.run('shipments.search', { text: row?.reference ?? '' })
    expect(byReference.rows.map(({ shipmentId }) => shipmentId)).toContain(row?.shipmentId)
  })

  it('follows a shipment to its end as the service’s clock goes on', async () => {
    const sandbox = await testSandbox()
    const station = await testStation(sandbox)
    const quote = await station.run('quotes.request', palletsToChicago())
    const { bookingId } = await station.run('bookings.submit', bookingOf(quote))
    const { shipmentId } = await station.until('the booking', async () => {
      const booking = await station.run('bookings.get', { bookingId })
      return booking.shipmentId === null ? null : { shipmentId: booking.shipmentId }
    })
    await sandbox.jump(60 * DAY)
    await station.run('tracking.sync', {})
    const detail = await station.run('shipments.get', { shipmentId })
    expect(['DELIVERED', 'RETURNED']).toContain(detail.shipment.status)
    const times = detail.events.map(({ timestamp }) => Date.parse(timestamp))
    expect(times).toEqual([...times].sort((a, b) => b - a))
    expect(detail.events.length).toBeGreaterThan(4)
    expect(new Set(detail.events.map(({ eventId }) => eventId)).size).toBe(detail.events.length)
    expect(detail.shipment.lastEvent?.eventId).toBe(detail.events[0]?.eventId)
  })

  it('lists what comes to a service that had no shipment at the first look', async () => {
    const sandbox = await testSandbox()
    const station = await testStation(sandbox, { background: false })
    expect(await station.run('tracking.sync', {})).toMatchObject({ shipments: 0 })
    await bookedElsewhere(sandbox, 'PO-1')
    expect(await station.run('tracking.sync', {})).toMatchObject({ shipments: 1 })
  })

  it('asks for news less and less often while nothing happens, though each turn asks for what webhooks left open', async () => {
    const sandbox = await testSandbox()
    const station = await testStation(sandbox)
    const { sync } = station.station.services
    const waits: number[] = []
    for (let turn = 0; turn < 3; turn += 1) {
      await sync.refreshSoon([])
      const { nextSyncAt } = await station.until('a turn', async () => {
        const state = await sync.state()
        return state.nextSyncAt === null ? null : { nextSyncAt: state.nextSyncAt }
      })
      waits.push(Math.round((Date.parse(nextSyncAt) - sandbox.clock.now().getTime()) / 1000))
      sync.hasten()
    }
    // A person's nudge begins at the short pace; asking for nothing does not.
    expect(Math.max(...waits)).toBeGreaterThan(15)
  })

  it('while the service is away keeps what it has, and says since when', async () => {
    const clock = new FakeClock()
    const sandbox = await testSandbox({ samples: true })
    const station = await testStation(sandbox, { background: false, clock })
    await station.run('tracking.sync', {})
    await sandbox.close()
    const answeredAt = clock.now().toISOString()
    clock.advance(DAY)
    await expect(station.run('tracking.sync', {})).rejects.toMatchObject({ code: 'SERVICE_UNREACHABLE' })
    expect((await station.run('station.state', {})).connection).toMatchObject({
      kind: 'offline',
      error: { code: 'SERVICE_UNREACHABLE' },
    })
    const { total, updatedAt } = await station.run('shipments.search', {})
    expect(total).toBeGreaterThan(0)
    // Reading what is here is no update.
    expect(updatedAt).toBe(answeredAt)
  })
})
