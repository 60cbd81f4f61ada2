import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { isSameSecret } from '../../../src-node/secret.ts'

/** Carries the one-time token that is exchanged for a session. */
export const LINK_HEADER = 'x-waybill-link'
/** Carries the session's own token, which only our page has, with every command and the event stream. */
export const SESSION_HEADER = 'x-waybill-session'

/** `used`: a right token, for the second time. */
type Redemption = { outcome: 'opened'; cookie: string; session: string } | { outcome: 'used' | 'wrong' }

/** Who may talk to the browser host: a browser that opened a one-time URL, from our own page. */
export interface BrowserGuard {
  /** Another token, good for one exchange. Those before it stay as they are. */
  newToken(): string
  /** Exchanges the one-time token for the value of a Set-Cookie header and the token of the page. */
  redeem(headers: IncomingHttpHeaders): Redemption
  /** Does the request carry the cookie of a finished exchange? Enough for the page's files, which are no secret. */
  isKnown(headers: IncomingHttpHeaders): boolean
  /**
   * Does it come from our page? A browser sends the cookie to every port of this address, also to a server of someone
   * else, who could then send it here; the page's token leaves the page only for its own origin, and the port is a part of
   * that.
   */
  isPage(headers: IncomingHttpHeaders): boolean
  /**
   * The problem of a request's origin, as a sentence; null when nothing is. A page of another site can make
   * the browser send requests to us, and by a name of its own that leads to this machine: the Host header and the
   * browser's origin headers reveal it.
   */
  objection(method: string, headers: IncomingHttpHeaders): string | null
}

/** `host`: the required Host header, 127.0.0.1 and the port. */
export function createBrowserGuard(host: string): BrowserGuard {
  /** Whether each token is used. */
  const tokens = new Map<string, boolean>()
  const cookieSecret = secret()
  const session = secret()
  // Cookies of one host are shared by all its ports; the name keeps two Waybills apart.
  const cookie = `waybill-${host.split(':').at(-1)}`

  const isKnown = ({ cookie: sent = '' }: IncomingHttpHeaders) =>
    sent
      .split('; ')
      .some((pair) => pair.startsWith(`${cookie}=`) && isSameSecret(pair.slice(cookie.length + 1), cookieSecret))

  return {
    isKnown,

    newToken: () => {
      const token = secret()
      tokens.set(token, false)
      return token
    },

    redeem: (headers) => {
      const shown = text(headers[LINK_HEADER])
      const token = [...tokens.keys()].find((one) => isSameSecret(shown, one))
      if (token === undefined) return { outcome: 'wrong' }
      if (tokens.get(token)) return { outcome: 'used' }
      tokens.set(token, true)
      return { outcome: 'opened', cookie: `${cookie}=${cookieSecret}; HttpOnly; SameSite=Strict; Path=/`, session }
    },

    isPage: (headers) => isSameSecret(text(headers[SESSION_HEADER]), session) && isKnown(headers),

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

/** A header that was sent twice is none of ours. */
function text(header: string | string[] | undefined): string {
  return typeof header === 'string' ? header : ''
}
