import type { LookupAddress } from 'node:dns'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { unreadable } from './failure.ts'
import { readWhole } from '../../kernel/net/bodies.ts'
import { tooLong, type Answer } from './send.ts'

export interface ExternalRequest {
  accept: string
  /** Looked up and checked; no other is connected to. */
  addresses: readonly LookupAddress[]
  maxBytes: number
  signal: AbortSignal
}

/**
 * GET to a place that is not the service: without the key, over a connection of its own, to addresses that were checked.
 * No redirect is followed here.
 * @throws FreightError UNREADABLE_ANSWER for a body that is too long or packed; any socket error
 */
export async function fetchExternal(url: URL, request: ExternalRequest): Promise<Answer> {
  const { maxBytes } = request
  const response = await responseOf(url, request)
  try {
    const status = response.statusCode ?? 0
    const headers = new Headers()
    for (const [name, value] of Object.entries(response.headers)) {
      if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
    }
    // Asked for plain: a packed answer would have to be unpacked under a limit of its own.
    const packing = headers.get('content-encoding') ?? 'identity'
    if (packing !== 'identity') throw unreadable(`the document is packed (${packing})`, { status })
    if (Number(headers.get('content-length')) > maxBytes) {
      throw tooLong(maxBytes, status)
    }
    return { status, headers, body: await readWhole(response, maxBytes, () => tooLong(maxBytes, status)) }
  } finally {
    response.destroy()
  }
}

function responseOf(url: URL, { accept, addresses, signal }: ExternalRequest): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    request(url, {
      method: 'GET',
      agent: false,
      signal,
      lookup: knownLookup(addresses),
      headers: { Accept: accept, 'Accept-Encoding': 'identity', 'User-Agent': 'Waybill' },
    })
      .on('error', reject)
      .on('response', resolve)
      .end()
  })
}

/** A look-up without a query. */
function knownLookup(addresses: readonly LookupAddress[]): LookupFunction {
  return (hostname, options, callback) => {
    const [first] = addresses
    if (options.all) callback(null, [...addresses])
    else if (first) callback(null, first.address, first.family)
    else callback(new Error(`${hostname} has no address`), '')
  }
}
