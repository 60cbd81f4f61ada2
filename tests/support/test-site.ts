import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { newBooking } from '../../src-main/booking/submit/submission.ts'
import { createFreightClient } from '../../src-main/freight/client.ts'
import { randomIds } from '../../src-main/kernel/ids.ts'
import { askedDomestic } from '../../src-main/quotes/asked-quote.ts'
import { openSite, type Site, type SiteOptions } from '../../src-main/site-server/site.ts'
import { RELAY_BASE } from '../../src-main/site-server/http/site-app.ts'
import type { SiteDatabase } from '../../src-main/site-server/site-database.ts'
import { runtime } from '../../src-node/runtime/runtime.ts'
import { siteRefusalSchema, SITE_GETS, SITE_POSTS, type SitePost } from '../../src-shared/site/endpoints.ts'
import { readEnrolCode } from '../../src-shared/site/enrol.ts'
import type { UploadItem } from '../../src-shared/site/upload.ts'
import { SITE_BASE, SITE_TOKEN_PREFIX } from '../../src-shared/site/identity.ts'
import type { SiteBooking } from '../../src-shared/site/record.ts'
import type { Quote } from '../../src-shared/station/quote/quote.ts'
import { bodyOf } from './site-body.ts'
import { palletsToChicago } from './freight.ts'
import { shiftedClock, testDatabase } from './postgres.ts'
import { TEST_START } from './running-clock.ts'
import { testSandbox, type TestSandbox } from './sandbox.ts'
import { tempDir } from './temp-dir.ts'
import { until } from './until.ts'

export interface TestSite {
  db: SiteDatabase
  url: string
  sandbox: TestSandbox
  site: Site
  origin: string
  /** Another process of the same site, as far as one process can be two. */
  another(change?: Partial<SiteOptions>): Promise<Site>
  station(name: string): Promise<TestSiteStation>
  /** Shipments at the service under this reference. */
  atService(reference: string): Promise<unknown[]>
}

/** A site on a real PostgreSQL, with a real freight service; it ends with the test. */
export async function testSite(
  change: Partial<SiteOptions> | ((sandbox: TestSandbox) => Partial<SiteOptions>) = {},
  beforeEachCall: () => Promise<void> = async () => undefined,
  /** One of the test's own; its tables are there. */
  database?: { url: string; db: SiteDatabase },
): Promise<TestSite> {
  const sandbox = await testSandbox()
  const { url, db } = database ?? (await testDatabase())
  await shiftedClock(db, TEST_START)
  const open = async (more: Partial<SiteOptions> = {}): Promise<Site> => {
    const site = await openSite({
      databaseUrl: url,
      folder: tempDir(),
      siteName: 'Laredo',
      environment: 'embedded',
      access: async () => {
        await beforeEachCall()
        return { baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey }
      },
      host: '127.0.0.1',
      port: 0,
      tls: 'plain',
      priceTolerance: 0,
      clock: sandbox.clock,
      ids: randomIds,
      ...(typeof change === 'function' ? change(sandbox) : change),
      ...more,
    })
    let closed: Promise<void> | undefined
    const close = () => (closed ??= site.close())
    onTestFinished(close)
    return { ...site, close }
  }
  const site = await open()
  const origin = `${site.scheme}://127.0.0.1:${site.port}`
  return {
    db,
    url,
    sandbox,
    site,
    origin,
    another: open,
    station: (name) => enrolled(site, origin, name),
    atService: async (reference) => {
      const answer = await sandbox.get(`/shipments?reference=${encodeURIComponent(reference)}`)
      return z.object({ data: z.array(z.unknown()) }).parse(answer).data
    },
  }
}

type TestSiteStation = Awaited<ReturnType<typeof enrolled>>

