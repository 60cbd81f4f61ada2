import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { timeoutSignal } from '../../src-node/runtime/wait.ts'
import { SIGNATURE_HEADER } from '../../src-shared/freight/webhook.ts'
import { assertAddresses, targetOf } from './target.ts'

/** From the first packet to the last byte. */
export const ANSWER_WITHIN_MS = 10_000
/** Of an answer nothing but the status matters; a receiver that sends more than this is cut off. */
const MOST_ANSWER_BYTES = 64 * 1024

/** Every address of a host name. */
export type Resolver = (hostname: string) => Promise<LookupAddress[]>
const ofSystem: Resolver = (hostname) => lookup(hostname, { all: true })

/** The result of one attempt: the receiver's status, or why there was none. */
export type Outcome = { status: number; error: null } | { status: null; error: string }

/**
 * Sends a signed body once. No redirect is followed, no proxy and no kept connection is used, and the addresses that the
 * host's name resolves to are checked at connect time, so that a name cannot change its meaning in between.
 */
export async function post(
  url: string,
  { body, signature }: { body: string; signature: string },
  stop: AbortSignal,
  resolve: Resolver = ofSystem,
): Promise<Outcome> {
  try {
    const target = targetOf(url)
    const signal = AbortSignal.any([stop, timeoutSignal(ANSWER_WITHIN_MS)])
    return { status: await statusOf(target, { body, signature }, signal, resolve), error: null }
  } catch (cause) {
    return { status: null, error: reasonOf(cause) }
  }
}

function statusOf(
  url: URL,
  { body, signature }: { body: string; signature: string },
  signal: AbortSignal,
  resolver: Resolver,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    const request = send(url, {
      method: 'POST',
      agent: false,
      signal,
      lookup: checkedLookup(url, resolver),
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        'User-Agent': 'Waybill-Webhooks/1.0',
        [SIGNATURE_HEADER]: signature,
      },
    })
    request.on('error', reject)
    request.on('response', (response) => {
      readAway(response).then(() => resolve(response.statusCode ?? 0), reject)
    })
    request.end(body)
  })
}

/** Reads an answer to its end, or to where it is long enough. */
function readAway(response: IncomingMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    let bytes = 0
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > MOST_ANSWER_BYTES) response.destroy()
    })
    response.once('error', reject)
    response.once('close', resolve)
  })
}

/** Lets only those addresses of a name through that the URL may lead to. */
function checkedLookup(url: URL, resolve: Resolver): LookupFunction {
  return (hostname, options, callback) => {
    const checked = resolve(hostname).then((addresses) => {
      assertAddresses(url, addresses)
      const [first] = addresses
      if (!first) throw new Error(`${hostname} has no address`)
      return { first, addresses }
    })
    checked.then(
      ({ first, addresses }) => {
        if (options.all) callback(null, addresses)
        else callback(null, first.address, first.family)
      },
      (cause: unknown) => callback(cause instanceof Error ? cause : new Error(String(cause)), ''),
    )
  }
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  if (cause.name === 'AbortError' && cause.cause instanceof Error && cause.cause.name === 'TimeoutError') {
    return `no answer within ${ANSWER_WITHIN_MS / 1000} s`
  }
  return cause.message || cause.name
}
