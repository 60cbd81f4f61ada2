import { describe, expect, it } from 'vitest'
import { pickupDayOfQuote } from '../../src-shared/station/quote/quoted-pickup.ts'
import { turned } from '../../src-main/quotes/return-quote.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { testSandbox } from '../support/sandbox.ts'
import { testStation } from '../support/test-station.ts'

const DAY = 24 * 60 * 60 * 1000

describe('a return', () => {
  it('is the same freight the other way round', () => {
    const request = palletsToChicago({ accessorials: ['LIFTGATE_DELIVERY', 'APPOINTMENT_DELIVERY'] })
    const back = turned(request, '2026-12-01')
    expect(back).toMatchObject({
      originAddress: request.destinationAddress,
      destinationAddress: request.originAddress,
      accessorials: ['LIFTGATE_PICKUP'],
      shipDate: '2026-12-01',
      cargo: request.cargo,
    })
    expect(turned(back, '2026-12-01').originAddress).toEqual(request.originAddress)
  })

  it('is asked for of a delivered shipment alone, and its booking keeps whose return it is', async () => {
    const sandbox = await testSandbox()
    const { run, until } = await testStation(sandbox)
    const booked = async (input: Parameters<typeof bookingOf>[0], reference: string) => {
      const { bookingId } = await run('bookings.submit', bookingOf(input, { reference }))
      return until('the booking', async () => {
        const found = await run('bookings.get', { bookingId })
        return found.shipmentId === null ? null : found
      })
    }
    const sent = []
    for (const reference of ['PO-1', 'PO-2', 'PO-3', 'PO-4']) {
      const { shipmentId } = await booked(await run('quotes.request', palletsToChicago()), reference)
      sent.push(shipmentId ?? '')
    }
    const [first = ''] = sent
    await run('shipments.refresh', { shipmentId: first })
    await expect(run('quotes.requestReturn', { shipmentId: first })).rejects.toMatchObject({ code: 'WRONG_STATE' })
    await expect(run('quotes.requestReturn', { shipmentId: 'nobody' })).rejects.toMatchObject({ code: 'NOT_FOUND' })

    // Some come back by themselves, undelivered.
    await sandbox.jump(60 * DAY)
    const ended = await Promise.all(sent.map((shipmentId) => run('shipments.refresh', { shipmentId })))
    const outward = ended.find(({ shipment }) => shipment.status === 'DELIVERED')?.shipment.shipmentId ?? ''
    expect(outward, ended.map(({ shipment }) => shipment.status).join()).not.toBe('')
    const quote = await run('quotes.requestReturn', { shipmentId: outward })
    expect(quote).toMatchObject({ returnOf: outward, request: { originAddress: { city: 'Chicago' } } })
    expect((await run('shipments.get', { shipmentId: outward })).returns).toBeUndefined()

    // The same asked again is still a return.
    const again = await run('quotes.again', { id: quote.id })
    expect(again.quote).toMatchObject({ returnOf: outward })
    // The service is two months ahead, and comes on no day before.
    const pickupDate = pickupDayOfQuote(quote) ?? ''
    const { bookingId } = await run('bookings.submit', { ...bookingOf(quote, { reference: 'PO-1-R' }), pickupDate })
    const back = await until('the return', async () => {
      const found = await run('bookings.get', { bookingId })
      return found.shipmentId === null ? null : found
    })
    expect(back).toMatchObject({ returnOf: outward })
    expect((await run('shipments.get', { shipmentId: outward })).returns).toEqual([
      expect.objectContaining({ bookingId, reference: 'PO-1-R', shipmentId: back.shipmentId }),
    ])
    const detail = await run('shipments.refresh', { shipmentId: back.shipmentId ?? '' })
    expect(detail.booking).toMatchObject({ returnOf: outward })
  })
})
