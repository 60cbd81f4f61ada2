import fc from '../support/fast-check.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createFreightClient } from '../../src-main/freight/client.ts'
import { createLabelService } from '../../src-main/labels/label-service.ts'
import { openWebhookSecrets } from '../../src-main/kernel/secrets/webhook-secrets.ts'
import { openCache } from '../../src-main/data/cache/cache.ts'
import { serviceFacts } from '../../src-main/shipments/service-facts.rows.ts'
import { quarantineStore } from '../../src-main/shipments/quarantine.rows.ts'
import { shipmentStore } from '../../src-main/shipments/shipments.rows.ts'
import { syncCursorStore } from '../../src-main/shipments/sync-cursor.rows.ts'
import { webhookInbox } from '../../src-main/shipments/webhook-inbox.rows.ts'
import { bookingStore } from '../../src-main/booking/bookings.rows.ts'
import { labelStore } from '../../src-main/labels/labels.rows.ts'
import { openLedger } from '../../src-main/data/ledger/ledger.ts'
import { settingStore } from '../../src-main/settings/settings.rows.ts'
import { createSync } from '../../src-main/shipments/sync.ts'
import { createWebhookReceiver } from '../../src-main/shipments/webhooks/receiver.ts'
import { openService } from '../../src-sandbox/open-service.ts'
import { newBooking } from '../support/bookings.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { directBooking } from '../support/scripted-service.ts'
import { inFakeTime, pass, turns } from '../support/peace.ts'
import { seedService } from '../support/seeded-service.ts'
import { full } from '../support/full.ts'
import { newStores } from '../support/new-stores.ts'
import { tempDir } from '../support/temp-dir.ts'

/** What becomes of a call. */
const ENDS = ['fine', 'unsent', 'lost', 'limited', 'broken', 'not there'] as const
const STEPS = ['book', 'tell', 'ask again', 'refresh', 'hasten', 'look', 'minute', 'turns'] as const
const MINUTES_OF_PEACE = 14
const API_KEY = 'test-key'
const NORTHLINE = { provider: 'Northline Freight', service: 'LTL_STANDARD' }

const madeSchema = z.object({ data: z.object({ shipmentId: z.string() }) })

/** Of the property, not of what it proves. */
const PROOF = full('the default run has the property itself', { timeout: 60_000 })

const plan = fc.tuple(
  fc.array(fc.record({ end: fc.constantFrom(...ENDS), turns: fc.nat(4) }), { maxLength: 20 }),
  fc.array(fc.record({ step: fc.constantFrom(...STEPS), turns: fc.nat(4) }), { maxLength: 14 }),
)

