import fc from '../support/fast-check.ts'
import { describe, expect, test } from 'vitest'
import { formatAddress, parsePrinterUri } from '../../src-main/printing/transports/uri.ts'
import { StationError } from '../../src-shared/station/error.ts'

function refusal(uri: string): StationError {
  try {
    parsePrinterUri(uri)
  } catch (error) {
    if (error instanceof StationError) return error
    throw error
  }
  throw new Error(`${uri} was taken`)
}

describe('a printer address', () => {
  test.each([
    ['tcp://192.168.1.50:9100', { host: '192.168.1.50', port: 9100 }],
    ['tcp://192.168.1.50', { host: '192.168.1.50', port: 9100 }],
    ['tcp://dock-3.warehouse.example:6101', { host: 'dock-3.warehouse.example', port: 6101 }],
    ['tcp://ZEBRA_07', { host: 'ZEBRA_07', port: 9100 }],
    ['TCP://localhost:1', { host: 'localhost', port: 1 }],
    ['tcp://[::1]', { host: '::1', port: 9100 }],
    ['tcp://[fe80::21:5aff:fe0c:1]:65535', { host: 'fe80::21:5aff:fe0c:1', port: 65535 }],
  ])('%s is understood', (uri, address) => {
    expect(parsePrinterUri(uri)).toEqual(address)
  })

  test.each([
    ['', 'must start with tcp://'],
    ['192.168.1.50', 'must start with tcp://'],
    ['http://192.168.1.50', 'must start with tcp://'],
    ['tcp://', 'has no host'],
    ['tcp://:9100', 'has no host'],
    ['tcp://192.168.1.50/queue', 'cannot have a path'],
    ['tcp://192.168.1.50:9100/', 'cannot have a path'],
    ['tcp://192.168.1.50?x=1', 'must end after the port'],
    ['tcp://192.168.1.50#label', 'must end after the port'],
    ['tcp://admin:secret@192.168.1.50', 'cannot have a user name'],
    ['tcp://192.168.1.50:', 'port must be a number'],
    ['tcp://192.168.1.50:0', 'port must be a number'],
    ['tcp://192.168.1.50:65536', 'port must be a number'],
    ['tcp://192.168.1.50:9100x', 'port must be a number'],
    ['tcp://192.168.1.50:-1', 'port must be a number'],
    ['tcp://192.168.1', 'not an IPv4 address'],
    ['tcp://192.168.1.500', 'not an IPv4 address'],
    ['tcp://fe80::1', 'in brackets'],
    ['tcp://[fe80::1', 'in brackets'],
    ['tcp://[fe80:::1]', 'not an IPv6 address'],
    ['tcp://-dock', 'not an IPv4 address or a host name'],
    ['tcp://dock 3', 'not an IPv4 address or a host name'],
    ['tcp://dock\n3', 'not an IPv4 address or a host name'],
    ['tcp://döck', 'not an IPv4 address or a host name'],
  ])('%j is refused with a sentence', (uri, sentence) => {
    const error = refusal(uri)
    expect(error.code).toBe('INVALID_PRINTER_ADDRESS')
    expect(error.message).toContain(sentence)
    expect(error.details).toEqual({ uri })
  })

  test('comes back from what it was written as', () => {
    const host = fc.oneof(fc.ipV4(), fc.ipV6(), fc.domain())
    fc.assert(
      fc.property(host, fc.integer({ min: 1, max: 65535 }), (name, port) => {
        const address = { host: name, port }
        expect(parsePrinterUri(`tcp://${formatAddress(address)}`)).toEqual(address)
      }),
    )
  })

  test('is understood or refused, never anything else', () => {
    fc.assert(
      fc.property(fc.string(), (tail) => {
        const uri = `tcp://${tail}`
        try {
          const { port } = parsePrinterUri(uri)
          expect(port).toBeGreaterThan(0)
        } catch (error) {
          expect(error).toBeInstanceOf(StationError)
        }
      }),
    )
  })
})
