import { Agent, request, type RequestOptions } from 'node:https'
import type { Duplex, Readable } from 'node:stream'
import { connect } from 'node:tls'

/** What of `fetch` is used with a pinned certificate. */
export type PinnedFetch = (
  url: URL,
  init: { method: string; headers: Record<string, string>; body: string | null; signal: AbortSignal },
) => Promise<Response>

const agents = new Map<string, Agent>()

/** The certificate is looked at before a byte of ours leaves: no token goes to another server. */
class PinnedAgent extends Agent {
  readonly #fingerprint: string

  constructor(fingerprint: string) {
    super({ keepAlive: true, maxSockets: 8, timeout: 60_000 })
    this.#fingerprint = fingerprint
  }

  override createConnection(
    { host, port, servername }: RequestOptions & { servername?: string },
    opened?: (error: Error | null, socket: Duplex) => void,
  ): undefined {
    const socket = connect({
      host: host ?? '127.0.0.1',
      port: Number(port),
      ...(servername ? { servername } : {}),
      // A site's own certificate is self-signed: it is compared as a whole instead.
      rejectUnauthorized: false,
      ALPNProtocols: ['http/1.1'],
    })
    const failed = (error: Error) => opened?.(error, socket)
    socket.once('error', failed)
    socket.once('secureConnect', () => {
      const reported = socket.getPeerX509Certificate()?.fingerprint256.replaceAll(':', '').toLowerCase()
      socket.off('error', failed)
      if (reported === this.#fingerprint) return opened?.(null, socket)
      socket.destroy()
      const message = 'the certificate is another one than the pinned'
      return opened?.(Object.assign(new Error(message), { code: 'CERTIFICATE_DIFFERS' }), socket)
    })
    return undefined
  }
}

/** Redirects are not followed. The body of an answer is read as it comes. */
export function pinnedFetch(fingerprint: string): PinnedFetch {
  const agent = agents.get(fingerprint) ?? new PinnedAgent(fingerprint)
  agents.set(fingerprint, agent)
  return (url, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const asked = request(url, { method, headers, agent, signal }, (answer) => {
        const reported = new Headers()
        for (const [name, value] of Object.entries(answer.headers)) {
          for (const one of [value ?? []].flat()) reported.append(name, one)
        }
        const status = answer.statusCode ?? 0
        const isEmpty = method === 'HEAD' || status === 204 || status === 304
        if (isEmpty) answer.resume()
        resolve(new Response(isEmpty ? null : bodyOf(answer), { status, headers: reported }))
      })
      asked.once('error', reject)
      asked.end(body ?? undefined)
    })
}

/** Read as fast as it is asked for. */
function bodyOf(answer: Readable): ReadableStream<Uint8Array<ArrayBuffer>> {
  const parts: AsyncIterator<unknown, undefined> = answer[Symbol.asyncIterator]()
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await parts.next()
      if (done) controller.close()
      else if (value instanceof Uint8Array) controller.enqueue(new Uint8Array(value))
    },
    cancel: () => void answer.destroy(),
  })
}
