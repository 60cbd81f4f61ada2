import type { AcceptedConnection, Connection, NetworkPort } from '../../../src-node/runtime/network.ts'
import { seeded, type Seeded } from '../../support/seeded.ts'
import type { Loop, Owner } from './loop.ts'
import { socketPair } from './socket.ts'

/** What befalls one call on its way. */
const FATES = [
  'ok',
  /** It comes late: after seconds, or after the caller has given up. */
  'slow',
  /** No connection: not a byte leaves. */
  'refused',
  /** The name is not known. */
  'no-name',
  /** It breaks before the service has it. */
  'lost-before',
  /** The service does it, and the answer is lost. */
  'lost-after',
  /** The service does it, and nothing ever comes back. */
  'half-open',
  /** The network gives it to the service twice. */
  'twice',
  /** A gateway before the service says: too many. */
  'throttled',
  /** A gateway before the service says that it is not available. */
  'unavailable',
  /** A captive portal or a proxy answers with a page. */
  'page',
  /** The service does it, and its host goes out of reach before the answer: EHOSTUNREACH of a read. */
  'host-lost',
  /** A booking: the service does it, a proxy asks once more, and the service says in its own words that it is there. */
  'conflict',
  /** A booking: the service does it or takes it for a repetition, and answers with an earlier one. */
  'anothers',
] as const
type Fate = (typeof FATES)[number]

/** How often each befalls a call, in per mille, while this weather lasts; the rest is `ok`. */
export type Weather = Partial<Record<Fate, number>>

/** One call as the wire saw it. */
export interface Call {
  at: number
  host: string
  method: string
  path: string
  body: string | null
  fate: Fate
  /** Of the answer that came back, or the failure's code. */
  outcome: string
}

/** How a service says that it has such a booking. */
const THERE_ALREADY = ['CONFLICT', 'REFERENCE_IN_USE', 'SHIPMENT_EXISTS', 'IDEMPOTENCY_CONFLICT', 'INVALID_REQUEST']

interface Listener {
  host: Owner
  fetch: (request: Request) => Response | Promise<Response>
}

type Serve = (connection: AcceptedConnection) => void

/** The way between the hosts of a world: HTTP by requests, raw TCP by byte pipes. */
export class Network {
  weather: Weather = {}
  /** The wire is cut: nothing reaches anything. */
  isCut = false
  readonly calls: Call[] = []
  onCall: (call: Call) => void = () => undefined
  /** Told of each call as it leaves. */
  onLeaving: (call: Call) => void = () => undefined
  /** Told of each piece that leaves over a connection; connections are numbered. */
  onWritten: (authority: string, connection: number, piece: Buffer) => void = () => undefined
  #connections = 0
  readonly #loop: Loop
  readonly #seed: string
  readonly #services = new Map<string, Listener>()
  readonly #ports = new Map<string, { host: Owner; serve: Serve }>()
  #lastPort = 40_000
  /** Calls so far, by who asks and what for: a fate belongs to the n-th call of its kind, whatever others are made. */
  readonly #counts = new Map<string, number>()
  /** Ends of calls and connections that a dead host leaves open. */
  readonly #open = new Map<Owner, Set<() => void>>()
  /** The last booking that each client was told of. */
  readonly #booked = new WeakMap<Owner, Response>()

  constructor(loop: Loop, seed: string) {
    this.#loop = loop
    this.#seed = seed
  }

  /** A service answers under `host:port`; null: nobody does any more, and calls under way break. */
  serve(authority: string, listener: Listener | null): void {
    const before = this.#services.get(authority)
    if (before) this.hangUp(before.host)
    if (listener) this.#services.set(authority, listener)
    else this.#services.delete(authority)
  }

  /** What this host had open breaks for those at the other end. */
  hangUp(host: Owner): void {
    const ends = this.#open.get(host)
    this.#open.delete(host)
    for (const end of ends ?? []) end()
  }