/** What a site refused. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  readonly body: string

  constructor(status: number, body: string) {
    const { error } = siteRefusalSchema.parse(JSON.parse(body))
    super(error.message)
    this.status = status
    this.code = error.code
    this.body = body
  }
}

export const drawnToken = (): string => SITE_TOKEN_PREFIX + runtime().random.bytes(32).toString('base64url')

/** A station that has joined the site at this address. */
export async function enrolled(site: Pick<Site, 'enrolCode'>, origin: string, name: string) {
  const code = readEnrolCode(await site.enrolCode([origin]))
  if (code === null) throw new Error('the site made a code that cannot be read')
  const token = drawnToken()
  const stationId = randomIds.next('stn')
  const as = stationOf(origin, token)
  const { timeline, feedSeq } = await as.post('enrol', {
    secret: code.secret,
    stationId,
    name,
    version: '0.1.0',
    token,
  })
  const client = createFreightClient(async () => ({ baseUrl: origin + RELAY_BASE, apiKey: token }), {
    clock: { now: () => new Date(TEST_START) },
  })
  let quote: Quote | undefined
  let made = 0

  const item = async (reference: string): Promise<Extract<UploadItem, { kind: 'booking' }>> => {
    quote ??= await askedDomestic(client, palletsToChicago(), { now: () => new Date(TEST_START) }, randomIds)
    const rate = quote.rates[0]
    if (rate === undefined) throw new Error('the service has no rate')
    const details = {
      shipperInfo: { companyName: 'Acme Machine' },
      consigneeInfo: { companyName: 'Globex Corporation' },
      labelFormat: 'ZPL' as const,
      pickupDate: '2026-10-22',
      reference,
    }
    const submissionId = `submission-${stationId}-${++made}`
    const submission = { kind: 'quote' as const, submissionId, quote, rate, details }
    const booking = newBooking(submission, 'embedded', new Date(TEST_START), randomIds)
    const person = { personId: 'prs_1', name: `Ana of ${name}`, approvedBy: null }
    const body = { ...bodyOf(booking, new Date(TEST_START)), person }
    return { kind: 'booking', triedUnder: timeline, booking: body, known: null }
  }

  return {
    ...as,
    stationId,
    name,
    token,
    timeline,
    feedSeq,
    client,
    item,
    /** Hands one over, and gives the site's answer. */
    upload: async (given: UploadItem) => {
      const { answers } = await as.post('upload', { items: [given] })
      const [answer] = answers
      if (answer === undefined) throw new Error('the site said nothing')
      return answer
    },
    /** The booking, as the feed tells it. */
    seen: (bookingId: string, is: (booking: SiteBooking) => boolean): Promise<SiteBooking> =>
      until(`${bookingId} in the feed`, async () => {
        const { events } = await as.feed(0)
        for (const event of events) {
          if (event.kind === 'booking' && event.booking.bookingId === bookingId && is(event.booking))
            return event.booking
        }
        return null
      }),
  }
}

/** The site, asked with a token. */
export function stationOf(origin: string, token: string | null) {
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` }
  const asked = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const answer = await fetch(origin + SITE_BASE + path, { ...init, headers: { ...headers, ...init.headers } })
    if (answer.ok) return answer
    throw new Refused(answer.status, await answer.text())
  }
  return {
    asked,
    post: async <P extends SitePost>(
      name: P,
      body: z.input<(typeof SITE_POSTS)[P]['request']>,
    ): Promise<z.output<(typeof SITE_POSTS)[P]['answer']>> => {
      const { path, answer } = SITE_POSTS[name]
      const reported = await asked(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      })
      return answer.parse(await reported.json()) as z.output<(typeof SITE_POSTS)[P]['answer']>
    },
    feed: async (after: number) => SITE_GETS.feed.answer.parse(await (await asked(`/feed?after=${after}`)).json()),
    state: async () => SITE_GETS.state.answer.parse(await (await asked('/state')).json()),
    lookUp: async (code: string) =>
      SITE_GETS.lookUp.answer.parse(await (await asked(`/look-up?code=${encodeURIComponent(code)}`)).json()),
    document: async (sha256: string) => Buffer.from(await (await asked(`/documents/${sha256}`)).arrayBuffer()),
  }
}

/** A station's claim of a label. */
export const printClaim = (claimId: string, reason: string | null = null) => ({
  ...{ claimId, shipmentId: 'SHP-1', printerName: 'Zebra', reason, person: null },
})

/** What became of a label that a station claimed. */
export const printFact = (
  claimId: string,
  more: { reason?: string; outcome?: 'printed' | 'failed'; onIsland?: boolean } = {},
) => ({
  ...printClaim(claimId),
  ...{ outcome: 'printed' as const, onIsland: false, at: TEST_START },
  ...more,
})

/** That a booking be canceled, as its station hands it over. */
export const cancelOf = (bookingId: string, shipmentId: string | null) => ({
  ...{ changeId: 'chg_1', submissionId: 'change-1-of-a', environment: 'embedded', bookingId, shipmentId },
  change: { kind: 'cancel' as const, reason: 'Not needed', refundRequested: true },
  ...{ person: null, createdAt: TEST_START },
})
