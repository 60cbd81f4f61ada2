import { expect } from 'vitest'
import { z } from 'zod'
import { booked } from '../quoting.ts'
import { API_KEY, useService } from '../service.ts'
import { row } from './row.ts'

const service = useService({ moreKeys: [{ key: 'other-key', plan: 'sandbox' }] })
const ask = (authorization?: string, path = '/shipments') =>
  fetch(service.baseUrl + path, { headers: authorization === undefined ? {} : { authorization } })
const codeOf = async (response: Response) =>
  z.object({ error: z.object({ code: z.string() }) }).parse(await response.json()).error.code

row('Authentication', '1 Authorization: Bearer', async () => {
  expect((await ask(`Bearer ${API_KEY}`)).status).toBe(200)
})
row('Authentication', '2 several keys', async () => {
  expect((await ask('Bearer other-key')).status).toBe(200)
})
row('Authentication', '3 a missing or invalid key', async () => {
  for (const wrong of [undefined, 'Bearer wrong', API_KEY, 'Basic dGVzdA==']) {
    const answer = await ask(wrong)
    expect([answer.status, await codeOf(answer)]).toEqual([401, 'AUTHENTICATION_ERROR'])
  }
})
row('Authentication', '4 GET /help needs no key', async () => {
  expect((await ask(undefined, '/help')).status).toBe(200)
})
row('Authentication', '5 URLs carry tokens, and need a key besides', async () => {
  const { labels } = await booked(service)
  const url = labels?.[0]?.url ?? ''
  expect(new URL(url).searchParams.get('token')?.length).toBeGreaterThan(20)
  expect((await fetch(url)).status).toBe(401)
  expect((await fetch(url, { headers: { authorization: `Bearer ${API_KEY}` } })).status).toBe(200)
})
