import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { createFreightClient } from '../../src-main/freight/client.ts'
import { endpointAt, ENDPOINTS, type EndpointName } from '../../src-shared/freight/endpoints.ts'
import { FakeClock } from '../support/fake-clock.ts'

const names = Object.keys(ENDPOINTS) as EndpointName[]

test.each([
  ['GET', '/help', 'general', 'Helper'],
  ['GET', '/location/search/77494', 'locations', 'Locations'],
  ['GET', '/location/search/US/78040', 'locations', 'Locations'],
  ['GET', '/sat-code/lookup/en/steel', 'locations', 'SAT codes'],
  ['POST', '/address/validate', 'general', 'Locations'],
  ['POST', '/quote', 'quotes-and-tracking', 'Quotes'],
  ['POST', '/quote-crossborder', 'quotes-and-tracking', 'Quotes'],
  ['GET', '/tracking', 'quotes-and-tracking', 'Tracking'],
  ['GET', '/tracking/lookup/S1', 'quotes-and-tracking', 'Shipments'],
  ['POST', '/track/shipment', 'quotes-and-tracking', 'Tracking'],
  ['POST', '/track/shipments', 'quotes-and-tracking', 'Tracking'],
  ['GET', '/shipments/S1/track', 'quotes-and-tracking', 'Tracking'],
  ['POST', '/track/get-documents', 'documents', 'Documents'],
  ['GET', '/shipments/S1/labels', 'documents', 'Documents'],
  ['GET', '/documents/D1', 'documents', 'Documents'],
  ['POST', '/tracking/webhook', 'general', 'Webhooks'],
  ['GET', '/shipments', 'general', 'Shipments'],
  ['POST', '/book-shipment', 'general', 'Shipments'],
  ['POST', '/book/L1', 'general', 'Shipments'],
] as const)('%s %s counts as %s and stands under %s', (method, path, family, section) => {
  expect(endpointAt(method, path)).toMatchObject({ family, section })
})

test.each([
  ['POST', '/'],
  ['PUT', '/quote'],
  ['GET', '/book-shipment/S1'],
  ['GET', '/documents/D1/thumbnail'],
])('%s %s is no endpoint of the interface', (method, path) => {
  expect(endpointAt(method, path)).toBeUndefined()
})

describe('every endpoint of the table', () => {
  it('is found by its own method and path, and by no other row', () => {
    for (const name of names) {
      const { method, path } = ENDPOINTS[name]
      expect(endpointAt(method, path.replaceAll(/[{}]/g, ''))).toBe(ENDPOINTS[name])
    }
  })

  it('is a row of the page that lists what the embedded service was asked for', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/interface.md'), 'utf8')
    const missing = names.filter((name) => !page.includes(`${ENDPOINTS[name].method} ${ENDPOINTS[name].path}`))
    expect(missing).toEqual([])
  })

  it('is one that the client can be asked for', async () => {
    const paths: string[] = []
    const client = createFreightClient(async () => ({ baseUrl: 'http://127.0.0.1:9/api/v1', apiKey: null }), {
      clock: new FakeClock(),
      onCall: ({ method, path }) => paths.push(`${method} ${path.split('?')[0] ?? ''}`),
    })
    const word = 'W-1'
    const call: Record<string, readonly unknown[]> = {
      searchLocationsIn: [],
      searchLocations: [word],
      lookUpSatCodes: ['en', 'steel'],
      bookLoad: [word, {}],
      changeShipment: [],
      trackShipments: [[word]],
      listTrackingEvents: [{}],
      replaceDocument: [word, {}],
      updateWebhook: [word, {}],
      testWebhook: [word, {}],
    }
    const calls = new Map<string, (...words: readonly never[]) => unknown>(Object.entries(client))
    for (const name of names) {
      const words = (call[name] ?? [word]) as readonly never[]
      await Promise.resolve(calls.get(name)?.(...words)).catch(() => undefined)
    }
    await client.searchLocations(word, 'US').catch(() => undefined)
    await client.cancelShipment(word, { reason: 'test' }).catch(() => undefined)
    const wanted = names.map((name) => {
      const { method, path } = ENDPOINTS[name]
      return `${method} ${path
        .replace('{country}', 'US')
        .replace('{language}', 'en')
        .replace('{value}', 'steel')
        .replaceAll(/\{\w+\}/g, word)}`
    })
    expect([...new Set(paths)].toSorted()).toEqual([...new Set(wanted)].toSorted())
  })
})
