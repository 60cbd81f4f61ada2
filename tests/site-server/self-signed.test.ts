import { createPrivateKey, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer } from 'node:tls'
import { expect, test, onTestFinished } from 'vitest'
import { selfSigned } from '../../src-main/site-server/self-signed.ts'

const NAMES = { commonName: 'Waybill site', dnsNames: ['dock-3', 'localhost'], addresses: ['127.0.0.1', '10.0.200.7'] }
const FROM = new Date('2026-10-20T20:00:00Z')
const serial = Uint8Array.from({ length: 16 }, (_, at) => 0xf0 + at)
const made = (until: Date, bytes: Uint8Array = serial) => selfSigned(NAMES, { serial: bytes, from: FROM, until })

test('a certificate says whom it is of, how long it holds, and is signed with its own key', () => {
  const { cert, key } = made(new Date('2036-10-21T20:00:00Z'))
  const read = new X509Certificate(cert)
  expect(read.subject).toBe('CN=Waybill site')
  expect(read.issuer).toBe('CN=Waybill site')
  expect(read.subjectAltName).toBe('DNS:dock-3, DNS:localhost, IP Address:127.0.0.1, IP Address:10.0.200.7')
  expect(read.checkHost('dock-3')).toBe('dock-3')
  expect(read.checkIP('10.0.200.7')).toBe('10.0.200.7')
  expect(read.checkIP('10.0.200.8')).toBeUndefined()
  expect(read.ca).toBe(false)
  expect(read.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1'])
  expect(read.validFromDate).toEqual(FROM)
  expect(read.validToDate).toEqual(new Date('2036-10-21T20:00:00Z'))
  expect(read.serialNumber).toBe(Buffer.from(serial).toString('hex').toUpperCase())
  expect(read.verify(read.publicKey)).toBe(true)
  expect(read.checkPrivateKey(createPrivateKey(key))).toBe(true)
})

test.each([
  ['2049-12-31T23:59:59Z', '2049-12-31T23:59:59.000Z'],
  ['2050-01-01T00:00:00Z', '2050-01-01T00:00:00.000Z'],
])('it holds until %s, on either side of the year from which times are longer', (until, read) => {
  expect(new X509Certificate(made(new Date(until)).cert).validToDate.toISOString()).toBe(read)
})

test.each([
  [[0x7f], '7F'],
  [[0x80], '80'],
  [[0, 0, 5], '05'],
  [[0], '0'],
])('its number %j is a positive one', (bytes, number) => {
  expect(new X509Certificate(made(new Date('2036-01-01'), Uint8Array.from(bytes)).cert).serialNumber).toBe(number)
})

test('a client that trusts it alone speaks to a server that has it', async () => {
  const { cert, key } = made(new Date('2036-10-21T20:00:00Z'))
  const server = createServer({ cert, key }, (socket) => socket.end('hello'))
  onTestFinished(() => void server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  const client = connect({ host: '127.0.0.1', port: address.port, ca: cert })
  const [said] = await once(client, 'data')
  expect(String(said)).toBe('hello')
})
