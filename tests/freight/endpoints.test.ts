import { describe, expect, it, onTestFinished } from 'vitest'
import { createFreightClient, type FreightClient } from '../../src-main/freight/client.ts'
import { normaliseCrossBorderQuote } from '../../src-main/freight/normalise/crossborder.ts'
import { normaliseSatCode } from '../../src-main/freight/normalise/location.ts'
import { crossingRequest } from '../sandbox/crossing.ts'
import { palletsToChicago } from '../support/freight.ts'
import { testSandbox, type TestSandbox } from '../support/sandbox.ts'
import { runningClock, TEST_START } from '../support/running-clock.ts'

function clientOf({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }): FreightClient {
  const closing = new AbortController()
  onTestFinished(() => closing.abort())
  return createFreightClient(async () => ({ baseUrl, apiKey }), { clock: runningClock(), closing: closing.signal })
}

async function booked(client: FreightClient, reference: string) {
  const answer = await client.requestQuote(palletsToChicago())
  if (answer.shape !== 'A') throw new Error('not shape A')
  const [rate] = answer.data.rates
  if (!rate) throw new Error('no rate')
  return client.bookShipment({
    quoteId: answer.data.quoteId,
    selectedRate: { provider: rate.provider, service: rate.service },
    reference,
    labelFormat: 'ZPL',
  })
}

async function bookedOnSandbox(options: Parameters<typeof testSandbox>[0] = {}) {
  const sandbox: TestSandbox = await testSandbox(options)
  const client = clientOf(sandbox)
  return { sandbox, client, shipment: await booked(client, 'REF-1') }
}

describe('places and codes', () => {
  it('are found by code, by city and in one country, and not at all without a fault', async () => {
    const client = clientOf(await testSandbox())
    expect((await client.searchLocations('78040')).data[0]).toMatchObject({ city: 'LAREDO', state: 'TX' })
    expect((await client.searchLocations('monterrey', 'MX')).data.every(({ country }) => country === 'MX')).toBe(true)
    expect((await client.searchLocations('zzzzzz')).data).toEqual([])
    expect((await client.searchLocations('a/b?c=1#d')).data).toEqual([])
    await expect(client.searchLocations('..')).rejects.toMatchObject({ code: 'INVALID_REQUEST', delivery: 'unsent' })
  })

  it.each(['full', 'short'] as const)('of the Mexican tax catalogue are read in the %s form', async (satVariant) => {
    const client = clientOf(await testSandbox({ settings: { satVariant } }))
    const [code] = (await client.lookUpSatCodes('en', 'steel')).map(normaliseSatCode)
    expect(code).toMatchObject({ code: expect.stringMatching(/^\d{8}$/), descriptionEs: expect.any(String) })
    expect(code?.category === null).toBe(satVariant === 'short')
    expect(await client.lookUpSatCodes('en', 'st')).toEqual([])
  })

  it('an address is checked, or plainly not checked', async () => {
    const address = { street1: '1201 Santa Maria Avenue', city: 'Laredo', state: 'TX', zip: '78040', country: 'US' }
    const client = clientOf(await testSandbox())
    expect(await client.validateAddress(address)).toMatchObject({ validation_status: expect.any(String) })
    const down = clientOf(await testSandbox({ settings: { addressValidation: 'unavailable' } }))
    await expect(down.validateAddress(address)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryable: true })
  })

  it('the help page comes as it is', async () => {
    expect(await clientOf(await testSandbox()).help()).toContain('<html')
  })
})

describe('a cross-border quote', () => {
  it('is one quote with its legs, cheapest first, and is booked by its load', async () => {
    const client = clientOf(await testSandbox())
    const request = crossingRequest()
    const at = new Date(TEST_START)
    const quote = normaliseCrossBorderQuote(await client.requestCrossBorderQuote(request), request, 'qte_1', at)
    expect(quote.rates.length).toBeGreaterThan(1)
    const totals = quote.rates.map(({ total }) => total.minor)
    expect(totals).toEqual([...totals].sort((a, b) => a - b))
    expect(quote.rates[0]?.moves.length).toBeGreaterThan(1)
    expect(Date.parse(quote.expiresAt) - at.getTime()).toBe(3_600_000)
    const load = await client.bookLoad(quote.loadId, { quoteId: quote.rates[0]?.quoteId ?? '', reference: 'X-1' })
    expect(load).toMatchObject({ loadId: quote.loadId, status: 'PENDING' })
  })
})

