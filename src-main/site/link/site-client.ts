import type { z } from 'zod'
import { runtime } from '../../../src-node/runtime/runtime.ts'
import { timeoutSignal } from '../../../src-node/runtime/wait.ts'
import { isProvedUnsent } from '../../../src-node/unsent.ts'
import { SITE_DOCUMENTS, siteRefusalSchema } from '../../../src-shared/site/endpoints.ts'
import { SITE_BASE } from '../../../src-shared/site/identity.ts'
import { StationError } from '../../../src-shared/station/error.ts'
import { readWhole } from '../../kernel/net/bodies.ts'

/** Where a site is, and who has to answer there. */
interface SiteDoor {
  /** All lead to the same site; the one that answered last is tried first. */
  urls: readonly string[]
  /** SHA-256 of its certificate (DER); null: it speaks plain HTTP on this machine. */
  fingerprint: string | null
}

export interface SiteClientOptions {
  door: SiteDoor
  /** What it answers may be null: it is lost, and the site would refuse. Null: none is needed, as for the enrolment. */
  token: (() => Promise<string | null>) | null
  closing: AbortSignal
  /** Called with how each call ended: null: the site answered. One that was to come later says nothing about it. */
  onOutcome?: (failure: StationError | null) => void
}

const CALL_MS = 10_000
/** A person's question leads the site to a call to the service with its own deadline. */
export const QUESTION_MS = 35_000
const MOST_ANSWER = 16 * 1024 * 1024
const MOST_DOCUMENT = 32 * 1024 * 1024

interface Call {
  method: 'GET' | 'POST'
  path: string
  body?: string
  accept?: string
  timeoutMs?: number
  signal?: AbortSignal | undefined
}

export type SiteClient = ReturnType<typeof createSiteClient>

