import type { LookupAddress } from 'node:dns'
import { BlockList, isIP, isIPv6 } from 'node:net'
import { isPublicAddress } from '../../src-node/public-address.ts'

/** A URL that must not be called; the message has the reason. */
export class TargetRefused extends Error {
  override readonly name = 'TargetRefused'
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/**
 * Reads the URL of a subscription: HTTPS, or HTTP to this machine; no credentials; an address in it must be one that
 * may be called. The addresses of a name are checked with `assertAddresses` at each connection.
 * @throws TargetRefused
 */
export function targetOf(text: string): URL {
  if (!URL.canParse(text)) throw new TargetRefused('must be an absolute URL')
  const url = new URL(text)
  const isLocal = isLocalHost(url)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal)) {
    throw new TargetRefused(
      'must begin with https:// (http:// is accepted for this machine: localhost, 127.0.0.1, [::1])',
    )
  }
  if (url.username !== '' || url.password !== '') throw new TargetRefused('must not carry a user name or password')
  const address = hostOf(url)
  if (isIP(address) !== 0) assertAddresses(url, [{ address, family: isIPv6(address) ? 6 : 4 }])
  return url
}

/**
 * Every address behind a URL may be called: addresses of this machine where the URL names this machine, public ones
 * otherwise.
 * @throws TargetRefused
 */
export function assertAddresses(url: URL, addresses: readonly LookupAddress[]): void {
  const isAllowed = isLocalHost(url) ? isLoopback : isPublicAddress
  const refused = addresses.find(({ address }) => !isAllowed(address))
  if (refused) throw new TargetRefused(`leads to ${refused.address}, which is not an address of the public internet`)
}

/** The host as a name or bare address. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1')
}

function isLocalHost(url: URL): boolean {
  const host = hostOf(url)
  return host === 'localhost' || (isIP(host) !== 0 && isLoopback(host))
}

function isLoopback(address: string): boolean {
  return loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