describe('a booked shipment', () => {
  it('is tracked in every way there is', async () => {
    const { sandbox, client, shipment } = await bookedOnSandbox()
    const { shipmentId, trackingNumber } = shipment
    await sandbox.jump(2 * 86_400_000)
    expect(await client.trackShipment(shipmentId)).toMatchObject({ shipmentId, reference: 'REF-1' })
    expect(await client.trackByNumber(trackingNumber ?? '')).toMatchObject({ shipmentId })
    expect(await client.trackDetails({ loadId: shipmentId })).toMatchObject({ shipmentId })
    expect(await client.requestTrackingUpdate({ trackingNumber: trackingNumber ?? '' })).toMatchObject({ shipmentId })
    const many = await client.trackShipments([trackingNumber ?? '', 'NOT-THERE'])
    expect(many.records.map((record) => record.shipmentId)).toEqual([shipmentId])
    expect(many.errors).toMatchObject([{ trackingNumber: 'NOT-THERE', code: 'TRACKING_NOT_FOUND' }])
    expect((await client.listInTransit()).hasNext).toBe(false)
    const { events, asOf } = await client.listTrackingEvents({ shipmentIds: [shipmentId], limit: 100 })
    expect(events.length).toBeGreaterThan(0)
    expect(events.every((event) => event.shipmentId === shipmentId)).toBe(true)
    expect(asOf).not.toBeNull()
    expect((await client.listTrackingEvents({ shipmentIds: [] })).events).toEqual([])
  })

  it('has documents, which are listed, fetched by id and by URL, made, replaced and deleted', async () => {
    const { client, shipment } = await bookedOnSandbox()
    const { shipmentId } = shipment
    const [first] = await client.listShipmentDocuments(shipmentId, { type: 'BOL' })
    expect(first).toMatchObject({ type: 'BOL', format: 'PDF' })
    const byId = await client.downloadDocument(first?.documentId ?? '')
    const byUrl = await client.downloadFrom(first?.downloadUrl ?? '')
    expect(byId).toMatchObject({ contentType: 'application/pdf', filename: first?.filename })
    expect(byUrl.bytes.length).toBe(byId.bytes.length)
    expect(await client.getDocument(first?.documentId ?? '')).toMatchObject({ size: byId.bytes.length })
    expect((await client.getDocuments(shipmentId)).length).toBeGreaterThan(0)
    expect((await client.listLabels(shipmentId, { format: 'ZPL', combine: true })).combinedLabel).toBeTruthy()
    expect(await client.fetchLabels(shipmentId, 'EPL')).toHaveLength(2)

    const form = { title: 'Gate pass', fields: [{ name: 'gate', label: 'Gate', value: '7' }] }
    const made = await client.generateDocument({ template: 'CUSTOM_FORM', shipmentId, templateData: form })
    const other = { templateData: { ...form, title: 'Gate pass 2' } }
    expect(await client.replaceDocument(made.documentId, other)).toMatchObject({ documentId: made.documentId })
    await client.deleteDocument(made.documentId)
    await expect(client.getDocument(made.documentId)).rejects.toMatchObject({ code: 'DOCUMENT_NOT_FOUND' })
  })
})

describe('the rate limit of the service', () => {
  it('is known after the first answer, one family at a time', async () => {
    const client = clientOf(await testSandbox({ plan: 'sandbox' }))
    await client.at('background').listShipments({ limit: 1 })
    const general = client.rateLimits().find(({ family }) => family === 'general')
    expect(general).toMatchObject({ limit: 100, remaining: 99, waiting: 0 })
    expect(client.rateLimits().find(({ family }) => family === 'documents')).toMatchObject({
      remaining: 100,
      resetAt: null,
    })
  })
})