  fetchFrom(client: Owner): NetworkPort['fetch'] {
    return (input, init) => {
      const request = new Request(input, init)
      const signal = init?.signal ?? null
      return new Promise((resolve, reject) => {
        signal?.throwIfAborted()
        void this.#carry(client, request, typeof init?.body === 'string' ? init.body : null, signal).then(
          resolve,
          reject,
        )
      })
    }
  }

  async #carry(client: Owner, request: Request, body: string | null, signal: AbortSignal | null): Promise<Response> {
    const url = new URL(request.url)
    const path = url.pathname + url.search
    const draw = seeded(this.#seed, 'call', ...this.#nth(client, request.method, url.pathname))
    const isBooking = request.method === 'POST' && BOOKS.test(url.pathname)
    const earlier = this.#booked.get(client)
    const drawn = this.isCut ? 'refused' : fateOf(this.weather, draw.next() * 1000)
    const befalls = drawn === 'conflict' ? isBooking : drawn !== 'anothers' || (isBooking && earlier !== undefined)
    const fate = befalls ? drawn : 'ok'
    const call: Call = {
      at: this.#loop.now,
      host: client.name,
      method: request.method,
      path,
      body,
      fate,
      outcome: 'no answer',
    }
    this.calls.push(call)
    this.onLeaving(call)
    const there = 5 + draw.exponential(20)
    const back = 5 + draw.exponential(40) + (fate === 'slow' ? 2_000 + draw.exponential(20_000) : 0)
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    const settle = (outcome: string, after: number, how: () => void): void => {
      this.#loop.after(
        after,
        () => {
          if (call.outcome !== 'no answer') return
          call.outcome = outcome
          this.onCall(call)
          how()
        },
        client,
      )
    }
    const fail = (code: string, after: number, syscall = 'read') =>
      settle(code, after, () =>
        reject(new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code, syscall }) })),
      )
    signal?.addEventListener('abort', () => settle('given up', 0, () => reject(signal.reason)), { once: true })

    const answer = (response: Response) => {
      const { status } = response
      settle(String(status), back, () => {
        if (isBooking && response.ok) this.#booked.set(client, response.clone())
        resolve(response)
      })
    }
    if (fate === 'refused') fail('ECONNREFUSED', there, 'connect')
    else if (fate === 'no-name') fail('ENOTFOUND', there, 'getaddrinfo')
    else if (fate === 'lost-before') fail('ECONNRESET', there)
    else if (fate === 'throttled') answer(tooMany(1 + draw.below(20)))
    else if (fate === 'unavailable') answer(new Response('<h1>503 Service Unavailable</h1>', { status: 503 }))
    else if (fate === 'anothers' && earlier && draw.chance(0.5)) answer(earlier.clone())
    else if (fate === 'page') answer(new Response('<html>Welcome to the guest network</html>', { status: 200 }))
    else {
      const deliver = (isCopy: boolean) =>
        this.#loop.after(there + (isCopy ? 30 : 0), () => {
          const listener = this.#services.get(url.host)
          if (!listener || listener.host.isDead) {
            if (!isCopy) fail('ECONNREFUSED', 1, 'connect')
            return
          }
          const end = this.#opened(listener.host, () => fail('ECONNRESET', 1))
          void listener.host.run(async () => {
            const response = await listener.fetch(copyOf(request, body))
            const whole = await response.arrayBuffer()
            if (!end() || isCopy) return
            if (fate === 'lost-after') fail('ECONNRESET', back)
            else if (fate === 'host-lost') fail('EHOSTUNREACH', back)
            else if (fate === 'conflict' && response.ok) answer(thereAlready(draw))
            else if (fate === 'anothers' && earlier && response.ok) answer(earlier.clone())
            else if (fate !== 'half-open') answer(new Response(NO_BODY.has(response.status) ? null : whole, response))
          })
        })
      deliver(false)
      if (fate === 'twice') deliver(true)
    }
    return promise
  }

  connectFrom(client: Owner): NetworkPort['connect'] {
    return ({ host, port }): Connection => {
      const [mine, theirs] = socketPair(this.#loop, client)
      const authority = `${host}:${port}`
      const connection = (this.#connections += 1)
      mine.onWrite = (piece) => this.onWritten(authority, connection, piece)
      const draw = seeded(this.#seed, 'connect', ...this.#nth(client, 'connect', authority))
      this.#loop.after(
        2 + draw.exponential(3),
        () => {
          const printer = this.#ports.get(authority)
          if (!printer || printer.host.isDead) {
            mine.destroy(Object.assign(new Error('ECONNREFUSED'), { code: 'ECONNREFUSED' }))
            return
          }
          theirs.belongTo(printer.host)
          theirs.once(
            'close',
            this.#opened(printer.host, () => theirs.resetAndDestroy()),
          )
          printer.host.run(() => printer.serve(theirs))
          mine.connected()
        },
        client,
      )
      return mine
    }
  }

  listenFrom(host: Owner): NetworkPort['listen'] {
    return async ({ host: address, port }, serve) => {
      const bound = port === 0 ? (this.#lastPort += 1) : port
      const authority = `${address}:${bound}`
      this.#ports.set(authority, { host, serve })
      return {
        port: bound,
        close: async () => {
          if (this.#ports.get(authority)?.host === host) this.#ports.delete(authority)
        },
      }
    }
  }

  #nth(client: Owner, method: string, path: string): [string, string, string, number] {
    // A family of paths, not one thing's: an id in it is another in every run of a changed plan.
    const family = path.replace(/\/[^/]*\d[^/]*/g, '/*')
    const who = client.name.replace(/ .*/, '')
    const key = `${who} ${method} ${family}`
    const nth = (this.#counts.get(key) ?? 0) + 1
    this.#counts.set(key, nth)
    return [who, method, family, nth]
  }

  /** Something that breaks when this host dies. Gives whether it was still open, and closes it. */
  #opened(host: Owner, onBreak: () => void): () => boolean {
    const ends = this.#open.get(host) ?? new Set()
    this.#open.set(host, ends)
    ends.add(onBreak)
    return () => ends.delete(onBreak)
  }
}

const BOOKS = /^\/api\/v1\/book/
const NO_BODY = new Set([204, 205, 304])

function fateOf(weather: Weather, draw: number): Fate {
  let left = draw
  for (const fate of FATES) {
    left -= weather[fate] ?? 0
    if (left < 0) return fate
  }
  return 'ok'
}

const copyOf = (request: Request, body: string | null) =>
  new Request(request.url, { method: request.method, headers: request.headers, body })

function thereAlready(draw: Seeded): Response {
  const code = THERE_ALREADY[draw.below(THERE_ALREADY.length)]
  const error = { code, message: 'A shipment with this reference already exists', details: {} }
  return Response.json({ success: false, data: null, error }, { status: 409 })
}

function tooMany(seconds: number): Response {
  const error = { code: 'RATE_LIMIT_ERROR', message: 'Too many requests.', details: {} }
  const body = { success: false, data: null, error, meta: { requestId: 'req_gateway', timestamp: '', version: 'v1' } }
  return Response.json(body, { status: 429, headers: { 'Retry-After': String(seconds) } })
}
