import { describe, expect, it, onTestFinished } from 'vitest'
import { createRetention, type RetentionOptions } from '../../src-main/data/retention/retention.ts'
import { cacheRetention } from '../../src-main/data/cache/retention.rows.ts'
import { auditLog } from '../../src-main/data/audit/audit-log.rows.ts'
import { requestStore } from '../../src-main/data/audit/requests.rows.ts'
import { labelStore } from '../../src-main/labels/labels.rows.ts'
import { labelBytes } from '../../src-main/data/retention/bytes.rows.ts'
import { removalRounds } from '../../src-main/data/retention/rounds.rows.ts'
import { orderRetention } from '../../src-main/imports/orders/retain-orders.rows.ts'
import { openLedger } from '../../src-main/data/ledger/ledger.ts'
import { printJobStore } from '../../src-main/printing/queue/print-jobs.rows.ts'
import { STARTING_RETENTION } from '../../src-shared/station/app/retention.ts'
import { shipmentReport, testCache, trackingEvent } from '../support/cache.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { testSandbox } from '../support/sandbox.ts'
import { testStation } from '../support/test-station.ts'

const DAY = 24 * 60 * 60 * 1000
const zpl = (text: string) => Buffer.from(`^XA^FD${text}^FS^XZ`)

/** How those ended that were not delivered; SHP-02 has not. */
const ENDS: Record<string, Parameters<typeof shipmentReport>[1]> = {
  'SHP-02': {},
  'SHP-03': { status: 'RETURNED' },
  'SHP-04': { status: 'CANCELLED' },
}

/** Stores with 45 shipments delivered when the clock began, each with a label, a printed job of it and an event. */
async function grown() {
  const cache = await testCache()
  const { clock, dataDir } = cache
  const ledger = await openLedger(dataDir, clock)
  onTestFinished(() => ledger.close())
  const { db } = ledger
  const labels = labelStore(db, clock)
  const jobs = printJobStore(db, clock, { nameOfUnkept: () => 'Dock' })
  const job = { printerId: 'prn_1', title: 'PO', purpose: 'label', reason: null, copies: 1, labels: 1 } as const
  const names = Array.from({ length: 45 }, (_, index) => `SHP-${String(index).padStart(2, '0')}`)
  for (const shipmentId of names) {
    const document = zpl(shipmentId)
    await labels.keep('embedded', shipmentId, [{ documentId: `DOC-${shipmentId}`, format: 'ZPL', bytes: document }])
    const added = await jobs.add({ ...job, jobId: `job_${shipmentId}`, shipmentId, document })
    if (shipmentId !== 'SHP-01') await jobs.cancel(added.jobId)
  }
  await cache.shipments.upsert(
    names.map((shipmentId) =>
      shipmentReport(
        shipmentId,
        ENDS[shipmentId] ?? { status: 'DELIVERED', actualDelivery: clock.now().toISOString() },
      ),
    ),
    clock.now(),
  )
  await cache.shipments.addEvents(names.map((shipmentId) => trackingEvent(`EVT-${shipmentId}`, shipmentId)))
  const aged = cacheRetention(cache.db)
  const bytes = labelBytes(db, clock)
  const reported: unknown[] = []
  const open = (closing: RetentionOptions['closing'] = new AbortController().signal) =>
    createRetention({
      sweeps: {
        labels: async function* (sweep) {
          yield* bytes.labels(sweep, 'embedded', aged.endedBefore)
          yield* bytes.jobs(sweep)
        },
        events: aged.events,
        documents: aged.documents,
        quotes: aged.quotes,
        orders: orderRetention(db).letGo,
        requests: requestStore(db).letGo,
      },
      rounds: removalRounds(db, clock),
      rules: async () => STARTING_RETENTION,
      clock,
      report: (error) => reported.push(error),
      withdraw: async () => void reported.splice(0),
      closing,
    })
  return { ...cache, told: reported, ledger: db, labels, jobs, aged, open }
}

const countOf = (removal: { removed: { kind: string; count: number }[] }, kind: string) =>
  removal.removed.find((one) => one.kind === kind)?.count

