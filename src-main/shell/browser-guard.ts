import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** Who may talk to the browser host: the one browser that opened the one-time URL, from our own page. */
export interface BrowserGuard {
  /** Good for one exchange. */
  readonly oneTimeToken: string
  /** The value of a Set-Cookie header; null when the token is wrong or has been used. */
  exchange(token: string | null): string | null
  /** Does the request carry the cookie of a finished exchange? */
  isKnown(headers: IncomingHttpHeaders): boolean
  /**
   * What is wrong with the way a request came here, as a sentence; null when nothing is. A page of another site can make
   * the browser send requests to us, and by a name of its own that leads to this machine: the Host header and what the
   * browser says of the request's origin tell.
   */
  objection(method: string, headers: IncomingHttpHeaders): string | null
}

/** `host` is what the Host header must say: 127.0.0.1 and the port. */
export function createBrowserGuard(host: string): BrowserGuard {
  const oneTimeToken = secret()
  const session = secret()
  // Cookies of one host are shared by all its ports; the name keeps two Waybills apart.
  const cookie = `waybill-${host.split(':').at(-1)}`
  let isUsed = false

  return {
    oneTimeToken,

    exchange: (token) => {
      if (token === null || !isSame(token, oneTimeToken) || isUsed) return null
      isUsed = true
      return `${cookie}=${session}; HttpOnly; SameSite=Strict; Path=/`
    },

    isKnown: ({ cookie: sent = '' }) =>
      sent.split('; ').some((pair) => pair.startsWith(`${cookie}=`) && isSame(pair.slice(cookie.length + 1), session)),

    objection: (method, headers) => {
      if (headers.host !== host) return `Waybill answers only at http://${host}.`
      const { origin } = headers
      const isFromElsewhere = origin !== undefined && origin !== `http://${host}`
      const site = headers['sec-fetch-site']
      const isNavigation = headers['sec-fetch-mode'] === 'navigate' && method === 'GET'
      const isCrossSite = site !== undefined && site !== 'same-origin' && site !== 'none' && !isNavigation
      if (isFromElsewhere || isCrossSite) return 'Waybill answers only its own page.'
      if (method === 'POST' && origin === undefined) return 'A command must say which page it comes from.'
      return null
    },
  }
}

function secret(): string {
  return randomBytes(32).toString('base64url')
}

/** Compares digests, whose equal length lets the comparison take the same time whatever is sent. */
function isSame(sent: string, expected: string): boolean {
  return timingSafeEqual(digest(sent), digest(expected))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