/** Calls to the site, over a connection to its pinned certificate alone. Nothing is repeated here. */
export function createSiteClient({ door, token, closing, onOutcome }: SiteClientOptions) {
  let first = 0

  /**
   * Tries each address that cannot be connected to once; a call that may have been received is not repeated at
   * another.
   */
  async function open(call: Call): Promise<Response> {
    const bearer = token && (await token())
    if (token && bearer === null) throw stationRefused()
    let last: StationError | null = null
    for (let tried = 0; tried < door.urls.length; tried++) {
      const at = (first + tried) % door.urls.length
      const url = door.urls[at] ?? ''
      try {
        const answer = await send(url, call, bearer)
        first = at
        return answer
      } catch (cause) {
        last = cause instanceof StationError ? cause : unreachable(url, cause)
        if (call.method === 'POST' && last.details['isUnsent'] !== true) break
      }
    }
    throw last ?? unreachable('', new Error('no address is known'))
  }

  async function send(base: string, call: Call, bearer: string | null): Promise<Response> {
    const { method, path, body, accept = 'application/json', timeoutMs = CALL_MS, signal } = call
    const url = new URL(base.replace(/\/+$/, '') + SITE_BASE + path)
    const init = {
      method,
      headers: {
        accept,
        ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body ?? null,
      signal: AbortSignal.any([
        closing,
        ...(timeoutMs === 0 ? [] : [timeoutSignal(timeoutMs)]),
        ...(signal ? [signal] : []),
      ]),
    }
    const { network } = runtime()
    if (door.fingerprint !== null) return network.fetchPinned(door.fingerprint)(url, init)
    return network.fetch(url, { ...init, redirect: 'manual' })
  }

  async function answered<T>(call: Call, read: (answer: Response) => Promise<T>): Promise<T> {
    try {
      const answer = await open(call)
      const value = answer.ok ? await read(answer) : await refused(answer)
      onOutcome?.(null)
      return value
    } catch (cause) {
      const failure = cause instanceof StationError ? cause : unreachable(door.urls[first] ?? '', cause)
      // Strangers are held back by their address, of which this station may be one.
      if (failure.code !== 'RATE_LIMIT_ERROR') onOutcome?.(isAway(failure) || isRefusal(failure) ? failure : null)
      throw failure
    }
  }

  async function json<T extends z.ZodType>(call: Call, schema: T): Promise<z.output<T>> {
    return answered(call, async (answer) => {
      const parsed = schema.safeParse(jsonOf(await bytesOf(answer, MOST_ANSWER)))
      if (parsed.success) return parsed.data
      const [issue] = parsed.error.issues
      throw unreadable(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`)
    })
  }

  return {
    /** @throws StationError SITE_UNREACHABLE, SITE_CERTIFICATE, SITE_UNREADABLE, and the site's refusals */
    post: <Q extends z.ZodType, A extends z.ZodType>(
      { path, answer }: { path: string; request: Q; answer: A },
      body: z.input<Q>,
      more: { timeoutMs?: number } = {},
    ): Promise<z.output<A>> => json({ method: 'POST', path, body: JSON.stringify(body), ...more }, answer),

    /** As `post`. */
    get: <A extends z.ZodType>(
      { path, answer }: { path: string; answer: A },
      query: Record<string, string> = {},
      more: { timeoutMs?: number } = {},
    ): Promise<z.output<A>> => {
      const asked = new URLSearchParams(query).toString()
      return json({ method: 'GET', path: asked === '' ? path : `${path}?${asked}`, ...more }, answer)
    },

    /** The bytes that are kept under this hash; they are not compared with it here. */
    document: (sha256: string): Promise<Uint8Array<ArrayBuffer>> =>
      answered({ method: 'GET', path: SITE_DOCUMENTS + sha256, accept: '*/*' }, (answer) =>
        bytesOf(answer, MOST_DOCUMENT),
      ),

    /** Opens a stream that has no end; its first bytes show that the site is there. */
    stream: (path: string, signal: AbortSignal): Promise<Response> =>
      answered({ method: 'GET', path, accept: 'text/event-stream', timeoutMs: 0, signal }, async (answer) => answer),

    /** Where the site answered last, for who speaks to it by other means. */
    base: (): string => (door.urls[first] ?? '').replace(/\/+$/, '') + SITE_BASE,
  }
}

/** The site did not answer; a refusal is an answer. */
export const isAway = (error: StationError): boolean =>
  error.code === 'SITE_UNREACHABLE' || error.code === 'SITE_CERTIFICATE'

/** The site answered that it does not let this station in: it did nothing of what was asked. */
export const isRefusal = (error: { code: string }): boolean => error.code === 'STATION_REFUSED'

const stationRefused = (): StationError =>
  new StationError({
    code: 'STATION_REFUSED',
    message:
      'The site does not know this station, or revoked it. Join again with a code from the site in Settings > Site.',
  })

/** A body as a whole. @throws StationError SITE_UNREADABLE when it is longer */
function bytesOf({ body }: Response, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const stream: AsyncIterable<Uint8Array> | null = body
  return readWhole(
    stream ?? [],
    most,
    () =>
      new StationError({
        code: 'SITE_UNREADABLE',
        message: `The site's answer is larger than ${most} bytes.`,
        details: { reason: 'too long', most },
      }),
  )
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw unreadable('it is no JSON')
  }
}

async function refused(answer: Response): Promise<never> {
  const said = siteRefusalSchema.safeParse(jsonOf(await bytesOf(answer, MOST_ANSWER)))
  if (said.success) {
    const { code } = said.data.error
    // TOKEN_REFUSED: a site of 0.2 or before.
    throw code === 'STATION_REFUSED' || code === 'TOKEN_REFUSED' ? stationRefused() : StationError.from(said.data.error)
  }
  // A gateway in between answers for a site that it cannot reach.
  if (answer.status >= 500) throw unreachable('', new Error(`HTTP ${answer.status}`))
  throw unreadable(`HTTP ${answer.status}`)
}

function unreadable(reason: string): StationError {
  return new StationError({
    code: 'SITE_UNREADABLE',
    message: `The site's answer cannot be read (${reason}). Update the site or this station.`,
    details: { reason },
  })
}

function unreachable(where: string, cause: unknown): StationError {
  const reason = reasonOf(cause)
  if (reason === 'CERTIFICATE_DIFFERS') {
    return new StationError({
      code: 'SITE_CERTIFICATE',
      message: `The server at ${where} does not have the certificate of this station's site. Nothing was sent. If the site has a new certificate, enroll this station again.`,
      details: { where },
    })
  }
  return new StationError({
    code: 'SITE_UNREACHABLE',
    message: `The site cannot be reached${where === '' ? '' : ` at ${where}`} (${reason}).`,
    details: { where, reason, isUnsent: isProvedUnsent(cause) },
  })
}

/** An error code of the system, or of ours; no text that could hold more. */
function reasonOf(cause: unknown): string {
  for (let at = cause, deep = 0; at instanceof Error && deep < 4; at = at.cause, deep++) {
    if ('code' in at && typeof at.code === 'string') return at.code
    if (at.name === 'TimeoutError' || at.name === 'AbortError')
      return at.name === 'TimeoutError' ? 'no answer' : 'broken off'
  }
  return cause instanceof Error && /^HTTP \d{3}$/.test(cause.message) ? cause.message : 'connection failed'
}
