import { checkedAddresses, documentUrl, shownUrl, urlRefused, type Resolver } from './document-url.ts'
import { unlessAborted } from './deadline.ts'
import { requestIdOfHeaders } from './call-record.ts'
import { FreightError, unreadable } from './failure.ts'
import { send, type Answer } from './send.ts'
import { fetchExternal } from './fetch-external.ts'

/** A document's content as it came. */
export interface FetchedDocument {
  bytes: Uint8Array<ArrayBuffer>
  /** Without parameters, in lower case; application/octet-stream when the service gives none. */
  contentType: string
  /** As the service names it, which may be anything; null: it does not. */
  filename: string | null
  /** The service's own id of the request; null: it names none. */
  requestId: string | null
}

export interface DocumentRequest {
  base: URL
  apiKey: string
  accept: string
  maxBytes: number
  signal: AbortSignal
  resolve: Resolver
}

const MAX_REDIRECTS = 3
const REDIRECTS = new Set([301, 302, 303, 307, 308])

/**
 * GET of a document. The key goes to the service's own origin and path only, and no more once a redirect has led away from
 * it; every redirect is checked as the first URL was.
 * @throws FreightError DOCUMENT_URL_REFUSED, UNREADABLE_ANSWER; any socket error
 */
export async function fetchDocument(start: URL, request: DocumentRequest): Promise<Answer> {
  const { base, apiKey, accept, maxBytes, signal, resolve } = request
  let url = start
  let isAway = false
  for (let redirects = 0; ; redirects++) {
    isAway ||= !isOfService(url, base)
    const answer = isAway
      ? await fetchExternal(url, {
          accept,
          maxBytes,
          signal,
          addresses: await unlessAborted(signal, checkedAddresses(url, base, resolve)),
        })
      : await send(url, { method: 'GET', accept, apiKey, body: null, maxBytes, signal })
    const location = REDIRECTS.has(answer.status) ? answer.headers.get('location') : null
    if (location === null) {
      if (isAway && answer.status >= 400) throw missingElsewhere(url, answer.status)
      return answer
    }
    if (redirects === MAX_REDIRECTS) throw urlRefused(start.href, `it redirects more than ${MAX_REDIRECTS} times`)
    url = documentUrl(location, base, url)
  }
}

/** One host may hold the services of several customers, each below a path of its own. */
function isOfService(url: URL, base: URL): boolean {
  return url.origin === base.origin && url.pathname.startsWith(`${base.pathname}/`)
}

/** @throws FreightError UNREADABLE_ANSWER for an empty body, and for JSON, which is never a document */
export function documentOf({ body, headers }: Answer, where: string): FetchedDocument {
  const contentType = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() || 'application/octet-stream'
  if (body.length === 0) throw unreadable('the document is empty', { path: where })
  if (contentType === 'application/json') throw unreadable('JSON came instead of a document', { path: where })
  return {
    bytes: body,
    contentType,
    filename: filenameOf(headers.get('content-disposition')),
    requestId: requestIdOfHeaders(headers),
  }
}

/** The name of Content-Disposition, in its extended form when there is one (RFC 6266). */
function filenameOf(header: string | null): string | null {
  if (header === null) return null
  const extended = /filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header)?.[1]
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended)
    } catch {
      // Not encoded as declared: the plain name is beside it.
    }
  }
  const [, quoted, bare] = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header) ?? []
  return quoted?.replace(/\\(.)/g, '$1') ?? bare ?? null
}

/** A storage host answers in its own form; 403, 404 and 410 mean that a link has expired. */
function missingElsewhere(url: URL, status: number): FreightError {
  const isOver = status === 403 || status === 404 || status === 410
  return new FreightError(isOver ? 'refused' : 'uncertain', {
    code: isOver ? 'DOCUMENT_NOT_FOUND' : 'SERVICE_FAILED',
    message: isOver
      ? `The document's URL has expired or the document was removed: its host answered ${status}. Request it from the service again.`
      : `The document's host answered ${status}.`,
    retryable: status >= 500,
    details: { url: shownUrl(url.href), status },
  })
}
