import makeMdns from 'multicast-dns'
import { describe, expect, onTestFinished, test } from 'vitest'
import { discover, languageOf } from '../../src-main/printing/discovery/discover.ts'
import { browse, printersIn } from '../../src-main/printing/discovery/mdns.ts'
import { freePort } from '../support/free-port.ts'
import { virtualZebra } from '../support/virtual-zebra.ts'

const SERVICE = '_pdl-datastream._tcp.local'
const INSTANCE = `Zebra dock 3.${SERVICE}`
const RECORDS = [
  { name: SERVICE, type: 'PTR' as const, data: INSTANCE },
  { name: INSTANCE, type: 'SRV' as const, data: { port: 9100, target: 'zebra3.local' } },
  { name: INSTANCE, type: 'TXT' as const, data: [Buffer.from('ty=ZTC ZD421-203dpi ZPL')] },
  { name: 'zebra3.local', type: 'A' as const, data: '192.168.1.77' },
]

describe('a printer that announces itself', () => {
  test('is found with its address and its model', () => {
    expect(printersIn(RECORDS)).toEqual([
      { name: 'Zebra dock 3', service: SERVICE, host: '192.168.1.77', port: 9100, model: 'ZTC ZD421-203dpi ZPL' },
    ])
  })

  test('without a port is none, and one without an address is named by its host', () => {
    expect(printersIn(RECORDS.filter(({ type }) => type !== 'SRV'))).toEqual([])
    expect(printersIn(RECORDS.filter(({ type }) => type !== 'A'))).toMatchObject([{ host: 'zebra3.local' }])
  })

  test('is heard over multicast on this machine', async ({ skip }) => {
    // A port of our own: the real one may be taken by this machine's own responder.
    const options = { port: 35_353, interface: '127.0.0.1', loopback: true, reuseAddr: true }
    const responder = makeMdns(options)
    onTestFinished(() => new Promise<void>((resolve) => responder.destroy(() => resolve())))
    let isHeard = false
    responder.on('error', () => undefined)
    responder.on('query', () => {
      isHeard = true
      responder.respond({ answers: RECORDS })
    })
    await new Promise((resolve) => setTimeout(resolve, 50))
    const found = await browse(600, options)
    if (!isHeard) skip('multicast does not work on this machine')
    expect(found).toMatchObject([{ name: 'Zebra dock 3', port: 9100 }])
  })
})

describe('a typed address', () => {
  const lookAt = (address: string) =>
    discover({ address, spooler: () => ({ host: '127.0.0.1', port: 1 }), forMs: 600, mdns: { interface: '127.0.0.1' } })

  test('is asked who it is', async () => {
    const zebra = await virtualZebra()
    expect(await lookAt(`127.0.0.1:${zebra.port}`)).toContainEqual({
      source: 'address',
      name: 'ZD-VIRTUAL',
      connection: { kind: 'tcp', uri: zebra.uri },
      model: 'ZD-VIRTUAL',
      language: 'ZPL',
    })
    expect(zebra.received()).toHaveLength(0)
  })

  test('where nobody listens finds nothing', async () => {
    const found = await lookAt(`tcp://127.0.0.1:${await freePort()}`)
    expect(found.filter(({ source }) => source === 'address')).toEqual([])
  })

  test('that cannot be one is refused', async () => {
    await expect(lookAt('tcp://fe80::1')).rejects.toMatchObject({ code: 'INVALID_PRINTER_ADDRESS' })
  })
})

test.each([
  ['ZTC ZD421-203dpi ZPL', 'ZPL'],
  ['Zebra ZT411', 'ZPL'],
  ['Eltron LP 2844', 'EPL'],
  ['LP2844-Z', 'ZPL'],
  ['LaserJet 400', null],
])('%s speaks %s', (model, language) => {
  expect(languageOf(model)).toBe(language)
})
