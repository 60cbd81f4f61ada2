import { sleep } from '../../src-node/runtime/wait.ts'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { MiddlewareHandler } from 'hono'
import { z } from 'zod'
import { ENDPOINTS } from '../../src-shared/freight/endpoints.ts'
import { API_PATH } from '../../src-shared/freight/envelope.ts'
import type { ServiceClock } from '../clock.ts'
import { metaOf } from '../http/answer.ts'
import { variantSchema, withVariant } from './settings.ts'

const paths = Object.values(ENDPOINTS).map((endpoint): string => endpoint.path)
const firstWord = (path: string) => path.split('/')[1]

/** A fault that matches no request would be waited for without end. */
function leadsToAnEndpoint(path: string): boolean {
  return paths.some((known) => known.startsWith(path) || firstWord(known) === firstWord(path))
}

/** `before`: the request is not carried out; `after`: it is carried out and committed, and only its answer suffers. */
const when = z.enum(['before', 'after']).default('before')

/** A failure for the next requests that match. */
export const faultSchema = z.object({
  method: z.string().toUpperCase().optional(),
  /** Beginning of the path below the base URL: `/book-shipment`. */
  path: z.string().startsWith('/').refine(leadsToAnEndpoint, 'leads to no endpoint of the interface').default('/'),
  /** How many requests it meets before it is used up. */
  times: z.int().positive().default(1),
  /** Milliseconds before anything else happens. */
  delayMs: z.int().nonnegative().max(600_000).default(0),
  /** Settings for these requests alone: one SAT lookup in its short form, one address that cannot be checked. */
  settings: variantSchema.optional(),
  fault: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('none') }),
      /** The connection is closed without an answer. */
      z.object({ kind: z.literal('drop'), when }),
      /** An answer that is no JSON: the first half of the real one when carried out, a proxy's page otherwise. */
      z.object({ kind: z.literal('garbage'), when, status: z.int().min(200).max(599).default(200) }),
      /** The connection is closed in the middle of the body whose whole length was promised. */
      z.object({ kind: z.literal('truncate'), when }),
      /** Good JSON with status 200 whose structure does not match the interface. */
      z.object({ kind: z.literal('shape'), when }),
      /** An answer with this status; without a code it has no body in the interface's form. */
      z.object({
        kind: z.literal('status'),
        when,
        status: z.int().min(200).max(599),
        code: z.string().optional(),
        message: z.string().default('A fault was asked for.'),
        details: z.record(z.string(), z.unknown()).default({}),
        /** Seconds or an HTTP date. */
        retryAfter: z.string().optional(),
      }),
    ])
    .default({ kind: 'none' }),
})
export type Fault = z.output<typeof faultSchema>
/** A fault as requested: absent fields have their defaults. */
export type FaultRequest = z.input<typeof faultSchema>

/** Faults waiting for their requests, in the order they were asked for. */
export class FaultApi {
  readonly #clock: ServiceClock
  #waiting: Fault[] = []

  constructor(clock: ServiceClock) {
    this.#clock = clock
  }

  get waiting(): readonly Fault[] {
    return this.#waiting
  }

  add(fault: Fault): void {
    this.#waiting.push({ ...fault })
  }

  clear(): void {
    this.#waiting = []
  }

  /** Lets the first fault that fits each request happen to it. */
  middleware(): MiddlewareHandler<{ Bindings: HttpBindings }> {
    return async (c, next) => {
      const waiting = this.#take(c.req.method, c.req.path.slice(API_PATH.length))
      if (!waiting) return next()
      if (waiting.delayMs > 0) await sleep(waiting.delayMs)
      const { fault, settings = {} } = waiting
      const carryOut = () => withVariant(settings, next)
      if (fault.kind === 'none') return carryOut()
      if (fault.when === 'after') await carryOut()
      if (fault.kind === 'drop') {
        c.env.incoming.socket.destroy()
        return RESPONSE_ALREADY_SENT
      }
      // Hono adds the headers of an answer that is replaced to the new one; an empty answer in between leaves none.
      const real = fault.when === 'after' ? await c.res.text() : null
      c.res = undefined
      c.res =
        fault.kind === 'truncate' ? await brokenOff(c.env, real ?? PLAIN_SUCCESS) : answerOf(fault, real, this.#clock)
      return undefined
    }
  }

  #take(method: string, path: string): Fault | undefined {
    const found = this.#waiting.find(
      (fault) => (fault.method === undefined || fault.method === method) && path.startsWith(fault.path),
    )
    if (found && --found.times === 0) this.#waiting = this.#waiting.filter((fault) => fault !== found)
    return found
  }
}

function answerOf(
  fault: Extract<Fault['fault'], { kind: 'garbage' | 'shape' | 'status' }>,
  real: string | null,
  clock: ServiceClock,
): Response {
  switch (fault.kind) {
    case 'garbage':
      return garbage(fault.status, real)
    case 'shape':
      return unfamiliar()
    case 'status':
      return refusal(fault, clock)
  }
}

/** A body to break off where there is no real one. */
const PLAIN_SUCCESS = JSON.stringify({ success: true, data: null, meta: {} })

/** Sends the head of a good answer and half of its body, and closes the connection. */
function brokenOff({ outgoing }: HttpBindings, body: string): Promise<Response> {
  const bytes = Buffer.from(body)
  outgoing.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': bytes.length })
  return new Promise((resolve) => {
    outgoing.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => {
      outgoing.destroy()
      resolve(RESPONSE_ALREADY_SENT)
    })
  })
}

/** Valid JSON that does not match the interface. */
function unfamiliar(): Response {
  return Response.json({ status: 'ok', result: [] })
}

function garbage(status: number, real: string | null): Response {
  const body = real === null ? '<html><body>Bad gateway' : real.slice(0, Math.ceil(real.length / 2))
  return new Response(body, { status, headers: { 'Content-Type': 'application/json' } })
}

function refusal(fault: Extract<Fault['fault'], { kind: 'status' }>, clock: ServiceClock): Response {
  const { status, code, message, details, retryAfter } = fault
  const headers = new Headers(retryAfter === undefined ? {} : { 'Retry-After': retryAfter })
  if (code === undefined) return new Response(message, { status, headers })
  headers.set('Content-Type', 'application/json')
  const body = { success: false, data: null, error: { code, message, details }, meta: metaOf(clock) }
  return new Response(JSON.stringify(body), { status, headers })
}
