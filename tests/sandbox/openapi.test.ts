import { describe, expect, test } from 'vitest'
import { z } from 'zod'
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
