import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isPublicAddress } from '../../../src-node/public-address.ts'
import { FreightError } from './failure.ts'

/** Every address of a host name. */
export type Resolver = (hostname: string) => Promise<LookupAddress[]>
export const systemResolver: Resolver = (hostname) => lookup(hostname, { all: true })

/**
 * Reads a URL that the service named for a document. It may lead to the service itself, to the service's host on another
 * port, or by https to any public host.
 * @param from what a relative URL is relative to
 * @throws FreightError DOCUMENT_URL_REFUSED
 */
export function documentUrl(text: string, base: URL, from: URL = base): URL {
  if (!URL.canParse(text, from.href)) throw urlRefused(text, 'it is not a URL')
  const url = new URL(text, from)
  if (url.username !== '' || url.password !== '') throw urlRefused(url.href, 'it carries a user name or password')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw urlRefused(url.href, `${url.protocol} is not fetched`)
  }
  if (url.protocol === 'http:' && !(base.protocol === 'http:' && url.hostname === base.hostname)) {
    throw urlRefused(url.href, 'it would be downloaded unencrypted from a host other than the service')
  }
  return url
}

/**
 * The addresses behind a URL that is not of the service's own origin, looked up once: the connection must use these
 * very addresses, because a second look-up could be answered otherwise.
 * @throws FreightError DOCUMENT_URL_REFUSED when any is no public one, unless the service itself is there;
 * SERVICE_UNREACHABLE when the name is not known
 */
export async function checkedAddresses(url: URL, base: URL, resolve: Resolver): Promise<LookupAddress[]> {
  const addresses = await addressesOf(url, resolve)
  const closed = addresses.filter(({ address }) => !isPublicAddress(address))
  if (closed.length > 0) {
    const own = new Set((await addressesOf(base, resolve)).map(({ address }) => address))
    const strange = closed.find(({ address }) => !own.has(address))
    if (strange) throw urlRefused(url.href, `it leads to ${strange.address}, which is not a public internet address`)
  }
  return addresses
}

async function addressesOf(url: URL, resolve: Resolver): Promise<LookupAddress[]> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const family = isIP(host)
  if (family !== 0) return [{ address: host, family }]
  const addresses = await resolve(host).catch((cause: unknown) => {
    throw unknownHost(host, cause instanceof Error ? cause.message : String(cause))
  })
  if (addresses.length === 0) throw unknownHost(host, 'it has no address')
  return addresses
}

export function urlRefused(url: string, reason: string): FreightError {
  const shown = shownUrl(url)
  return new FreightError('unsent', {
    code: 'DOCUMENT_URL_REFUSED',
    message: `The document's URL was not opened: ${reason}.`,
    details: { url: shown, reason },
  })
}

const MOST_SHOWN = 300

/**
 * A URL without its query and fragment, which hold tokens, and without a password. A path that is too long to be shown is
 * left out whole: cut off, it could end in a part of a secret.
 */
export function shownUrl(text: string): string {
  const url = URL.parse(text)
  if (url === null) {
    const shown = text.replace(/[?#].*$/s, '')
    return shown.length > MOST_SHOWN ? '…' : shown
  }
  const origin = `${url.protocol}//${url.host}`
  return origin.length + url.pathname.length > MOST_SHOWN ? `${origin.slice(0, MOST_SHOWN)}/…` : origin + url.pathname
}

function unknownHost(host: string, reason: string): FreightError {
  return new FreightError('unsent', {
    code: 'SERVICE_UNREACHABLE',
    message: `The document's host ${host} cannot be found (${reason}). Nothing was sent.`,
    retryable: true,
    details: { where: host, reason },
  })
}
