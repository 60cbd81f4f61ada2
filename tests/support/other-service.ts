import { FakeClock } from './fake-clock.ts'
import { httpServer, type ReceivedRequest } from './http-server.ts'
import type { TestSandbox } from './sandbox.ts'
import { testStation } from './test-station.ts'

/** An answer on its way: what a service that speaks otherwise would have said instead. */
export interface Spoken {
  status: number
  body: unknown
  headers?: Record<string, string>
}

/** The embedded service as another one speaks: every answer goes through `say`. Real HTTP on both sides. */
export async function otherService(
  sandbox: TestSandbox,
  say: (request: ReceivedRequest, spoken: Spoken) => Spoken,
  /** Said without the embedded service hearing of it. */
  instead: (request: ReceivedRequest) => Spoken | null = () => null,
  /** Headers of an answer that is no JSON, which goes through as it is. */
  headersOf: (request: ReceivedRequest) => Record<string, string> = () => ({}),
): Promise<{ baseUrl: string; received: ReceivedRequest[] }> {
  const { pathname } = new URL(sandbox.baseUrl)
  return httpServer((request, response) => {
    const send = ({ status, body, headers }: Spoken) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(typeof body === 'string' ? body : JSON.stringify(body))
    const own = instead(request)
    if (own) {
      send(own)
      return
    }
    const forwarded = fetch(sandbox.baseUrl + request.url.slice(pathname.length), {
      method: request.method,
      headers: {
        authorization: String(request.headers.authorization),
        accept: String(request.headers.accept),
        ...(request.body && { 'content-type': 'application/json' }),
      },
      body: request.body || null,
    })
    const answered = forwarded.then(async (answer) => {
      const bytes = Buffer.from(await answer.arrayBuffer())
      const type = answer.headers.get('content-type') ?? ''
      if (!type.includes('json')) {
        response.writeHead(answer.status, { 'content-type': type, ...headersOf(request) }).end(bytes)
        return
      }
      const body: unknown = JSON.parse(bytes.toString())
      send(say(request, { status: answer.status, body }))
    })
    // One of the two went away: the other end sees a connection that breaks.
    answered.catch(() => response.destroy())
  })
}

/** A station at such a service, without background work, on a clock that the test moves. */
export async function stationAtOther(sandbox: TestSandbox, { baseUrl }: { baseUrl: string }) {
  const clock = new FakeClock(sandbox.clock.now().toISOString())
  const station = await testStation(sandbox, {
    clock,
    background: false,
    startEmbedded: async () => ({ ...sandbox, baseUrl, close: async () => undefined }),
  })
  return { ...station, clock }
}
