import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { booked, quoted } from './quoting.ts'
import { DAY_MS, errorOf, useService } from './service.ts'

const service = useService()
const NORTHLINE = { provider: 'Northline Freight', service: 'LTL_STANDARD' }
const give = (balanceMinor: number | null) => service.faultApi('POST', '/settings', { balanceMinor })
const balance = async () =>
  z.object({ balanceMinor: z.number().nullable() }).parse((await service.faultApi('GET', '/account')).body).balanceMinor
const priceOf = async () => {
  const { rates } = await quoted(service)
  const rate = rates.find(
    ({ provider, service: level }) => provider === NORTHLINE.provider && level === NORTHLINE.service,
  )
  return Math.round((rate?.totalCost ?? 0) * 100)
}

describe('the account', () => {
  test('pays for anything until it is given a balance', async () => {
    expect(await balance()).toBeNull()
    await booked(service)
    await give(500_00)
    expect(await balance()).toBe(500_00)
    await give(null)
  })

  test('that has too little books nothing, and says what it has and what it needs', async () => {
    const price = await priceOf()
    await give(price - 1)
    const { quoteId } = await quoted(service)
    const body = { quoteId, selectedRate: NORTHLINE, reference: 'POOR' }
    const answer = await service.post('/book-shipment', body)
    expect(answer.status).toBe(403)
    expect(errorOf(answer)).toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
      details: { balance: (price - 1) / 100, required: price / 100, currency: 'USD' },
    })
    expect((await service.get('/shipments?reference=POOR')).body).toMatchObject({ data: [] })
    await give(price)
    expect((await service.post('/book-shipment', body)).status).toBe(201)
    expect(await balance()).toBe(0)
  })

  test('has a refund back a day after the cancellation, and not before', async () => {
    const price = await priceOf()
    await give(price)
    const { shipmentId } = await booked(service)
    await service.post(`/update-shipment/${shipmentId}`, { reason: 'Withdrawn', refundRequested: true })
    expect(await balance()).toBe(0)
    await service.jump(DAY_MS)
    expect(await balance()).toBe(price)
    await booked(service)
    expect(await balance()).toBe(0)
  })

  test('keeps what is left over a restart with the same balance, and starts anew with another', async () => {
    const price = await priceOf()
    const start = 3 * price
    await service.restart({ settings: { balanceMinor: start } })
    await booked(service)
    await service.restart({ settings: { balanceMinor: start } })
    expect(await balance()).toBe(2 * price)
    await service.restart({ settings: { balanceMinor: start + 1 } })
    expect(await balance()).toBe(start + 1)
  })
})
