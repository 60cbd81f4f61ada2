import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { bookedElsewhere } from '../support/elsewhere.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { otherService, type Spoken } from '../support/other-service.ts'
import { testSandbox } from '../support/sandbox.ts'
import { testStation, type TestStation } from '../support/test-station.ts'

const answerSchema = z.looseObject({ data: z.looseObject({ totalCost: z.number() }) })

/** A station of a service that says another price, or currency, than the embedded one. */
async function stationOf(isIts: (method: string, url: string) => boolean, change: (cost: number) => object) {
  const sandbox = await testSandbox()
  const service = await otherService(sandbox, ({ method, url }, spoken): Spoken => {
    const answer = isIts(method ?? '', url) ? answerSchema.safeParse(spoken.body).data : undefined
    return answer
      ? { ...spoken, body: { ...answer, data: { ...answer.data, ...change(answer.data.totalCost) } } }
      : spoken
  })
  const app = await testStation(sandbox, {
    startEmbedded: async () => ({ ...sandbox, baseUrl: service.baseUrl, close: async () => undefined }),
  })
  return { sandbox, app }
}

async function open(app: TestStation) {
  await app.station.services.inbox.look()
  return (await app.run('inbox.list', {})).items.filter(({ kind }) => kind === 'overcharged')
}

async function bookedAtThrice() {
  const isBooking = (method: string, url: string) => method === 'POST' && url.endsWith('/book-shipment')
  const { app } = await stationOf(isBooking, (cost) => ({ totalCost: cost * 3 }))
  const quote = await app.run('quotes.request', palletsToChicago())
  const { bookingId } = await app.run('bookings.submit', bookingOf(quote, { reference: 'PO-3' }))
  const booked = await app.until('BOOKED', async () => {
    const booking = await app.run('bookings.get', { bookingId })
    return booking.state === 'BOOKED' ? booking : null
  })
  return { app, booked }
}

describe('a booking that was charged more than was agreed', () => {
  test('is an item with both amounts until it is canceled', async () => {
    const { app, booked } = await bookedAtThrice()
    const [item, ...more] = await open(app)
    expect(more).toEqual([])
    expect(item).toMatchObject({ subjectId: booked.bookingId, label: 'PO-3', severity: 'high' })
    expect(item?.consignee).toBe(booked.consigneeName)
    const [was = 0, now = 0] = [booked.total, booked.charged].map((price) => (price?.minor ?? 0) / 100)
    expect(item?.text).toContain(`${was.toFixed(2)} USD -> ${now.toFixed(2)} USD`)
    await app.run('bookings.requestChange', {
      submissionId: 'cancel-the-dear-one',
      bookingId: booked.bookingId,
      change: { kind: 'cancel', reason: 'too dear' },
    })
    await app.until('its end', async () => ((await open(app)).length === 0 ? true : null))
  })

  test('is none within the tolerance, nor once its day of pickup has passed', async () => {
    const { app } = await bookedAtThrice()
    await app.run('settings.update', { priceTolerance: 10 })
    expect(await open(app)).toHaveLength(1)
    const { db } = app.station.stores.ledger
    db.exec(`UPDATE booking SET summary = json_set(summary, '$.charged', json_set(summary -> '$.total', '$.minor',
      summary ->> '$.total.minor' + 1))`)
    expect(await open(app)).toEqual([])
    await app.run('settings.update', { priceTolerance: 0 })
    expect(await open(app)).toHaveLength(1)
    db.exec(`UPDATE booking SET summary = json_set(summary, '$.pickupDate', '2026-10-01')`)
    expect(await open(app)).toEqual([])
  })
})

describe('a refund', () => {
  test('of a shipment that was not booked here is in its own currency', async () => {
    const { sandbox, app } = await stationOf(
      (method, url) => method === 'GET' && /shipments|tracking/.test(url),
      () => ({ currency: 'CAD' }),
    )
    const shipmentId = await bookedElsewhere(sandbox, 'ELSEWHERE-1')
    const detail = await app.run('shipments.refresh', { shipmentId })
    expect(detail).toMatchObject({ shipment: { total: { currency: 'CAD' } } })
    await app.run('bookings.requestChange', {
      submissionId: 'cancel-elsewhere-1',
      shipmentId,
      change: { kind: 'cancel', reason: 'not needed', refundRequested: true },
    })
    const done = await app.until('its end', async () => {
      const [change] = await app.run('bookings.changes', { shipmentId })
      return change?.state === 'DONE' ? change : null
    })
    expect(done.cancellation?.refund).toMatchObject({ currency: 'CAD' })
  })
})
