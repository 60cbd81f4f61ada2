import { isIPv4, isIPv6 } from 'node:net'
import { StationError } from '../../../src-shared/station/error.ts'

/** Where a printer listens. `host`: an IPv4 address, an IPv6 address without brackets, or a name. */
export interface TcpAddress {
  host: string
  port: number
}

/** The raw port of label printers when none is named. */
export const RAW_PORT = 9100

const NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$/i
const NUMBERS_ONLY = /^[0-9.]+$/

/**
 * Parses `tcp://host:port`. Nothing but host and port may be given: what a printer cannot use is refused, not ignored.
 *
 * @throws StationError INVALID_PRINTER_ADDRESS (details.uri) with a sentence that says what is wrong
 */
export function parsePrinterUri(uri: string): TcpAddress {
  const invalid = (message: string) => new StationError({ code: 'INVALID_PRINTER_ADDRESS', message, details: { uri } })

  const authority = /^tcp:\/\/(.*)$/is.exec(uri)?.[1]
  if (authority === undefined)
    throw invalid('A printer address must start with tcp://, such as tcp://192.168.1.50:9100.')
  if (authority.includes('@')) throw invalid('A printer address cannot have a user name or password.')
  if (authority.includes('?') || authority.includes('#')) throw invalid('A printer address must end after the port.')
  if (authority.includes('/'))
    throw invalid('A printer address cannot have a path: it must end after the port, without a slash.')

  const parts = /^(?:\[([^\]]*)\]|([^:[\]]*))(?::([^:]*))?$/s.exec(authority)
  if (!parts) throw invalid('Put an IPv6 address in brackets, as in tcp://[fe80::1]:9100.')
  const [, bracketed, plain = '', portText] = parts
  if (bracketed !== undefined && !isIPv6(bracketed)) throw invalid(`${bracketed} is not an IPv6 address.`)
  if (bracketed === undefined && !isHost(plain)) {
    throw invalid(plain === '' ? 'The printer address has no host.' : `${plain} is not an IPv4 address or a host name.`)
  }
  const port = portText === undefined ? RAW_PORT : Number(/^\d{1,5}$/.exec(portText)?.[0])
  if (!(port >= 1 && port <= 65535)) throw invalid('The port must be a number from 1 to 65535.')
  return { host: bracketed ?? plain, port }
}

/** Digits and dots alone are an IPv4 address or a slip, never a name. */
function isHost(text: string): boolean {
  return NUMBERS_ONLY.test(text) ? isIPv4(text) : NAME.test(text)
}

/** `host:port` for people, with an IPv6 address in brackets. */
export function formatAddress({ host, port }: TcpAddress): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}
