import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { directBooking, SHOWN } from '../../src-main/integrations/openapi-examples.ts'
import { API_COMMANDS, openApiDocument } from '../../src-main/integrations/openapi.ts'
import { HOOK_EVENTS } from '../../src-shared/station/app/connections.ts'
import { isCommandName, type CommandName } from '../../src-shared/station/commands.ts'
import { batchCells, batchCsv } from '../support/batch-files.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { httpServer } from '../support/http-server.ts'
import { openApi } from '../support/local-api.ts'

const contentSchema = z.object({
  'application/json': z.object({ schema: z.looseObject({}), example: z.unknown().optional() }),
})
const operationSchema = z.object({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string().min(10),
  parameters: z.array(z.object({ name: z.string(), schema: z.object({ pattern: z.string() }) })).default([]),
  requestBody: z.object({ content: contentSchema }),
  responses: z.record(z.string(), z.looseObject({})),
})
const documentSchema = z.object({
  openapi: z.literal('3.1.0'),
  info: z.object({ license: z.object({ identifier: z.literal('MIT') }) }),
  servers: z.array(z.object({ url: z.url() })),
  tags: z.array(z.object({ name: z.string(), description: z.string().min(5) })),
  paths: z.record(z.string().startsWith('/v1/'), z.object({ post: operationSchema })),
  webhooks: z.record(z.string(), z.object({ post: operationSchema })),
  components: z.object({
    responses: z.record(z.string(), z.object({ description: z.string(), content: contentSchema })),
    schemas: z.record(z.string(), z.looseObject({})),
  }),
})

/** What the walk below takes out of an answer for its next step. */
const factsSchema = z
  .looseObject({
    job: z.looseObject({}).nullish().catch(null),
    address: z.looseObject({}).optional().catch(undefined),
    rows: z.array(z.looseObject({})).optional().catch(undefined),
  })
  .catch({})

const read = (whole: unknown) => {
  const document = documentSchema.parse(whole)
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema({ $id: 'api', ...closed(whole) })
  /** What is wrong with a value, by the schema at this place of the document. */
  const faults = (place: readonly string[], value: unknown): unknown => {
    const pointer = place.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')
    const validate = ajv.getSchema(`api#/${pointer}`) ?? expect.unreachable(pointer)
    return validate(value) === true ? [] : validate.errors
  }
  return { document, faults }
}

const objectSchema = z.looseObject({
  type: z.union([z.literal('object'), z.tuple([z.literal('object'), z.literal('null')])]),
  properties: z.object({}),
  additionalProperties: z.undefined().optional(),
})

/** The document without room for fields that it does not name: an answer holds none that is kept quiet. */
const closed = (whole: unknown): object =>
  z
    .looseObject({})
    .parse(
      JSON.parse(
        JSON.stringify(whole, (_key, value: unknown) =>
          objectSchema.safeParse(value).success
            ? { ...z.looseObject({}).parse(value), additionalProperties: false }
            : value,
        ),
      ),
    )

const whole: unknown = JSON.parse(JSON.stringify(openApiDocument('1', 'http://127.0.0.1:8790')))

