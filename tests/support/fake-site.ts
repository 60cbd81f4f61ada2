import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:https'
import type { Duplex } from 'node:stream'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { receivedAs } from '../../src-shared/machine/upload.ts'
import { actRequestSchema } from '../../src-shared/site/act.ts'
import { SITE_POSTS } from '../../src-shared/site/endpoints.ts'
import { enrolCodeText } from '../../src-shared/site/enrol.ts'
import { MOST_FED, type FeedEvent, type FeedPage } from '../../src-shared/site/feed.ts'
import type { UploadAnswer, UploadItem } from '../../src-shared/site/upload.ts'
import { SITE_BASE } from '../../src-shared/site/identity.ts'
import type { PrintFact } from '../../src-shared/site/print-claim.ts'
import type { SiteBooking, SiteChange, SiteLabels } from '../../src-shared/site/record.ts'
import type { MutableBookingState } from '../../src-shared/station/booking/record.ts'
import type { SiteState, SiteStation } from '../../src-shared/site/state.ts'
import { siteCertificate } from '../../src-main/site-server/certificate.ts'
import { runningClock } from './running-clock.ts'
import { tempDir } from './temp-dir.ts'
import { freePort } from './free-port.ts'

const ENVIRONMENT = 'https://freight.example/api/v1'
const UNKNOWN_YET: MutableBookingState = {
  ...{ state: 'QUEUED', question: null, offer: null, error: null, shipmentId: null, trackingNumber: null },
  ...{ proNumber: null, quoteExpiresAt: null, requotes: 0, sentAt: null, attempts: 0, checks: 0 },
  ...{ nextCheckAt: null, cancellation: null },
}

/** A feed event before it has its number. */
type News = { [K in FeedEvent['kind']]: Omit<Extract<FeedEvent, { kind: K }>, 'seq'> }[FeedEvent['kind']]

/**
 * A site that is small enough to be looked through: what the wire schemas say, in memory, over real HTTPS. It sends nothing;
 * a test says what became of a booking.
 */
