import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { bookedShipmentSchema, shipmentDetailSchema, shipmentSummarySchema } from '../../src-shared/freight/shipment.ts'
import { booked, quoted } from './quoting.ts'
import { dataOf, errorOf, HOUR_MS, palletRequest, quietMonday, useService } from './service.ts'

const service = useService()
const NORTHLINE = { provider: 'Northline Freight', service: 'LTL_STANDARD' }

describe('booking from a quote', () => {
  test('gives the shipment, its numbers, its labels and the price that was quoted', async () => {
    const quote = await quoted(service)
    const answer = await service.post('/book-shipment', { quoteId: quote.quoteId, selectedRate: NORTHLINE })
    expect(answer.status).toBe(201)
    const shipment = dataOf(answer, bookedShipmentSchema)
    const rate = quote.rates.find(
      ({ provider, service }) => provider === NORTHLINE.provider && service === NORTHLINE.service,
    )
    expect(shipment).toMatchObject({ status: 'PENDING', totalCost: rate?.totalCost, currency: 'USD', ...NORTHLINE })
    expect(shipment.trackingNumber).toMatch(/^NLTF\d{11}$/)
    expect(shipment.proNumber).toMatch(/^407\d{7}$/)
    expect(shipment.labels).toHaveLength(1)
    expect(shipment.estimatedDelivery?.slice(0, 10)).toBe(rate?.deliveryDate)
  })

  test('keeps everything that was told', async () => {
    const { shipmentId } = await booked(
      service,
      { accessorials: ['LIFTGATE_DELIVERY'] },
      {
        reference: 'PO-1001',
        instructions: 'Dock 4, call ahead',
        shipperInfo: { contactName: 'Night shift' },
        consigneeInfo: { companyName: 'Brightwater West', phone: '+1 214 555 0100' },
      },
    )
    const detail = dataOf(await service.get(`/tracking/lookup/${shipmentId}`), shipmentDetailSchema)
    const { originAddress, destinationAddress, cargo } = palletRequest()
    expect(detail).toMatchObject({
      originAddress,
      destinationAddress,
      cargo,
      reference: 'PO-1001',
      instructions: 'Dock 4, call ahead',
      shipperInfo: { companyName: 'Lakeshore Pump & Valve', contactName: 'Night shift' },
      consigneeInfo: { companyName: 'Brightwater West', contactName: 'Sam Okafor', phone: '+1 214 555 0100' },
    })
  })

  test('the same reference twice makes two shipments, both found by it', async () => {
    const first = await booked(service, {}, { reference: 'TWICE' })
    const second = await booked(service, {}, { reference: 'TWICE' })
    const found = dataOf(await service.get('/shipments?reference=TWICE'), z.array(shipmentSummarySchema))
    expect(found.map(({ shipmentId }) => shipmentId).sort()).toEqual([first.shipmentId, second.shipmentId].sort())
  })

  test('the same quote books twice under two ids', async () => {
    const { quoteId } = await quoted(service)
    const book = async () =>
      dataOf(await service.post('/book-shipment', { quoteId, selectedRate: NORTHLINE }), bookedShipmentSchema)
    const [first, second] = [await book(), await book()]
    expect(first.shipmentId).not.toBe(second.shipmentId)
    expect(first.trackingNumber).not.toBe(second.trackingNumber)
    expect(first.proNumber).not.toBe(second.proNumber)
  })

  test('a quote is refused from the end of its hour on, and nothing is booked', async () => {
    const { quoteId } = await quoted(service)
    await service.jump(HOUR_MS)
    const answer = await service.post('/book-shipment', { quoteId, selectedRate: NORTHLINE, reference: 'TOO-LATE' })
    expect(errorOf(answer)).toMatchObject({
      code: 'INVALID_REQUEST',
      details: { field: 'quoteId', reason: 'QUOTE_EXPIRED', expiredAt: expect.any(String) },
    })
    expect((await service.get('/shipments?reference=TOO-LATE')).body).toMatchObject({ data: [] })
  })

  test('a rate that the quote does not have is refused, with those it has', async () => {
    const { quoteId, rates } = await quoted(service)
    const answer = await service.post('/book-shipment', {
      quoteId,
      selectedRate: { provider: 'Northline Freight', service: 'BY_BALLOON' },
    })
    expect(errorOf(answer).details).toMatchObject({
      field: 'selectedRate',
      reason: 'RATE_NOT_IN_QUOTE',
      rates: rates.map(({ provider, service }) => ({ provider, service })),
    })
  })
})

describe('booking directly', () => {
  const direct = (changes: object = {}) => ({ ...palletRequest(), service: NORTHLINE, reference: 'DIRECT', ...changes })

  test('costs what a quote of the same freight would', async () => {
    const { rates } = await quoted(service)
    const answer = await service.post('/book-shipment', direct({ shipDate: quietMonday() }))
    expect(answer.status).toBe(201)
    expect(dataOf(answer, bookedShipmentSchema).totalCost).toBe(
      rates.find((rate) => rate.provider === NORTHLINE.provider && rate.service === NORTHLINE.service)?.totalCost,
    )
  })

  test.each([
    ['an unknown provider', { service: { provider: 'Nobody', service: 'LTL_STANDARD' } }, 'service.provider'],
    ['an unknown service', { service: { provider: 'Northline Freight', service: 'NOPE' } }, 'service.service'],
    ['an empty reference', { reference: ' ' }, 'reference'],
  ])('%s is refused with its field', async (_, changes, field) => {
    const answer = await service.post('/book-shipment', direct(changes))
    expect(answer.status).toBe(400)
    expect(errorOf(answer)).toMatchObject({ code: 'INVALID_REQUEST', details: { field } })
  })
})

test('a body that names a quote is read as the quote form, faults and all', async () => {
  const { details } = errorOf(await service.post('/book-shipment', { quoteId: 7 }))
  expect(details['issues']).toEqual([
    { path: 'quoteId', message: expect.any(String) },
    { path: 'selectedRate', message: 'is required' },
  ])
  const direct = errorOf(await service.post('/book-shipment', {}))
  expect(direct.details['field']).toBe('originAddress')
})

test('shipments, quotes and the numbers go on after a restart', async () => {
  const before = await booked(service, {}, { reference: 'BEFORE' })
  const { quoteId } = await quoted(service)
  const url = before.labels?.[0]?.url ?? ''
  await service.restart()
  const after = dataOf(await service.post('/book-shipment', { quoteId, selectedRate: NORTHLINE }), bookedShipmentSchema)
  expect(Number(after.proNumber?.slice(0, -1))).toBe(Number(before.proNumber?.slice(0, -1)) + 1)
  const detail = dataOf(await service.get(`/tracking/lookup/${before.shipmentId}`), shipmentDetailSchema)
  expect(detail.reference).toBe('BEFORE')
  expect(new URL(detail.labels?.[0]?.url ?? '').search).toBe(new URL(url).search)
})
