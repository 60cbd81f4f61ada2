/** The system calls before a request can leave: name resolution, and the connection. */
const BEFORE_SENDING = /^(connect|getaddrinfo|query[A-Z]\w*)$/

/** Errors of undici and of TLS, which come of no call to the system, while a connection is made. */
const OF_CONNECTING: ReadonlySet<string> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])

/** The fetch standard forbids some ports (9, 6000, ...); the error has a message and no code. */
export const BAD_PORT = 'bad port'

/**
 * Whether an error of `fetch` or `node:http` proves that no byte of the request left. A code alone proves nothing: a
 * host that becomes unreachable ends a connection over which the request went, too (EHOSTUNREACH of `read`). Unclear
 * cases count as sent. Where several addresses were tried, each must have failed before.
 */
export function isProvedUnsent(cause: unknown): boolean {
  for (let at = cause; at instanceof Error; at = at.cause) {
    if (at instanceof AggregateError && at.errors.length > 0) return at.errors.every(isProvedUnsent)
    if ('syscall' in at && typeof at.syscall === 'string') return BEFORE_SENDING.test(at.syscall)
    if ('code' in at && typeof at.code === 'string' && OF_CONNECTING.has(at.code)) return true
    if (at.message === BAD_PORT) return true
  }
  return false
}