describe('what is older than it is kept', () => {
  it('is told before, goes, and leaves its rows; what an open job or a shipment under way needs stays', async () => {
    const { clock, open, ledger, labels, jobs, shipments, aged } = await grown()
    const retention = open()
    expect(await aged.endedBefore('another service', ['SHP-05'], new Date(clock.now().getTime() + DAY))).toEqual([])
    expect((await retention.letGo()).removed.every(({ count }) => count === 0)).toBe(true)
    expect((await auditLog(ledger).list({ subjectId: 'keep', limit: 10 })).rows).toEqual([])

    clock.advance(1200 * DAY)
    const look = await retention.look()
    expect(await labels.of('embedded', 'SHP-05')).toHaveLength(1)
    const gone = await retention.letGo()
    expect(gone.removed).toEqual(look.removed)
    // SHP-01 waits to be printed, SHP-02 is not delivered.
    expect([countOf(gone, 'labels'), countOf(gone, 'events')]).toEqual([43, 42])
    for (const ended of ['SHP-05', 'SHP-03', 'SHP-04']) expect(await labels.of('embedded', ended)).toEqual([])
    expect(await labels.letGoAt('embedded', 'SHP-05')).toBe(clock.now().toISOString())
    expect(await labels.of('embedded', 'SHP-02')).toHaveLength(1)
    expect(await shipments.events('SHP-05')).toEqual([])
    expect((await jobs.takeNext('prn_1')).next?.document).toEqual(zpl('SHP-01'))
    await expect(jobs.document('job_SHP-05')).rejects.toMatchObject({ code: 'NO_LABEL' })
    expect((await auditLog(ledger).list({ subjectId: 'keep', limit: 10 })).rows).toMatchObject([
      { action: 'removal ended', actor: 'operator', detail: { labels: { count: 43 }, events: { count: 42 } } },
      { action: 'removal begun', detail: { days: STARTING_RETENTION } },
    ])
    expect(ledger.pragma('foreign_key_check')).toEqual([])

    // Fetched again: the same bytes under the same hash, for a scan.
    await labels.keep('embedded', 'SHP-05', [{ documentId: 'DOC', format: 'ZPL', bytes: zpl('SHP-05') }])
    expect(await labels.of('embedded', 'SHP-05')).toMatchObject([{ bytes: zpl('SHP-05') }])
    expect(await labels.letGoAt('embedded', 'SHP-05')).toBe(null)
  })

  it('goes in the end, however often a round is broken off', async () => {
    const { clock, open, labels } = await grown()
    clock.advance(1200 * DAY)
    for (let slices = 1; slices <= 9; slices++) {
      let left = slices
      const closing = {
        get aborted() {
          left -= 1
          return left < 0
        },
      }
      await open(closing).letGo()
    }
    const retention = open()
    await retention.letGo()
    expect((await retention.look()).removed.every(({ count }) => count === 0)).toBe(true)
    expect(await labels.of('embedded', 'SHP-44')).toEqual([])
    expect(await labels.of('embedded', 'SHP-01')).toHaveLength(1)
  })

  it('goes by the clock at night, once', async () => {
    const { clock, open, ledger } = await grown()
    clock.advance(1200 * DAY)
    const begin = clock.now()
    clock.advance(new Date(begin.getFullYear(), begin.getMonth(), begin.getDate(), 23).getTime() - begin.getTime())
    const retention = open()
    const ended = async () => (await auditLog(ledger).list({ action: 'removal ended', limit: 10 })).rows.length
    await retention.tick()
    expect(await ended()).toBe(0)
    clock.advance(3 * 60 * 60 * 1000)
    await retention.tick()
    await retention.tick()
    expect(await ended()).toBe(1)
  })

  it('does not go by a clock that is years ahead, until a person says so', async () => {
    const { clock, open, labels, told: reported } = await grown()
    const retention = open()
    await retention.letGo()
    clock.advance(3653 * DAY)
    for (let hour = 0; hour < 24; hour++) {
      clock.advance(60 * 60 * 1000)
      await retention.tick()
    }
    expect(await labels.of('embedded', 'SHP-05')).toHaveLength(1)
    expect(reported[0]).toMatchObject({ code: 'CLOCK_FAR_AHEAD' })
    await retention.letGo()
    expect(reported).toEqual([])
    expect(await labels.of('embedded', 'SHP-05')).toEqual([])
  })
})

describe('a scan of a label that was let go of', () => {
  it('fetches it again and says so, or says why it cannot', async () => {
    const sandbox = await testSandbox({ settings: { fates: 'smooth' } })
    let ahead = 0
    const clock = { now: () => new Date(sandbox.clock.now().getTime() + ahead) }
    const { run, until, station } = await testStation(sandbox, { clock })
    const quote = await run('quotes.request', palletsToChicago())
    const { bookingId } = await run('bookings.submit', bookingOf(quote, {}))
    const { shipmentId, reference } = await until('the label', async () => {
      const booking = await run('bookings.get', { bookingId })
      return booking.hasLabel ? booking : null
    })
    await sandbox.jump(90 * DAY)
    await run('shipments.refresh', { shipmentId: shipmentId ?? '' })
    ahead = 1200 * DAY
    expect(countOf(await run('maintenance.lookAtAge', {}), 'labels')).toBeGreaterThan(0)
    await run('maintenance.letGo', {})
    expect(await station.services.labels.kept(shipmentId ?? '')).toEqual([])

    const word = { code: reference, reprintReason: 'asked for', despite: ['DELIVERED'] }
    await sandbox.close()
    expect(await run('pack.scan', word)).toMatchObject({ kind: 'no-label', letGoAt: expect.any(String) })
    await sandbox.reopen()
    expect(await run('pack.scan', word)).toMatchObject({ kind: 'printing', letGoAt: expect.any(String) })
    expect(await station.services.labels.kept(shipmentId ?? '')).not.toEqual([])
  })
})
