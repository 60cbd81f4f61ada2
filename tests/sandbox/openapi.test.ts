import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { jsonSchemaOf } from '../../src-sandbox/openapi/json-schema.ts'
import { quoteRequestSchema } from '../../src-shared/freight/quote.ts'
import { WEBHOOK_EVENTS } from '../../src-shared/freight/webhook.ts'
import { API_KEY, useService } from './service.ts'

const service = useService({ faultToken: undefined })
const fetched = (path: string) => fetch(new URL(path, service.baseUrl))

const operationSchema = z.looseObject({
  operationId: z.string(),
  summary: z.string().min(1),
  parameters: z.array(
    z.looseObject({ name: z.string(), in: z.string(), required: z.boolean(), schema: z.looseObject({}) }),
  ),
  requestBody: z
    .object({ content: z.record(z.string(), z.object({ schema: z.looseObject({}) })), required: z.boolean() })
    .optional(),
  responses: z.record(z.string(), z.looseObject({})),
})
const documentSchema = z.looseObject({
  openapi: z.literal('3.1.0'),
  info: z.looseObject({ title: z.string(), version: z.string() }),
  servers: z.array(z.object({ url: z.url() })),
  paths: z.record(z.string().startsWith('/'), z.record(z.string(), operationSchema)),
  webhooks: z.record(z.string(), z.object({ post: operationSchema })),
})

async function documentText(): Promise<string> {
  const answer = await fetched('/_sandbox/openapi.json')
  expect(answer.status).toBe(200)
  return answer.text()
}

describe('the OpenAPI document', () => {
  test('needs no key and describes every endpoint that the service names', async () => {
    const { paths, servers, webhooks } = documentSchema.parse(JSON.parse(await documentText()))
    expect(servers).toEqual([{ url: service.baseUrl }])
    const help = await (await fetched('/api/v1/help')).text()
    const named = [...help.matchAll(/<td>([A-Z]+)<\/td><td><code>([^<]+)<\/code>/g)].map(([, method, path]) => [
      path,
      method,
    ])
    expect(named.length).toBeGreaterThan(10)
    for (const [path = '', method = ''] of named) expect(paths[path]?.[method.toLowerCase()]).toBeDefined()
    expect(Object.keys(webhooks)).toEqual([...WEBHOOK_EVENTS])
  })

  test('holds together: ids are unique, references lead somewhere, parameters of a path are declared', async () => {
    const text = await documentText()
    const whole: unknown = JSON.parse(text)
    const { paths } = documentSchema.parse(whole)
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.values(methods).map((operation) => ({ path, operation })),
    )
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { path, operation } of operations) {
      const declared = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
      expect(declared).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
    }
    for (const [, reference = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const found = reference
        .split('/')
        .reduce<unknown>(
          (part, key) => new Map(Object.entries(z.object().loose().catch({}).parse(part))).get(key),
          whole,
        )
      expect(found, reference).toBeDefined()
    }
  })

  test('says of a body what the service checks it with', async () => {
    const { paths } = documentSchema.parse(JSON.parse(await documentText()))
    const quote = paths['/quote']?.['post']?.requestBody?.content['application/json']?.schema
    expect(quote).toEqual(JSON.parse(JSON.stringify(jsonSchemaOf(quoteRequestSchema, 'input'))))
    expect(quote).toMatchObject({ required: ['originAddress', 'destinationAddress', 'cargo'] })
    const booking = paths['/book-shipment']?.['post']?.requestBody?.content['application/json']?.schema
    expect(booking).toMatchObject({ anyOf: [{ required: ['quoteId', 'selectedRate'] }, {}] })
    const list = paths['/shipments']?.['get']?.parameters.find(({ name }) => name === 'limit')
    expect(list).toMatchObject({ in: 'query', required: false, schema: { type: 'integer', maximum: 100, default: 25 } })
  })
})

describe('the page about it', () => {
  test('names every endpoint, loads nothing and tells no key', async () => {
    const answer = await fetched('/_sandbox/docs')
    expect(answer.headers.get('content-type')).toContain('text/html')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    const page = await answer.text()
    const { paths } = documentSchema.parse(JSON.parse(await documentText()))
    for (const path of Object.keys(paths)) expect(page).toContain(`<code>${path}</code>`)
    expect(page).not.toMatch(/<script|src=|@import|url\(/)
    expect(page).not.toContain(API_KEY)
  })
})
