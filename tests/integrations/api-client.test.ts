import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { createWaybillClient, type Schemas, type WaybillError } from '../../clients/typescript/index.mjs'
import { SHOWN } from '../../src-main/integrations/openapi-examples.ts'
import { openApi } from '../support/local-api.ts'

it('quotes, books and looks the shipment up with the typed client', async () => {
  const { url, secret, until } = await openApi()
  const waybill = createWaybillClient(url, secret)

  const quoted = await waybill.POST('/v1/quotes.request', { body: SHOWN['quotes.request'] })
  const { id, rates }: Schemas['Quote'] = quoted.data?.value ?? expect.unreachable()
  const submitted = await waybill.POST('/v1/bookings.submit', {
    body: {
      kind: 'quote',
      submissionId: 'erp-order-2001',
      quoteId: id,
      rateId: rates[0]?.rateId ?? '',
      shipperInfo: { companyName: 'Acme Machine' },
      consigneeInfo: { companyName: 'Globex Corporation' },
      reference: 'ORDER-2001',
      instructions: '',
      pickupDate: '2026-11-23',
      labelFormat: 'ZPL',
    },
  })
  const { bookingId }: Schemas['Booking'] = submitted.data?.value ?? expect.unreachable()
  const shipmentId = await until('the shipment', async () => {
    const { data } = await waybill.POST('/v1/bookings.get', { body: { bookingId } })
    return data?.value.shipmentId ?? null
  })
  const { data } = await waybill.POST('/v1/shipments.refresh', { body: { shipmentId } })
  const shipment: Schemas['Shipment'] = data?.value.shipment ?? expect.unreachable()
  expect(shipment).toMatchObject({ shipmentId, reference: 'ORDER-2001' })
})

it('gives an error as data with its status', async () => {
  const { url, secret } = await openApi()
  const waybill = createWaybillClient(url, secret)
  const missing = await waybill.POST('/v1/bookings.get', { body: { bookingId: 'none' } })
  const error: WaybillError = missing.error?.error ?? expect.unreachable()
  expect([missing.response.status, error.code, missing.data]).toEqual([404, 'NOT_FOUND', undefined])
  const stranger = await createWaybillClient(url, 'wbt_wrong').POST('/v1/station.state', { body: {} })
  expect([stranger.response.status, stranger.error?.error.code]).toEqual([401, 'TOKEN_REFUSED'])
})

it('asks for the openapi-fetch that it is tested with', () => {
  const packageSchema = z.object({
    dependencies: z.record(z.string(), z.string()),
    devDependencies: z.record(z.string(), z.string()).default({}),
  })
  const read = (path: string) => packageSchema.parse(JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')))
  const { dependencies } = read('../../clients/typescript/package.json')
  expect(dependencies['openapi-fetch']).toBe(read('../../package.json').devDependencies['openapi-fetch'])
})
