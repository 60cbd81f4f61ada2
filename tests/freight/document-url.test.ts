import type { LookupAddress } from 'node:dns'
import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isPublicAddress } from '../../src-node/public-address.ts'
import { createFreightClient } from '../../src-main/freight/client.ts'
import { safeFileName } from '../../src-main/freight/http/file-name.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { freightFailure } from '../support/freight.ts'
import { httpServer } from '../support/http-server.ts'

const KEY = 'secret-key-0001'

function clientAt(baseUrl: string, resolve: (host: string) => Promise<LookupAddress[]> = noLookUp) {
  return createFreightClient(async () => ({ baseUrl, apiKey: KEY }), {
    clock: new FakeClock(),
    deadlineMs: 5_000,
    random: () => 0,
    resolve,
  })
}

/** Addresses need no look-up, and no test asks the network for a name. */
async function noLookUp(host: string): Promise<LookupAddress[]> {
  if (host === '127.0.0.1') return [{ address: host, family: 4 }]
  throw new Error(`looked up ${host}`)
}

const pdf = (response: {
  writeHead(status: number, headers: Record<string, string>): { end(body: string): unknown }
}) =>
  response
    .writeHead(200, { 'content-type': 'application/pdf', 'content-disposition': 'attachment; filename="bol.pdf"' })
    .end('%PDF-1')