/** One life of the sync with what goes by its turns, five shipments at most; then peace, in which nobody kicks. */
async function live([ends, steps]: typeof plan extends fc.Arbitrary<infer P> ? P : never, forgetful: string | null) {
  const clock = new FakeClock('2026-10-21T20:00:00.000Z')
  const dataDir = tempDir()
  seedService(dataDir)
  const service = openService({ dataDir, apiKey: API_KEY, machineNow: () => clock.now().getTime() })
  service.start('http://127.0.0.1:1')
  const ledger = await openLedger(newStores(), clock)
  const cache = await openCache(newStores(), clock)
  const closing = new AbortController()
  let at = 0
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { end, turns: many } = ends[at++] ?? { end: 'fine', turns: 0 }
    await turns(many)
    const broken = (code: string, syscall: string) =>
      new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code, syscall }) })
    if (end === 'unsent') throw broken('ECONNREFUSED', 'connect')
    if (end === 'limited') return new Response('{}', { status: 429, headers: { 'retry-after': '20' } })
    if (end === 'broken') return new Response('oops', { status: 500 })
    if (end === 'not there') return new Response('{}', { status: 404 })
    const answer = await service.fetch(new Request(input, init))
    if (end === 'lost') throw broken('ECONNRESET', 'read')
    return answer
  }
  const background: Promise<unknown>[] = []
  const inBackground = (work: Promise<unknown>) => void background.push(work.catch(() => undefined))
  return inFakeTime(
    clock,
    forgetful,
    async () => {
      const access = async () => ({ baseUrl: 'http://127.0.0.1:1/api/v1', apiKey: API_KEY })
      const client = createFreightClient(access, { clock, closing: closing.signal })
      const environment = () => ({ kind: 'embedded' as const, baseUrl: null })
      const link = () => ({ key: 'embedded', client, environment, keyStorage: async () => 'none' as const })
      const bookings = bookingStore(ledger.db, clock)
      const labelRows = labelStore(ledger.db, clock)
      const inbox = webhookInbox(cache.db)
      const source = syncCursorStore(cache.db)
      await source.use('embedded')
      const labels = createLabelService({ labels: labelRows, link, onStored: () => undefined, clock })
      const faults: unknown[] = []
      const sync = createSync({
        shipments: shipmentStore(cache.db),
        source,
        quarantine: quarantineStore(cache.db),
        facts: serviceFacts(cache.db, clock),
        link,
        clock,
        onChange: () => undefined,
        onSynced: () => {
          inBackground(labels.fetchMissing())
          inBackground(receiver.askAgain())
        },
        onFault: (error) => faults.push(error),
      })
      const receiver = createWebhookReceiver({
        settings: settingStore(ledger.db, clock),
        secrets: openWebhookSecrets(async () => ({
          available: false,
          get: async () => null,
          set: async () => undefined,
        })),
        inbox,
        clock,
        refresh: sync.refreshSoon,
        onVerified: () => undefined,
        onChange: () => undefined,
        inBackground,
      })
      const there: string[] = []
      /** What an outbox leaves: the shipment at the service, the booking here, and the label asked for. */
      const book = async () => {
        const nth = there.length
        if (nth >= 5) return
        const made = await service.fetch(
          new Request('http://127.0.0.1:1/api/v1/book-shipment', {
            method: 'POST',
            headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
            body: JSON.stringify({ ...directBooking(`PO-${nth}`), service: NORTHLINE }),
          }),
        )
        const { shipmentId } = madeSchema.parse(await made.json()).data
        const { bookingId } = await bookings.submit(newBooking(`${nth}`))
        const lease = { lease: 'me', leasedUntil: new Date(clock.now().getTime() + 60_000) }
        await bookings.takeToSend('embedded', { ...lease, most: 1, isReady: () => true })
        const shipment = { shipmentId, trackingNumber: null, proNumber: null }
        await bookings.move(bookingId, 'SENDING', { to: 'BOOKED', shipment, charged: null })
        there.push(shipmentId)
        inBackground(labels.ensure(shipmentId, 'ZPL'))
      }
      let reported = 0
      const report = async () => {
        const shipmentId = there.at(-1)
        if (shipmentId === undefined || reported >= 5) return
        const entry = { eventId: `evt-${++reported}`, eventType: 'shipment.delivered', shipmentId, status: 'DELIVERED' }
        await inbox.take(entry, clock.now())
        inBackground(receiver.askAgain())
      }
      try {
        await book()
        sync.start()
        for (const { step, turns: many } of steps) {
          if (step === 'book') await book()
          else if (step === 'tell') await report()
          else if (step === 'ask again') inBackground(receiver.askAgain())
          else if (step === 'refresh') inBackground(sync.refresh(there.at(-1) ?? ''))
          else if (step === 'hasten') sync.hasten()
          else if (step === 'look') inBackground(labels.fetchMissing())
          else if (step === 'minute') await pass(clock, 60_000)
          await turns(many)
        }
        for (let minute = 0; minute < MINUTES_OF_PEACE; minute++) await pass(clock, 60_000)
        expect(await labelRows.missing('embedded')).toEqual([])
        expect(await inbox.open()).toEqual([])
        expect(faults).toEqual([])
      } finally {
        closing.abort()
        await sync.close()
        await Promise.all(background)
        await service.close()
        cache.close()
        ledger.close()
      }
    },
    fetch,
  )
}

describe('labels that are missing and shipments that webhooks told of', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('are asked for as soon as the service answers, whatever it did before and whoever asked when', async () => {
    await fc.assert(
      fc.asyncProperty(plan, (one) => live(one, null)),
      { numRuns: 12 },
    )
  })

  it('stand still where the sync forgets its timer, and the same property sees it', PROOF, async () => {
    const found = await fc.check(
      fc.asyncProperty(plan, (one) => live(one, 'src-main/shipments/sync.ts')),
      { numRuns: 12, endOnFailure: true },
    )
    expect(found.failed).toBe(true)
    expect(String(found.errorInstance)).toContain('AssertionError')
  })
})
