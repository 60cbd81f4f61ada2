import type { HttpBindings } from '@hono/node-server'
import { Hono, type Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { z } from 'zod'
import { SITE_BASE, sha256Schema } from '../../../src-shared/site/identity.ts'
import {
  SITE_DOCUMENTS,
  SITE_FREIGHT,
  SITE_GETS,
  SITE_POSTS,
  SITE_STREAM,
  type SiteGet,
  type SitePost,
} from '../../../src-shared/site/endpoints.ts'
import { newsQuerySchema } from '../../../src-shared/site/tracking.ts'
import { feedQuerySchema, lookUpQuerySchema } from '../../../src-shared/site/feed.ts'
import { notFound, StationError } from '../../../src-shared/station/error.ts'
import { monotonic } from '../../../src-node/runtime/wait.ts'
import { invalidInput } from '../../app/command-bounds.ts'
import { statusOf } from '../../integrations/http-status.ts'
import { asData } from '../../kernel/fault.ts'
import { jsonOf } from '../../kernel/net/bodies.ts'
import { readBody } from '../../kernel/net/http-host.ts'
import { redactAll } from '../../freight/http/redact.ts'
import { hashToken } from '../../people/secret-hash.ts'
import type { SiteCaller } from '../stations.rows.ts'
import type { SiteController } from '../site-controller.ts'
import { streamFeed } from './feed-stream.ts'
import { createThrottle } from './throttle.ts'

type Env = { Bindings: HttpBindings }

/** Where stations reach the freight service through the site: a base URL for their client, with their own token. */
export const RELAY_BASE = SITE_BASE + SITE_FREIGHT
const MOST_RELAYED_BYTES = 2 * 1024 * 1024
/** Of a body that is too long so much is read past, so that its sender hears the answer. */
const MOST_PASSED_BYTES = 16 * 1024 * 1024

/** Anyone may ask whether the site is ready, and asks the database so often at most. */
const READINESS_CACHED_MS = 1_000
const MOST_REMEMBERED = 5_000

export interface SiteAppOptions {
  controller: SiteController
  /** What no answer may hold. */
  apiKey: () => Promise<string | null>
  /** May the holder of this token read the figures? */
  mayReadMetrics: (token: string | null) => boolean
}

/** A site over HTTP: stations with their tokens, and what watches over it. */
export function siteApp({ controller, apiKey, mayReadMetrics }: SiteAppOptions): Hono<Env> {
  const app = new Hono<Env>()
  const throttle = createThrottle()
  /** Hashes of tokens that were good when they were last looked up. */
  const good = new Set<string>()
  /** Hashes of tokens that were refused. */
  const bad = new Set<string>()
  const readiness = cachedFor(READINESS_CACHED_MS, controller.readiness)

  function remember(hashes: Set<string>, hash: string): void {
    if (hashes.size >= MOST_REMEMBERED) hashes.clear()
    hashes.add(hash)
  }

  const addressOf = (c: Context<Env>): string => c.env.incoming.socket.remoteAddress ?? ''
  const tokenOf = (c: Context<Env>): string | null =>
    /^Bearer +(\S{1,200})$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? null

  async function callerOf(c: Context<Env>): Promise<SiteCaller> {
    const token = tokenOf(c)
    // Who shows none guesses nothing.
    if (token === null) throw stationRefused()
    const hash = hashToken(token)
    // Before the database is asked. A token that was good passes: its station may share the address with an attacker
    // who guesses. One that was refused before is no guess, and hears again that it is refused.
    const wasRefused = bad.has(hash)
    if (wasRefused) throttle.station(hash)
    else if (!good.has(hash)) throttle.refuseWrongTokens(addressOf(c))
    const caller = await controller.callerOf(token)
    if (caller) {
      throttle.station(caller.stationId)
      remember(good, hash)
      return caller
    }
    good.delete(hash)
    remember(bad, hash)
    if (!wasRefused) throttle.wrongToken(addressOf(c))
    throw stationRefused()
  }

  async function bodyOf<P extends SitePost>(
    c: Context<Env>,
    name: P,
  ): Promise<z.output<(typeof SITE_POSTS)[P]['request']>> {
    const { request, most } = SITE_POSTS[name]
    const parsed = request.safeParse(jsonOf(await bytesOf(c, most)))
    if (!parsed.success) throw invalidInput(parsed.error)
    return parsed.data as z.output<(typeof SITE_POSTS)[P]['request']>
  }

  /** Should the service have written the key into a shipment, no station reads it there. */
  async function withoutKey<T>(reported: T): Promise<T> {
    const key = await apiKey()
    if (key === null || key === '' || !JSON.stringify(reported).includes(key)) return reported
    return redactAll(reported, key) as T
  }

  app.onError(async (error) => {
    const data = asData(error)
    if (!(error instanceof StationError)) controller.onFault(error)
    const known = data.code === STATION_REFUSED ? 401 : statusOf(data.code)
    const status = error instanceof StationError ? known : 500
    controller.refused(data.code)
    const reported = redactAll(data, await apiKey().catch(() => null))
    const retryAfter = data.details['retryAfterMs']
    const headers = new Headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    if (typeof retryAfter === 'number') headers.set('retry-after', String(Math.ceil(retryAfter / 1_000)))
    return new Response(JSON.stringify({ error: reported }), { status, headers })
  })
  app.notFound(() => {
    throw notFound('endpoint', {})
  })

  app.get('/healthz', (c) => c.json({ isAlive: true }))
  app.get('/readyz', async (c) => {
    const found = await readiness()
    return c.json(found, found.isReady ? 200 : 503)
  })
  app.get('/metrics', async (c) => {
    if (!mayReadMetrics(tokenOf(c))) throw notFound('endpoint', {})
    const { type, text } = await controller.metrics()
    return c.body(text, 200, { 'content-type': type })
  })

  const post = <P extends SitePost>(
    name: P,
    work: (
      body: z.output<(typeof SITE_POSTS)[P]['request']>,
      caller: SiteCaller,
    ) => Promise<z.input<(typeof SITE_POSTS)[P]['answer']>>,
  ) =>
    app.post(SITE_BASE + SITE_POSTS[name].path, async (c) => {
      const caller = await callerOf(c)
      return c.json(await work(await bodyOf(c, name), caller), 200)
    })

  app.post(SITE_BASE + SITE_POSTS.enrol.path, async (c) => {
    throttle.unknownCaller(addressOf(c))
    return c.json(await controller.enrol(await bodyOf(c, 'enrol')), 200)
  })
  post('beat', controller.beat)
  post('upload', controller.upload)
  post('sync', controller.sync)
  post('act', controller.act)
  post('editRecords', controller.editRecords)
  post('claimPrint', controller.claimPrint)
  post('reportPrints', controller.reportPrints)
  post('reportApprovals', controller.reportApprovals)
  post('answerApproval', controller.answerApproval)
  post('askTracking', async (question) => withoutKey(await controller.askTracking(question)))
  post('closeDay', controller.closeDay)
  post('voidManifest', controller.voidManifest)
  post('reportManifests', controller.reportManifests)
  post('makeCode', controller.makeCode)
  post('askNeeded', controller.askNeeded)
  post('reportForgotten', controller.reportForgotten)
  post('doneForgetting', controller.doneForgetting)

  const get = <G extends SiteGet>(
    name: G,
    work: (c: Context<Env>, caller: SiteCaller) => Promise<z.input<(typeof SITE_GETS)[G]['answer']>>,
  ) =>
    app.get(SITE_BASE + SITE_GETS[name].path, async (c) => {
      const caller = await callerOf(c)
      return c.json(await work(c, caller))
    })

  get('state', (_c, caller) => controller.state(caller))
  get('feed', (c) => controller.feedPage(queryOf(c, feedQuerySchema).after))
  get('lookUp', (c) => controller.lookUp(queryOf(c, lookUpQuerySchema).code))
  get('records', (c) => controller.records(queryOf(c, feedQuerySchema).after))
  get('tracking', async (c) => withoutKey(await controller.tracking(queryOf(c, newsQuerySchema))))
  get('quarantine', async () => withoutKey(await controller.quarantine()))
  get('approvals', () => controller.approvals())
  get('stations', () => controller.stations())
  get('underWay', () => controller.underWay())
  get('forgotten', (c) => controller.forgotten(queryOf(c, feedQuerySchema).after))

  app.get(`${SITE_BASE}${SITE_DOCUMENTS}:sha256`, async (c) => {
    await callerOf(c)
    const bytes = await controller.document(sha256Of(c.req.param('sha256')))
    return c.body(Uint8Array.from(bytes).buffer, 200, {
      'content-type': 'application/octet-stream',
      'cache-control': 'private, immutable',
    })
  })
  app.get(SITE_BASE + SITE_STREAM, async (c) => {
    const caller = await callerOf(c)
    const { after } = queryOf(c, feedQuerySchema)
    return streamSSE(c, (stream) =>
      streamFeed(
        stream,
        {
          ...controller,
          isStill: () => controller.isStill(caller.stationId),
          cut: () => void c.env.outgoing.destroy(),
        },
        after,
      ),
    )
  })

  app.all(`${RELAY_BASE}/*`, async (c) => {
    await callerOf(c)
    const url = new URL(c.req.url)
    const body = await bytesOf(c, MOST_RELAYED_BYTES)
    const answer = await controller.relay({
      method: c.req.method,
      path: url.pathname.slice(RELAY_BASE.length) + url.search,
      contentType: c.req.header('content-type'),
      accept: c.req.header('accept'),
      body,
    })
    return new Response(Buffer.from(answer.body), { status: answer.status, headers: answer.headers })
  })

  return app
}

/** 401 only here: to a caller of a station's own API his token is good, and it is the station that is refused. */
const STATION_REFUSED = 'STATION_REFUSED'

const stationRefused = (): StationError =>
  new StationError({
    code: STATION_REFUSED,
    message: 'This station is unknown to this site, or was revoked. Enroll it with a code from the site.',
  })

/** What was found is the answer for so long; those who ask meanwhile share it. */
export function cachedFor<T>(ms: number, find: () => Promise<T>, now: () => number = monotonic): () => Promise<T> {
  let last: { found: Promise<T>; until: number } | null = null
  return () => {
    if (last === null || now() >= last.until) last = { found: find(), until: now() + ms }
    return last.found
  }
}

function queryOf<S extends z.ZodType>(c: Context<Env>, schema: S): z.output<S> {
  const parsed = schema.safeParse(c.req.query())
  if (!parsed.success) throw invalidInput(parsed.error)
  return parsed.data
}

function sha256Of(text: string): string {
  const parsed = sha256Schema.safeParse(text)
  if (!parsed.success) throw notFound('document', {})
  return parsed.data
}

/** @throws StationError TOO_LARGE (details.most) */
async function bytesOf(c: Context<Env>, most: number): Promise<Buffer> {
  const body = await readBody(c.env.incoming, { most, mostPassed: MOST_PASSED_BYTES })
  if (typeof body !== 'string') return body
  throw new StationError({
    code: 'TOO_LARGE',
    message: `This request can have at most ${most} bytes.`,
    details: { most },
  })
}