describe('a document’s URL', () => {
  it('at the service itself is fetched with the key', async () => {
    const { baseUrl, received } = await httpServer((_request, response) => pdf(response))
    const document = await clientAt(baseUrl).downloadFrom(`${baseUrl}/documents/D-1?token=t&download=true`)
    expect(document).toMatchObject({ contentType: 'application/pdf', filename: 'bol.pdf' })
    expect(received[0]?.headers.authorization).toBe(`Bearer ${KEY}`)
  })

  it('of another customer of the same host is fetched without the key, by a redirect as well', async () => {
    const { baseUrl, received } = await httpServer((request, response) =>
      request.url.includes('/D-2') ? response.writeHead(302, { location: '/other/api/v1/D-1' }).end() : pdf(response),
    )
    const { origin } = new URL(baseUrl)
    await clientAt(baseUrl).downloadFrom(`${origin}/other/api/v1/documents/D-1`)
    await clientAt(baseUrl).downloadFrom(`${origin}/api/v1-other/documents/D-1`)
    await clientAt(baseUrl).downloadFrom(`${baseUrl}/documents/D-2`)
    expect(received.map(({ headers }) => headers.authorization)).toEqual([
      undefined,
      undefined,
      `Bearer ${KEY}`,
      undefined,
    ])
  })

  it('at another port of the service’s own host is fetched without the key', async () => {
    const files = await httpServer((_request, response) => pdf(response))
    const { baseUrl } = await httpServer(() => undefined)
    await clientAt(baseUrl).downloadFrom(`${new URL(files.baseUrl).origin}/D-1?token=t`)
    expect(files.received[0]?.headers.authorization).toBeUndefined()
  })

  it('that redirects away is followed without the key, and back again still without it', async () => {
    const home = await httpServer((request, response) =>
      request.url.endsWith('/back')
        ? pdf(response)
        : response.writeHead(302, { location: `${new URL(away.baseUrl).origin}/file` }).end(),
    )
    const away = await httpServer((_request, response) =>
      response.writeHead(307, { location: `${home.baseUrl}/documents/back` }).end(),
    )
    const document = await clientAt(home.baseUrl).downloadDocument('D-1')
    expect(Buffer.from(document.bytes).toString()).toBe('%PDF-1')
    expect(home.received.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${KEY}`, undefined])
    expect(away.received[0]?.headers.authorization).toBeUndefined()
  })

  it('that redirects for ever is given up after the third time', async () => {
    const { baseUrl, received } = await httpServer((_request, response) =>
      response.writeHead(302, { location: '/again?token=t' }).end(),
    )
    const error = await freightFailure(clientAt(baseUrl).downloadFrom(`${baseUrl}/documents/D-1?token=hush`))
    expect(error).toMatchObject({
      code: 'DOCUMENT_URL_REFUSED',
      delivery: 'unsent',
      details: { url: `${baseUrl}/documents/D-1` },
    })
    expect(JSON.stringify(error.toData())).not.toContain('hush')
    expect(received).toHaveLength(4)
  })

  it.each([
    ['a file', 'file:///etc/passwd'],
    ['data', 'data:text/plain,hello'],
    ['a script', 'javascript:alert(1)'],
    ['nothing readable', 'http://'],
    ['credentials', 'https://user:pass@files.example/D-1'],
    ['an unencrypted other host', 'http://files.example/D-1'],
    ['the cloud’s own metadata', 'https://169.254.169.254/latest'],
    ['a private address', 'https://10.1.2.3:8443/D-1'],
    ['a carrier’s own address', 'https://100.64.0.1/D-1'],
    ['multicast', 'https://224.0.0.1/D-1'],
    ['loopback in IPv6', 'https://[::1]/D-1'],
    ['loopback in IPv4 in IPv6', 'https://[::ffff:127.0.0.1]/D-1'],
    ['a private address in IPv6', 'https://[fd00::1]/D-1'],
    ['link-local IPv6', 'https://[fe80::1]/D-1'],
    ['an address in one number', 'https://0x0a000001/D-1'],
    ['another loopback address than the service’s', 'https://127.0.0.2/D-1'],
  ])('that names %s is refused, and nothing is sent', async (_what, url) => {
    const { baseUrl, received } = await httpServer((_request, response) => pdf(response))
    const error = await freightFailure(clientAt(baseUrl).downloadFrom(`${url}?token=hush`))
    expect(error).toMatchObject({
      code: 'DOCUMENT_URL_REFUSED',
      delivery: 'unsent',
      details: { reason: expect.any(String) },
    })
    expect(JSON.stringify(error.toData())).not.toMatch(/hush|pass@/)
    expect(received).toHaveLength(0)
  })

  it('whose redirect leads to a private address is refused there', async () => {
    const { baseUrl, received } = await httpServer((_request, response) =>
      response.writeHead(302, { location: 'https://192.168.1.1/admin' }).end(),
    )
    const error = await freightFailure(clientAt(baseUrl).downloadFrom(`${baseUrl}/documents/D-1`))
    expect(error).toMatchObject({ code: 'DOCUMENT_URL_REFUSED' })
    expect(received).toHaveLength(1)
  })

  it('whose name has one private address among public ones is refused', async () => {
    const { baseUrl } = await httpServer(() => undefined)
    const client = clientAt(baseUrl, async (host) =>
      host === 'files.example'
        ? [
            { address: '93.184.215.14', family: 4 },
            { address: '10.0.0.5', family: 4 },
          ]
        : noLookUp(host),
    )
    const error = await freightFailure(client.downloadFrom('https://files.example/D-1'))
    expect(error).toMatchObject({ code: 'DOCUMENT_URL_REFUSED', message: expect.stringContaining('10.0.0.5') })
  })

  it('is looked up once an attempt, and that very address is connected to', async () => {
    // Whoever connects shows by the first byte that it begins TLS (0x16), and is put off.
    const firstBytes: (number | undefined)[] = []
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', (chunk) => {
        firstBytes.push(chunk[0])
        socket.destroy()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const { baseUrl } = await httpServer(() => undefined)
    const lookUps: string[] = []
    const client = clientAt(baseUrl, async (host) => {
      lookUps.push(host)
      return [{ address: '127.0.0.1', family: 4 }]
    })
    const error = await freightFailure(client.downloadFrom(`https://files.example:${port}/D-1`))
    expect(error.code).toBe('CONNECTION_LOST')
    expect(firstBytes).toEqual([0x16, 0x16, 0x16])
    // One look-up an attempt; a name that nobody else knows can only have been reached by its answer.
    expect(lookUps).toEqual(['files.example', 'files.example', 'files.example'])
  })
})

describe('an address', () => {
  it.each([
    ['93.184.215.14', true],
    ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', true],
    ['127.0.0.1', false],
    ['0.0.0.0', false],
    ['172.31.255.255', false],
    ['255.255.255.255', false],
    ['::', false],
    ['::ffff:8.8.8.8', false],
    ['64:ff9b::a00:1', false],
    ['2002:a00:1::', false],
    ['ff02::1', false],
    ['fe80::1%eth0', false],
  ])('%s is one of the public internet: %s', (address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic)
  })
})

describe('the name of a document', () => {
  it.each([
    ['label 1.pdf', 'label 1.pdf'],
    ['../../etc/passwd', 'etc-passwd'],
    ['C:\\Windows\\x.pdf', 'C--Windows-x.pdf'],
    ['CON.pdf', '_CON.pdf'],
    ['a\u202Efdp.exe', 'a-fdp.exe'],
    ['...', 'fallback.pdf'],
    ['', 'fallback.pdf'],
    [null, 'fallback.pdf'],
  ])('%j becomes %j', (name, expected) => {
    expect(safeFileName(name, 'fallback.pdf')).toBe(expected)
  })

  it('keeps its extension when it is too long', () => {
    const name = safeFileName(`${'x'.repeat(500)}.pdf`, 'f')
    expect(name).toHaveLength(120)
    expect(name.endsWith('.pdf')).toBe(true)
  })
})
