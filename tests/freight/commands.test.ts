import { z } from 'zod'
import { describe, expect, it } from 'vitest'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { memoryKeychain } from '../support/memory-keychain.ts'
import { httpServer } from '../support/http-server.ts'
import { testSandbox } from '../support/sandbox.ts'
import { testStation } from '../support/test-station.ts'

async function bookedStation() {
  const app = await testStation(await testSandbox())
  const quote = await app.run('quotes.request', palletsToChicago())
  const { bookingId } = await app.run('bookings.submit', bookingOf(quote))
  const shipmentId = await app.until(
    'the booking',
    async () => (await app.run('bookings.get', { bookingId })).shipmentId,
  )
  return { app, shipmentId }
}

/** The error that a command answers with. */
async function refused(app: Awaited<ReturnType<typeof testStation>>, name: string, input: unknown) {
  const result = await app.station.invoke(name, input)
  if (result.ok) throw new Error(`${name} was not refused`)
  return result.error
}

describe('the documents of a shipment', () => {
  it('are listed, made, opened and deleted, and no link reaches the screen', async () => {
    const { app, shipmentId } = await bookedStation()
    const listed = await app.run('documents.list', { shipmentId })
    expect(listed.map(({ type }) => type)).toContain('BOL')
    expect(JSON.stringify(listed)).not.toMatch(/token|http/)
    const made = await app.run('documents.generate', {
      template: 'CUSTOM_FORM',
      shipmentId,
      templateData: { title: 'Gate pass', fields: [{ name: 'gate', label: 'Gate', value: '7' }] },
    })
    const { name, contentType, bytes } = await app.run('documents.download', { documentId: made.documentId })
    expect({ name, contentType }).toEqual({ name: made.name, contentType: 'application/pdf' })
    expect(Buffer.from(bytes, 'base64').subarray(0, 4).toString()).toBe('%PDF')
    await app.run('documents.delete', { documentId: made.documentId })
    expect(await refused(app, 'documents.download', { documentId: made.documentId })).toMatchObject({
      code: 'DOCUMENT_NOT_FOUND',
    })
  })
})

describe('webhooks', () => {
  it('are managed without a secret ever reaching the screen', async () => {
    const receiver = await httpServer((_request, response) => response.writeHead(200).end())
    const { keychain, secret: secretOf } = memoryKeychain()
    const app = await testStation(await testSandbox(), { openKeychain: async () => keychain })
    const secrets = () => z.record(z.string(), z.string()).parse(JSON.parse(secretOf('webhook secrets') ?? '{}'))
    const url = new URL('/hook', receiver.baseUrl).href
    const made = await app.run('webhooks.create', { url, events: ['tracking.updated', 'tracking.updated'] })
    expect(made).toMatchObject({ url, events: ['tracking.updated'], active: true, secret: 'keychain' })
    const secret = secrets()[made.webhookId]
    expect(secret).toMatch(/^[0-9a-f]{64}$/)
    const { webhookId } = made
    expect(await app.run('webhooks.test', { webhookId })).toMatchObject({ delivered: true, statusCode: 200 })
    const shown = [
      made,
      await app.run('webhooks.list', {}),
      await app.run('webhooks.update', { webhookId, active: false }),
    ]
    expect(JSON.stringify(shown)).not.toContain(secret)
    expect(await app.run('webhooks.delete', { webhookId })).toEqual([])
    expect(secrets()).toEqual({})
  })
})

describe('input that cannot be used', () => {
  const inputs = [
    ['locations.search', { text: '  ' }, 'text: enter a ZIP or postal code'],
    ['locations.search', { text: '780', country: 'FR' }, 'country: must be one of US, MX, CA'],
    ['satCodes.search', { language: 'de', term: 'steel' }, 'language: must be one of en, es'],
    ['satCodes.search', { language: 'en', term: 'st' }, 'term: enter at least 3 letters'],
    ['addresses.validate', { street1: ' ', country: 'US' }, 'street1: enter the street address'],
    ['documents.list', { shipmentId: '../x' }, 'shipmentId must not contain spaces'],
    ['documents.download', { documentId: 'D?x=1' }, 'documentId must not contain spaces'],
    ['documents.download', { documentId: 'D', format: 'DOC' }, 'format: must be one of PDF, PNG, ZPL, EPL'],
    [
      'documents.generate',
      { template: 'CUSTOM_FORM', shipmentId: 'S', data: {} },
      'CUSTOM_FORM is made from templateData',
    ],
    ['documents.generate', { template: 'INVOICE', shipmentId: 'S' }, 'template: must be one of COMMERCIAL_INVOICE'],
    ['documents.delete', {}, 'documentId must be a text'],
    ['webhooks.create', { url: 'http://example.com', events: ['tracking.updated'] }, 'url: must start with https://'],
    [
      'webhooks.create',
      { url: 'https://a:b@example.com', events: ['tracking.updated'] },
      'must not contain a user name',
    ],
    ['webhooks.create', { url: 'ftp://example.com', events: ['tracking.updated'] }, 'url: must be a URL'],
    ['webhooks.create', { url: 'https://example.com', events: [] }, 'choose at least one event'],
    ['webhooks.create', { url: 'https://example.com', events: ['x'] }, 'must be one of shipment.created'],
    ['webhooks.create', { url: 'https://example.com', events: ['tracking.updated'], secret: 'short' }, 'at least 16'],
    ['webhooks.update', { webhookId: 'W' }, 'give at least one of url, events, and active'],
  ] as const

  it('is told by its field', async () => {
    const app = await testStation(await testSandbox(), { background: false })
    for (const [name, input, message] of inputs) {
      const error = await refused(app, name, input)
      expect(error).toMatchObject({ code: 'INVALID_INPUT', message: expect.stringContaining(message) })
    }
  })
})