describe('the OpenAPI document of the local API', () => {
  const { document, faults } = read(whole)
  const operations = Object.entries(document.paths).map(([path, { post }]) => ({ path, post }))

  it('describes each command that a token can give: its answer, a sentence and an area that is described', () => {
    expect(operations.map(({ post }) => post.operationId)).toEqual(API_COMMANDS)
    const described = document.tags.map(({ name }) => name)
    const used = [...operations.map(({ post }) => post), ...Object.values(document.webhooks).map(({ post }) => post)]
    expect(new Set(used.flatMap(({ tags }) => tags))).toEqual(new Set(described))
    expect(new Set(used.map(({ operationId }) => operationId)).size).toBe(used.length)
  })

  it('is OpenAPI 3.1', async () => {
    const validator = new Validator()
    expect(await validator.validate(z.looseObject({}).parse(whole))).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  it('leads somewhere with every reference, and names no component that nothing refers to', () => {
    const text = JSON.stringify(whole)
    const references = new Set(
      [...text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)].map(([, kind, name]) => `${kind}/${name}`),
    )
    const { schemas, responses } = document.components
    const named = [
      ...Object.keys(schemas).map((name) => `schemas/${name}`),
      ...Object.keys(responses).map((name) => `responses/${name}`),
    ]
    // A POST is never answered so.
    expect(new Set(named)).toEqual(new Set([...references, 'responses/MethodNotAllowed']))
  })

  it('has examples that its own schemas take', () => {
    const shown = operations.filter(({ post }) => post.requestBody.content['application/json'].example !== undefined)
    expect(shown.length).toBeGreaterThan(100)
    for (const { path, post } of shown) {
      const { example } = post.requestBody.content['application/json']
      expect(
        faults(['paths', path, 'post', 'requestBody', 'content', 'application/json', 'schema'], example),
        path,
      ).toEqual([])
    }
    for (const [name, { content }] of Object.entries(document.components.responses)) {
      expect(faults(['components', 'schemas', 'Error'], content['application/json'].example), name).toEqual([])
    }
  })

  it('is true of what a station answers', { timeout: 120_000 }, async () => {
    const { give, until } = await openApi({ role: 'supervisor' }, { samples: true })
    const statuses = new Map<string, number>()
    const ask = async (name: CommandName, input: object = {}) => {
      const { status, body } = await give(name, input)
      const answer = ['paths', `/v1/${name}`, 'post', 'responses', '200', 'content', 'application/json', 'schema']
      const place = status === 200 ? answer : ['components', 'schemas', 'Error']
      expect.soft(document.paths[`/v1/${name}`]?.post.responses[status], `${name} ${status}`).toBeDefined()
      expect.soft(faults(place, body), `${name} ${JSON.stringify(body).slice(0, 1500)}`).toEqual([])
      statuses.set(name, Math.min(status, statuses.get(name) ?? status))
      return factsSchema.parse(body.value)
    }
    const day = '2026-11-23'

    const { id } = await ask('quotes.request', palletsToChicago())
    for (const name of ['quotes.get', 'quotes.find', 'quotes.again'] as const) await ask(name, { id })
    await ask('rules.save', { name: 'Cheapest', does: { kind: 'cheapest', days: 10 } })
    await ask('rules.decide', { quoteId: id })
    await ask('rules.try', { name: 'Fastest', does: { kind: 'cheapest', days: 10 } })
    await ask('tracking.sync')
    const { bookingId } = await ask('bookings.submit', directBooking('Machine parts'))
    const { shipmentId } = await until('the label', async () => {
      const booking = await ask('bookings.get', { bookingId })
      return booking['hasLabel'] === true ? booking : null
    })
    for (const name of ['content', 'answers', 'changes', 'check', 'cancel'] as const) {
      await ask(`bookings.${name}`, { bookingId })
    }
    for (const reference of ['ORDER-1001', 'ORDER-1009']) await ask('bookings.referenceFor', { reference })

    await ask('shipments.search')
    for (const name of ['shipments.refresh', 'shipments.get', 'labels.preview', 'labels.pieceCodes'] as const) {
      await ask(name, { shipmentId })
    }
    for (const name of ['shipments.signature', 'papers.mail', 'quotes.requestReturn'] as const) {
      await ask(name, { shipmentId })
    }
    await ask('shipments.note', { shipmentId, text: 'Call first' })
    await ask('shipments.acknowledge', { shipmentId })
    await ask('shipments.lookupMany', { codes: ['ORDER-1001', 'none'] })
    await ask('shipments.stats', { from: '2026-10-01T00:00:00Z', until: '2026-12-01T00:00:00Z' })
    await ask('shipments.exportCsv')
    await ask('labels.inspect', { of: { shipmentId } })
    const { job } = await ask('pack.scan', { code: 'ORDER-1001' })
    const jobId = job?.['jobId']
    const printerId = job?.['printerId']
    for (const code of ['ORDER-1001', 'none']) await ask('pack.scan', { code })
    await until('the print', async () => ((await ask('jobs.get', { jobId }))['state'] === 'PRINTED' ? true : null))
    const { listId } = await ask('printLists.add', { codes: ['ORDER-1001', 'none'] })
    await ask('printLists.get', { listId })
    for (const name of ['status', 'options', 'count', 'check', 'pause', 'resume', 'test'] as const) {
      await ask(`printers.${name}`, { printerId })
    }
    const templateData = { title: 'Gate pass', fields: [{ name: 'gate', label: 'Gate', value: '7' }] }
    const { documentId } = await ask('documents.generate', { template: 'CUSTOM_FORM', shipmentId, templateData })
    await ask('documents.list', { shipmentId })
    for (const name of ['download', 'pages', 'typed', 'delete'] as const) await ask(`documents.${name}`, { documentId })

    await ask('orders.add', SHOWN['orders.add'])
    const { rows: orders } = await ask('orders.list')
    for (const name of ['get', 'quote'] as const) await ask(`orders.${name}`, { orderId: orders?.[0]?.['orderId'] })
    const { address } = await ask('addressBook.save', {
      name: 'Globex',
      address: palletsToChicago().destinationAddress,
    })
    const addressId = address?.['addressId']
    for (const name of ['get', 'similar', 'noteUse', 'setDefault', 'remove', 'restore'] as const) {
      await ask(`addressBook.${name}`, { addressId })
    }
    const { batchId } = await ask('batches.begin', { name: 'orders.csv' })
    const file = Buffer.from(batchCsv([batchCells('A-1'), batchCells('A-2', { Quantity: 'none' })])).toString('base64')
    await ask('batches.append', { batchId, index: 0, base64: file })
    const { map } = await ask('batches.finish', { batchId })
    await ask('batches.check', { batchId, map })
    for (const name of ['get', 'rows', 'errorColumns', 'estimate', 'resultsChunk', 'pause'] as const) {
      await ask(`batches.${name}`, { batchId })
    }
    await ask('endofday.get', { day })
    await ask('endofday.figures', { day })
    await ask('endofday.history', { until: day })
    await ask('endofday.downloadSummary', { day })
    await ask('pickups.week', { from: day })
    await ask('pickups.list', { day })
    await ask('maintenance.verify', { name: null })
    await ask('maintenance.lookForPerson', { person: { names: ['Globex Corporation'] } })
    for (const by of ['carrier', 'lane']) await ask('spend.report', { by, from: '2026-11-01', until: day })
    await ask('spend.onTime', { by: 'carrier', from: '2026-11-01', until: day })
    await ask('spend.invoices', { state: 'differs' })
    await ask('satCodes.search', { language: 'en', term: 'machine' })
    await ask('addresses.validate', { ...palletsToChicago().destinationAddress, street1: '200 N LaSalle St' })
    await ask('quotes.readLine', { line: '2 pallets 500 lb 78040 to 60601' })
    const { rows: calls } = await ask('requests.list')
    await ask('requests.get', { id: calls?.[0]?.['id'] })

    // All others with the example of the document; one search of the network takes seconds.
    for (const { post } of operations) {
      const name = post.operationId
      const { example } = post.requestBody.content['application/json']
      if (!isCommandName(name) || statuses.has(name) || name === 'printers.discover') continue
      if (example !== undefined) await ask(name, z.looseObject({}).parse(example))
    }
    expect([...statuses.values()].filter((status) => status === 200).length).toBeGreaterThan(125)
  })

  it('is true of what a webhook is sent', async () => {
    const { received, baseUrl } = await httpServer((_request, response) => void response.writeHead(204).end())
    const { run, until } = await openApi()
    const { state } = await run('connections.saveHook', { url: baseUrl, events: [...HOOK_EVENTS] })
    await run('connections.tryHook', { hookId: state.hooks[0]?.hookId ?? '' })
    await run('bookings.submit', bookingOf(await run('quotes.request', palletsToChicago()), { reference: 'ORDER-1' }))
    await until('the label', async () => ((await run('bookings.list', {}))[0]?.hasLabel ? true : null))
    await run('pack.scan', { code: 'ORDER-1' })
    await until('three events', async () => (received.length >= 3 ? true : null))
    const events = received.map(({ body }) => z.looseObject({ eventType: z.string() }).parse(JSON.parse(body)))
    expect(events.map(({ eventType }) => eventType)).toEqual(['test', 'booked', 'printed'])
    for (const event of events) {
      const content = ['post', 'requestBody', 'content', 'application/json', 'schema']
      expect(faults(['webhooks', event.eventType, ...content], event), event.eventType).toEqual([])
    }
    const header = document.webhooks['booked']?.post.parameters[0] ?? expect.unreachable()
    for (const { headers } of received) expect(headers[header.name]).toMatch(new RegExp(header.schema.pattern))
  })
})
