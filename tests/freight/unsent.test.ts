import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { failureOfFetch } from '../../src-main/freight/http/failure.ts'
import { isProvedUnsent } from '../../src-node/unsent.ts'

const system = (code: string, syscall?: string) => Object.assign(new Error(code), { code, ...(syscall && { syscall }) })
const thrown = (cause: unknown) => new TypeError('fetch failed', { cause })
const CONNECT = system('ECONNREFUSED', 'connect')

/** What fetch throws at this address, for real. */
const thrownAt = (url: string): Promise<unknown> =>
  fetch(url, { method: 'POST', body: '{}' }).then(
    () => null,
    (error: unknown) => error,
  )

describe('a request that failed', () => {
  it.each([
    ['a connection that is refused', CONNECT],
    ['a connection that no one answers', system('ETIMEDOUT', 'connect')],
    ['a host without a route', system('EHOSTUNREACH', 'connect')],
    ['a name that there is none of', system('ENOTFOUND', 'getaddrinfo')],
    ['a connection that took too long for us', system('UND_ERR_CONNECT_TIMEOUT')],
    ['a certificate that has ended', system('CERT_HAS_EXPIRED')],
    ['every address of a name', new AggregateError([CONNECT, system('ENETUNREACH', 'connect')])],
    ['a port that is forbidden', new Error('bad port')],
  ])('was not sent: %s', (_name, cause) => {
    expect(isProvedUnsent(thrown(cause))).toBe(true)
    expect(failureOfFetch(thrown(cause), 'https://freight.example').delivery).toBe('unsent')
  })

  it.each([
    ['a host that became unreachable behind the request', system('EHOSTUNREACH', 'read')],
    ['a network that went while it was written', system('ENETUNREACH', 'write')],
    ['a connection that was reset', system('ECONNRESET', 'read')],
    ['a connection that went silent', system('ETIMEDOUT', 'read')],
    ['a code without the call that it is of', system('ECONNREFUSED')],
    ['one of its addresses', new AggregateError([CONNECT, system('ECONNRESET', 'read')])],
    ['no address at all', new AggregateError([])],
    ['nothing known', new Error('terminated')],
  ])('may have been sent: %s', (_name, cause) => {
    expect(isProvedUnsent(thrown(cause))).toBe(false)
    expect(failureOfFetch(thrown(cause), 'https://freight.example').delivery).toBe('uncertain')
  })

  it('is told apart where the system itself says it', async () => {
    const server = createServer((socket) => void socket.once('data', () => socket.resetAndDestroy()))
    onTestFinished(() => void server.close())
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address()
        resolve(typeof address === 'object' && address !== null ? address.port : 0)
      })
    })
    expect(isProvedUnsent(await thrownAt(`http://127.0.0.1:${port}/`))).toBe(false)
    expect(isProvedUnsent(await thrownAt('http://127.0.0.1:1/'))).toBe(true)
    expect(isProvedUnsent(await thrownAt('http://no-such-name.invalid/'))).toBe(true)
  })
})