export async function fakeSite({ environment = ENVIRONMENT }: { environment?: string } = {}) {
  const { key, cert, fingerprint } = siteCertificate(tempDir(), runningClock(), null)
  const stations = new Map<string, SiteStation & { tokenHash: string }>()
  const bookings = new Map<string, SiteBooking>()
  const changes = new Map<string, SiteChange>()
  const contents = new Map<string, string>()
  const documents = new Map<string, Uint8Array>()
  const labels = new Map<string, SiteLabels>()
  const prints = new Map<string, PrintFact>()
  const acts = new Map<string, unknown>()
  const feed: FeedEvent[] = []
  const streams = new Set<{ response: ServerResponse; after: number }>()
  const secrets = new Set<string>()
  /** Calls as they came. */
  const calls: { method: string; path: string; body: unknown }[] = []
  const site = {
    timeline: '0000000000000001',
    unsynced: new Set<string>(),
    /** Answers that are lost on their way back, by path: so many are still to be. */
    losing: new Map<string, number>(),
    /** Paths whose next calls are refused, each with that status and code. */
    refusing: new Map<string, { status: number; code: string }>(),
    /** The feed's stream is not served: a station has to ask. */
    hasStream: true,
    /** What happens is not pushed: the process that streams is further on than it has told. */
    isSilent: false,
    waitsFor: null as SiteState['waitsFor'],
  }
  let ticks = 0
  /** A moment that is later than every one before. */
  const now = () => new Date(Date.UTC(2026, 10, 23, 12, 0, 0, 0) + (ticks += 1)).toISOString()

  function report(news: News): void {
    const event: FeedEvent = { ...news, seq: feed.length + 1 }
    feed.push(event)
    for (const stream of streams) write(stream)
  }

  const pageAfter = (after: number): FeedPage => {
    const events = feed.slice(after, after + MOST_FED)
    const next = after + events.length
    return { timeline: site.timeline, after, events, next, hasMore: next < feed.length, at: now() }
  }

  function write(stream: { response: ServerResponse; after: number }): void {
    const page = pageAfter(stream.after)
    stream.after = page.next
    if (site.isSilent) return
    stream.response.write(`event: feed\ndata: ${JSON.stringify(page)}\n\n`)
  }

  const stateFor = (stationId: string): SiteState => ({
    siteId: 'site_1',
    siteName: 'Laredo',
    version: '0.1.0',
    leastVersion: '0.1.0',
    environment,
    timeline: site.timeline,
    feedSeq: feed.length,
    waitsFor: site.waitsFor,
    toSync: [...site.unsynced],
    mustSync: site.unsynced.has(stationId),
    mustForget: false,
    notices: [],
    now: now(),
  })

  function upload(item: UploadItem, stationId: string): UploadAnswer {
    const id = item.kind === 'booking' ? item.booking.bookingId : item.change.changeId
    const content = JSON.stringify(item.kind === 'booking' ? item.booking : item.change)
    const before = contents.get(id)
    if (before !== undefined && before !== content) {
      const error = { code: 'SUBMISSION_DIFFERS', message: 'other content', retryable: false, details: {} }
      return { answer: 'refused', id, error }
    }
    if (item.kind === 'change') {
      const known = changes.get(id)
      if (known) return { answer: 'change-taken', change: known }
      const { bookingId, shipmentId } = item.change
      const isOfNone = bookingId !== null && !bookings.has(bookingId)
      if (isOfNone && shipmentId === null) {
        const error = { code: 'NOT_FOUND', message: 'no such booking', retryable: false, details: { bookingId } }
        return { answer: 'refused', id, error }
      }
      contents.set(id, content)
      const rest = { error: null, cancellation: null, nextAt: null, updatedAt: now() }
      const of = { ...item.change, bookingId: isOfNone ? null : bookingId }
      const change: SiteChange = { ...of, stationId, state: 'QUEUED', ...rest }
      changes.set(id, change)
      report({ kind: 'change', change })
      return { answer: 'change-taken', change }
    }
    const known = bookings.get(id)
    if (known) return { answer: 'taken', booking: known }
    const holder = [...bookings.values()].find(
      ({ reference }) => reference.toLowerCase() === item.booking.reference.toLowerCase(),
    )
    if (holder) {
      return {
        answer: 'reference-taken',
        bookingId: id,
        holder: {
          bookingId: holder.bookingId,
          state: holder.course.state,
          stationId: holder.stationId,
          stationName: stations.get(holder.stationId)?.name ?? '',
          person: holder.person?.name ?? null,
          at: holder.createdAt,
        },
        free: `${item.booking.reference}-2`,
      }
    }
    contents.set(id, content)
    const state = receivedAs(item.triedUnder, site.timeline)
    const course = item.known ?? { ...UNKNOWN_YET, state }
    const booking: SiteBooking = { ...item.booking, stationId, course, updatedAt: now() }
    bookings.set(id, booking)
    report({ kind: 'booking', booking })
    return { answer: 'taken', booking }
  }

  function move(bookingId: string, course: Partial<MutableBookingState>, more: Partial<SiteBooking> = {}): SiteBooking {
    const before = bookings.get(bookingId)
    if (!before) throw new Error(`the site has no booking ${bookingId}`)
    const booking = { ...before, ...more, course: { ...before.course, ...course }, updatedAt: now() }
    bookings.set(bookingId, booking)
    report({ kind: 'booking', booking })
    return booking
  }

  function claim(stationId: string, body: unknown): unknown {
    const { claimId, shipmentId, printerName, reason, person } = SITE_POSTS.claimPrint.request.parse(body)
    const before = [...prints.values()].filter(
      (one) => one.shipmentId === shipmentId && one.outcome !== 'failed' && one.claimId !== claimId,
    )
    if (before.length > 0 && reason === null) return { answer: 'printed-before', prints: before.reverse() }
    if (!prints.has(claimId)) {
      const print: PrintFact = {
        ...{ claimId, shipmentId, printerName, reason, stationId },
        ...{ stationName: stations.get(stationId)?.name ?? '', person: person?.name ?? null, at: now() },
        ...{ outcome: 'claimed', onIsland: false },
      }
      prints.set(claimId, print)
      report({ kind: 'print', print })
    }
    return { answer: 'granted' }
  }

  function facts(stationId: string, body: unknown): unknown {
    const doubled: PrintFact[] = []
    for (const fact of SITE_POSTS.reportPrints.request.parse(body).facts) {
      const others = [...prints.values()].filter(
        (one) => one.shipmentId === fact.shipmentId && one.claimId !== fact.claimId && one.outcome !== 'failed',
      )
      if (!prints.has(fact.claimId) && fact.onIsland && fact.reason === null) doubled.push(...others)
      const print: PrintFact = {
        ...{ claimId: fact.claimId, shipmentId: fact.shipmentId, printerName: fact.printerName, reason: fact.reason },
        ...{ stationId, stationName: stations.get(stationId)?.name ?? '', person: fact.person?.name ?? null },
        ...{ at: fact.at, outcome: fact.outcome, onIsland: fact.onIsland },
      }
      prints.set(fact.claimId, print)
      report({ kind: 'print', print })
    }
    return { doubled }
  }

  function act(body: unknown): unknown {
    const { actId, act: wanted } = actRequestSchema.parse(body)
    const done = acts.get(actId)
    if (done !== undefined) return done
    const make = () => {
      switch (wanted.act) {
        case 'cancel':
          return { booking: move(wanted.bookingId, { state: 'CANCELLED' }), change: null }
        case 'hold':
          return { booking: move(wanted.bookingId, {}, { hold: wanted.hold }), change: null }
        case 'answer':
        case 'check':
          return { booking: bookings.get(wanted.bookingId) ?? null, change: null }
        case 'drop-change':
          return { booking: null, change: changes.get(wanted.changeId) ?? null }
      }
    }
    const answer = make()
    acts.set(actId, answer)
    return answer
  }

  function answerTo(method: string, path: string, query: URLSearchParams, body: unknown, stationId: string): unknown {
    switch (`${method} ${path}`) {
      case 'GET /state':
        return stateFor(stationId)
      case 'POST /beat': {
        const station = stations.get(stationId)
        if (station) station.beat = SITE_POSTS.beat.request.parse(body)
        return stateFor(stationId)
      }
      case 'POST /hand-over': {
        const { items } = SITE_POSTS.upload.request.parse(body)
        return { timeline: site.timeline, answers: items.map((item) => upload(item, stationId)) }
      }
      case 'POST /sync': {
        const reported = SITE_POSTS.sync.request.parse(body)
        if (reported.isLast) site.unsynced.delete(stationId)
        return {
          timeline: site.timeline,
          wantedBookings: reported.bookings
            .filter(({ bookingId }) => !bookings.has(bookingId))
            .map((one) => one.bookingId),
          wantedChanges: reported.changes.filter(({ changeId }) => !changes.has(changeId)).map((one) => one.changeId),
          since: null,
          isSynced: reported.isLast,
        }
      }
      case 'POST /acts':
        return act(body)
      case 'POST /prints/claims':
        return claim(stationId, body)
      case 'POST /prints/facts':
        return facts(stationId, body)
      case 'GET /feed':
        return pageAfter(Number(query.get('after')))
      case 'GET /look-up': {
        const code = query.get('code')?.toLowerCase()
        const [first, ...others] = [...bookings.values()]
          .filter(({ reference, course }) =>
            [reference, course.trackingNumber, course.shipmentId].some((one) => one?.toLowerCase() === code),
          )
          .map((booking) => ({ booking, labels: labels.get(booking.course.shipmentId ?? '') ?? null }))
        const { booking = null } = first ?? {}
        return { booking, labels: first?.labels ?? null, bookingId: booking?.bookingId ?? null, others }
      }
      case 'GET /stations':
        return { stations: [...stations.values()].map(({ tokenHash: _, ...station }) => station), now: now() }
      case 'GET /under-way':
        return { bookings: [], total: 0 }
      default:
        return undefined
    }
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'https://site')
    const path = url.pathname.slice(SITE_BASE.length)
    const method = request.method ?? ''
    const chunks: Buffer[] = []
    const sent: AsyncIterable<Buffer> = request
    for await (const chunk of sent) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString('utf8')
    const body: unknown = text === '' ? undefined : JSON.parse(text)
    calls.push({ method, path, body })
    const send = (status: number, value: unknown) => {
      const toLose = site.losing.get(path) ?? 0
      if (toLose > 0) {
        site.losing.set(path, toLose - 1)
        response.destroy()
        return
      }
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    }
    const refuse = (status: number, code: string) =>
      send(status, { error: { code, message: code, retryable: false, details: {} } })
    const refusal = site.refusing.get(path)
    if (refusal) return refuse(refusal.status, refusal.code)

    if (path === '/enrol') {
      const asked = SITE_POSTS.enrol.request.parse(body)
      const tokenHash = hashOf(asked.token)
      if (!secrets.has(asked.secret) && stations.get(asked.stationId)?.tokenHash !== tokenHash) {
        return refuse(403, 'CODE_REFUSED')
      }
      if (asked.siteId !== undefined && asked.siteId !== 'site_1') return refuse(403, 'CODE_REFUSED')
      secrets.delete(asked.secret)
      if (asked.siteId !== undefined) site.unsynced.add(asked.stationId)
      const { stationId, name, version } = asked
      const rest = {
        enrolledAt: now(),
        seenAt: now(),
        revokedAt: null,
        isSynced: true,
        beat: null,
        lastIsland: null,
        isOutOfDate: false,
      }
      stations.set(stationId, { stationId, name, version, ...rest, tokenHash })
      const { timeline } = site
      return send(200, {
        ...{ siteId: 'site_1', siteName: 'Laredo', stationId, environment, timeline, feedSeq: feed.length },
      })
    }
    const tokenHash = hashOf(request.headers.authorization?.replace(/^Bearer /, '') ?? '')
    const station = [...stations.values()].find((one) => one.tokenHash === tokenHash && one.revokedAt === null)
    if (!station) return refuse(401, 'STATION_REFUSED')
    if (path === '/feed/stream') {
      if (!site.hasStream) return refuse(404, 'NOT_FOUND')
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(': hello\n\n')
      const stream = { response, after: Number(url.searchParams.get('after')) }
      streams.add(stream)
      response.on('close', () => streams.delete(stream))
      return write(stream)
    }
    if (path.startsWith('/documents/')) {
      const bytes = documents.get(path.slice('/documents/'.length))
      if (!bytes) return refuse(404, 'NOT_FOUND')
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(bytes)
      return
    }
    const answer = answerTo(method, path, url.searchParams, body, station.stationId)
    if (answer === undefined) return refuse(404, 'NOT_FOUND')
    return send(200, answer)
  }

  const sockets = new Set<Duplex>()
  let server: Server | undefined
  const port = await freePort()
  async function open(): Promise<void> {
    const opened = createServer({ key, cert }, (request, response) => {
      serve(request, response).catch((error: unknown) => {
        const message = error instanceof Error ? error.message : String(error)
        const reported = { error: { code: 'INVALID_INPUT', message, retryable: false, details: {} } }
        if (!response.headersSent) response.writeHead(400).end(JSON.stringify(reported))
      })
    })
    opened.on('connection', (socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    })
    await new Promise<void>((resolve) => opened.listen(port, '127.0.0.1', resolve))
    server = opened
  }
  /** As when its plug is pulled. */
  async function close(): Promise<void> {
    const closing = server
    server = undefined
    if (!closing) return
    const closed = new Promise((resolve) => closing.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  }
  await open()
  onTestFinished(close)

  return {
    ...{ site, stations, bookings, changes, prints, labels, documents, calls, feed, open, close, move, report },
    fingerprint,
    environment,
    url: () => `https://127.0.0.1:${port}`,
    /** A one-time code. */
    code: (change: { fingerprint?: string } = {}): string => {
      const secret = `secret-${String(secrets.size + stations.size).padStart(20, '0')}`
      secrets.add(secret)
      return enrolCodeText({ urls: [`https://127.0.0.1:${port}`], fingerprint, secret, ...change })
    },
    /** The service has it: with a shipment, and with a label unless none is given. */
    book: (bookingId: string, label?: Uint8Array): SiteBooking => {
      const shipmentId = `SHP-${bookingId}`
      const trackingNumber = `TRK${createHash('sha256').update(bookingId).digest('hex').slice(0, 12).toUpperCase()}`
      const booking = move(bookingId, { state: 'BOOKED', shipmentId, trackingNumber, sentAt: now() })
      if (label) {
        const sha256 = createHash('sha256').update(label).digest('hex')
        documents.set(sha256, label)
        const reported: SiteLabels = {
          environment,
          shipmentId,
          labels: [{ documentId: `DOC-${bookingId}`, format: 'ZPL', sha256, bytes: label.length }],
        }
        labels.set(shipmentId, reported)
        report({ kind: 'labels', labels: reported })
      }
      return booking
    },
    /** Its database went back: these are lost, and every station hands over again what it has. */
    failOver: (lost: readonly string[]): void => {
      site.timeline = (Number.parseInt(site.timeline, 16) + 1).toString(16).toUpperCase().padStart(16, '0')
      for (const id of lost) {
        bookings.delete(id)
        contents.delete(id)
      }
      feed.length = 0
      for (const booking of bookings.values()) report({ kind: 'booking', booking })
      site.unsynced = new Set(stations.keys())
      for (const { response } of streams) response.destroy()
    },
  }
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
