import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createFreightClient } from '../../src-main/freight/client.ts'
import { FreightError } from '../../src-main/freight/http/failure.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { httpServer, sendJson } from '../support/http-server.ts'
import { tempDir } from '../support/temp-dir.ts'

const hasOpenssl = spawnSync('openssl', ['version']).status === 0

/** A key and a certificate that vouches for itself, for this name and two days. */
function certificate(name: string): { key: Buffer; cert: Buffer } {
  const folder = tempDir()
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=freight.test', '-addext', `subjectAltName=${name}`]
  const made = [
    'req',
    '-x509',
    '-days',
    '2',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    ...subject,
  ]
  execFileSync('openssl', [...made, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  return { key: readFileSync(key), cert: readFileSync(cert) }
}

/** The same for a day in 2020, which only `openssl ca` makes. */
function endedCertificate(): { key: Buffer; cert: Buffer } {
  const folder = tempDir()
  const file = (name: string) => join(folder, name)
  const names = '[names]\ncommonName = supplied\n[extensions]\nsubjectAltName = IP:127.0.0.1\n'
  const rules = `default_md = sha256\ndatabase = ${file('index')}\nserial = ${file('serial')}\nnew_certs_dir = ${folder}\n`
  writeFileSync(file('ca.conf'), `[ca]\ndefault_ca = own\n[own]\n${rules}policy = names\n${names}`)
  writeFileSync(file('index'), '')
  writeFileSync(file('serial'), '01\n')
  const openssl = (...words: string[]) => execFileSync('openssl', words, { stdio: 'ignore' })
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=freight.test']
  openssl('req', '-new', ...kind, '-keyout', file('key.pem'), '-out', file('request.pem'))
  const days = ['-startdate', '20200101000000Z', '-enddate', '20200102000000Z', '-extensions', 'extensions']
  const own = ['-config', file('ca.conf'), '-selfsign', '-keyfile', file('key.pem'), '-in', file('request.pem')]
  openssl('ca', '-batch', '-notext', ...own, ...days, '-out', file('cert.pem'))
  return { key: readFileSync(file('key.pem')), cert: readFileSync(file('cert.pem')) }
}

/** A real https server on loopback. */
async function tlsServer(options: { key: Buffer; cert: Buffer }): Promise<string> {
  const server = createServer(options, (_request, response) => response.end('{}'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return `https://127.0.0.1:${address.port}/api/v1`
}

/** Has this process trust a certificate, as a machine does whose owner installed it. */
function trust({ cert }: { cert: Buffer }): void {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, cert.toString()])
  onTestFinished(() => setDefaultCACertificates(before))
}

/** What a booking at this address fails with. */
async function failureAt(baseUrl: string, apiKey = 'the-key'): Promise<FreightError> {
  const client = createFreightClient(async () => ({ baseUrl, apiKey }), { clock: new FakeClock(), random: () => 0 })
  const error: unknown = await client
    .bookShipment({ quoteId: 'q-1', selectedRate: { provider: 'P', service: 'S' } })
    .then(() => new Error('it succeeded'))
    .catch((cause: unknown) => cause)
  if (!(error instanceof FreightError)) throw error
  expect(error.message).not.toMatch(/\bat \S+:\d+:\d+/)
  return error
}

describe('an address that is not quite the service', () => {
  it.skipIf(!hasOpenssl)('with a certificate of its own is told so, and nothing was sent', async () => {
    const error = await failureAt(await tlsServer(certificate('IP:127.0.0.1')))
    expect(error).toMatchObject({ delivery: 'unsent', code: 'SERVICE_UNREACHABLE' })
    expect(error.message).toMatch(/is self-signed.*Nothing was sent/)
  })

  it.skipIf(!hasOpenssl)('with a certificate that has ended is told so, and to look at the date here', async () => {
    const ended = endedCertificate()
    trust(ended)
    expect((await failureAt(await tlsServer(ended))).message).toMatch(/has expired, or this computer's date is wrong/)
  })

  it.skipIf(!hasOpenssl)('with a certificate for another name is told to check the base URL', async () => {
    const other = certificate('DNS:elsewhere.test')
    trust(other)
    expect((await failureAt(await tlsServer(other))).message).toMatch(/is for another name: check the base URL/)
  })

  it('that speaks http where https is asked for is told so', async () => {
    const { baseUrl } = await httpServer((_request, response) => sendJson(response, 200, {}))
    const error = await failureAt(baseUrl.replace('http:', 'https:'))
    expect(error.message).toMatch(/does not use https on this port: check the base URL/)
  })

  it.skipIf(!hasOpenssl)('that speaks https where http is asked for is told in a sentence', async () => {
    const baseUrl = await tlsServer(certificate('IP:127.0.0.1'))
    const error = await failureAt(baseUrl.replace('https:', 'http:'))
    expect(error.message).toMatch(/^The (freight service|connection)/)
  })

  it('that sends on to another host is told so, and the key does not follow', async () => {
    const other = await httpServer((_request, response) => sendJson(response, 200, {}))
    const { baseUrl } = await httpServer((_request, response) =>
      response.writeHead(301, { location: `${other.baseUrl}/book-shipment` }).end(),
    )
    expect((await failureAt(baseUrl)).message).toMatch(
      /redirected to 127\.0\.0\.1:\d+, where the API key must not be sent/,
    )
    expect(other.received).toEqual([])
  })

  it('at which a web page answers is told so', async () => {
    const { baseUrl } = await httpServer((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Welcome</title>'),
    )
    expect((await failureAt(baseUrl)).message).toContain('a web page came instead; check the base URL')
  })

  it('with a key that holds a line break is not called', async () => {
    const { baseUrl, received } = await httpServer((_request, response) => sendJson(response, 200, {}))
    expect((await failureAt(baseUrl, 'the\nkey')).message).toMatch(/line break.*on one line/)
    expect(received).toEqual([])
  })
})
