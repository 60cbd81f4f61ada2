import { describe, expect, it } from 'vitest'
import { createFreightClient } from '../../src-main/freight/client.ts'
import { failureOfFetch } from '../../src-main/freight/http/failure.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { httpServer } from '../support/http-server.ts'

/** What a person reads who entered the wrong thing: what it is, and what to do. */
async function said(
  status: number,
  headers: Record<string, string>,
  body: string,
  apiKey = 'sk_live_4711',
): Promise<string> {
  const { baseUrl } = await httpServer((_request, response) => response.writeHead(status, headers).end(body))
  const client = createFreightClient(async () => ({ baseUrl, apiKey }), { clock: new FakeClock(), deadlineMs: 5_000 })
  const failure: unknown = await client.listShipments({ limit: 1 }).catch((error: unknown) => error)
  return failure instanceof Error ? failure.message : 'it succeeded'
}

describe('a wrong base URL or key is told in a sentence', () => {
  it('when a web page answers', async () => {
    const text = await said(200, { 'content-type': 'text/html' }, '<!doctype html><html><title>Welcome</title></html>')
    expect(text).toContain('a web page came instead; check the base URL')
  })

  it('when it sends us to another host, which never sees the key', async () => {
    const text = await said(302, { location: 'https://other.example/login?token=abc' }, '')
    expect(text).toContain('sends us on to other.example, where the key must not go')
    expect(text).not.toContain('abc')
  })

  it('when the key has a line break', async () => {
    const text = await said(200, {}, '[]', 'first\nsecond')
    expect(text).toContain('holds a line break')
    expect(text).not.toContain('second')
  })

  it.each([
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'nobody vouches for it', 'unsent'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'does not speak https', 'uncertain'],
    ['CERT_HAS_EXPIRED', "this machine's date", 'unsent'],
  ])('when the connection ends with %s', (code, words, delivery) => {
    const failure = failureOfFetch(Object.assign(new Error('fetch failed'), { code }), 'https://freight.example')
    expect(failure).toMatchObject({ delivery })
    expect(failure.message).toContain(words)
  })
})
