import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { isOpen } from '../../src-shared/machine/booking.ts'
import { sinceBootMs } from '../../src-main/site-server/sender/fencing-tokens.ts'
import { openPendingResults } from '../../src-main/site-server/sender/pending-results.ts'
import { createLeaderLease } from '../../src-main/site-server/sender/leader-lease.rows.ts'
import { examineSite } from '../../src-main/site-server/doctor.ts'
import { openSiteDatabase, type SiteDatabase } from '../../src-main/site-server/site-database.ts'
import { newBooking } from '../support/bookings.ts'
import { failOver, hasPostgres, siteRow, testDatabase, testSiteStation } from '../support/postgres.ts'
import { TEST_START } from '../support/running-clock.ts'
import { tempDir } from '../support/temp-dir.ts'
import { cancelOf, printClaim, printFact, testSite, type TestSite } from '../support/test-site.ts'
import { until } from '../support/until.ts'
import { ENVIRONMENT, postgresEngine, takeOne } from './engines.ts'

const TIMELINE = '0000000000000002'
/** Of a station that had none of its own. */
const NOTHING_HAD = { timeline: TIMELINE, bookings: [], changes: [], isLast: true }
const shipment = { shipmentId: 'SHP-1', trackingNumber: null, proNumber: null }

const stateSchema = z.object({ state: z.string(), epoch: z.int(), permit: z.int() })
const stateOf = async (db: SiteDatabase, bookingId: string) =>
  stateSchema.parse(await db.one('SELECT state, epoch, permit FROM booking WHERE booking_id = $1', bookingId))

/** What a station hears of the site once it has followed the database to its new timeline. */
const followed = ({ state }: Pick<Awaited<ReturnType<TestSite['station']>>, 'state'>, timeline = TIMELINE) =>
  until('the new timeline', async () => {
    const reported = await state()
    return reported.timeline === timeline ? reported : null
  })

describe.skipIf(!hasPostgres)('the sender of a site', () => {
  it('is one of several processes; the next waits until it leaves or is not heard of', async () => {
    const { db } = await testDatabase()
    await siteRow(db, ENVIRONMENT)
    const [first, second] = [createLeaderLease(db, 'one'), createLeaderLease(db, 'two')]
    const taken = await Promise.all([first.take(), second.take()])
    expect(taken.toSorted()).toEqual([false, true])
    const [holder, other] = taken[0] ? [first, second] : [second, first]
    expect(await holder.beat()).toBe(true)
    expect(await other.take()).toBe(false)
    expect(await other.take({ force: true })).toBe(true)
    expect(await holder.beat()).toBe(false)
    expect(holder.epoch()).toBeNull()
    await other.leave()
    expect(await holder.take()).toBe(true)
    expect(holder.epoch()).toBe(3)
  })

  it('looks for what the sender before it was sending, and never sends it again by itself', async () => {
    const { db, station, sandbox, site, another, atService } = await testSite()
    const a = await station('Dock A')
    await a.upload(await a.item('PO-warm'))
    await a.seen((await a.lookUp('PO-warm')).bookingId ?? '', ({ course }) => course.state === 'BOOKED')
    // The service books it, and its answer is late enough for another to take over.
    await sandbox.fault({ method: 'POST', path: '/book', delayMs: 3_000 })
    const item = await a.item('PO-1')
    await a.upload(item)
    const { bookingId } = item.booking
    await until('SENDING', async () => ((await stateOf(db, bookingId)).state === 'SENDING' ? true : null))
    const next = await another()
    await next.takeOver()
    await until('the first to notice', () => (site.isSender() ? null : true))
    expect(next.isSender()).toBe(true)
    await a.seen(bookingId, ({ course }) => course.state === 'BOOKED')
    expect(await atService('PO-1')).toHaveLength(1)
    expect((await stateOf(db, bookingId)).permit).toBe(1)
  })

  it('sends nothing under a permit that is over, by a clock that counts sleep', async () => {
    let asleepMs = 0
    let sleeps = 0
    const { db, station, atService } = await testSite({ sinceBootMs: () => sinceBootMs() + asleepMs }, async () => {
      // The machine sleeps between the permit and the send.
      if (sleeps-- > 0) asleepMs += 60_000
    })
    const a = await station('Dock A')
    const item = await a.item('PO-1')
    sleeps = 1
    await a.upload(item)
    const { bookingId } = item.booking
    // Taken anew, under another permit; nothing had left under the first.
    await a.seen(bookingId, ({ course }) => course.state === 'BOOKED')
    expect((await stateOf(db, bookingId)).permit).toBe(2)
    expect(await atService('PO-1')).toHaveLength(1)
  })

  it('keeps what a send led to while the database was away, and settles it when it is back', async () => {
    const engine = await postgresEngine()
    await engine.add(newBooking('a'))
    await takeOne(engine)
    engine.results.keep('bkg_a', 1, { to: 'BOOKED', shipment, charged: null, lease: 'mine' })
    expect(await engine.bookings.adoptInterrupted({ except: [], lease: 'mine' })).toBe(0)
    expect(await engine.bookings.get('bkg_a')).toMatchObject({ state: 'BOOKED', shipmentId: 'SHP-1' })
    expect(engine.results.all()).toEqual([])
  })

  it('finds in its file after a restart what it had kept, but for a line that was cut off', async () => {
    const path = join(tempDir(), 'results')
    const dueAt = new Date('2026-10-21T20:00:00.000Z')
    const first = openPendingResults(path)
    first.keep('bkg_a', 4, { to: 'BOOKED', shipment, charged: null, detail: { requestId: 'r' } })
    first.keep('bkg_b', 1, { to: 'QUEUED', dueAt, attempts: 2 })
    first.keep('bkg_c', 1, { to: 'UNKNOWN', dueAt })
    const { appendFileSync } = await import('node:fs')
    appendFileSync(path, '{"bookingId":"bkg_d","per')
    const again = openPendingResults(path)
    expect(again.all()).toEqual([
      { bookingId: 'bkg_a', permit: 4, move: { to: 'BOOKED', shipment, charged: null, detail: { requestId: 'r' } } },
      { bookingId: 'bkg_b', permit: 1, move: { to: 'QUEUED', dueAt, attempts: 2 } },
    ])
  })

  it('tells of a shipment that is one too many when its send answers after the booking was given up', async () => {
    const engine = await postgresEngine()
    await engine.add(newBooking('a'))
    await takeOne(engine)
    await engine.lease.take({ force: true })
    expect(await engine.bookings.get('bkg_a')).toMatchObject({ state: 'UNKNOWN', lease: null })
    await engine.bookings.move('bkg_a', 'UNKNOWN', { to: 'CANCELLED', actor: 'operator' })
    const late = engine.bookings.move('bkg_a', 'SENDING', { to: 'BOOKED', shipment, charged: null, lease: 'mine' })
    await expect(late).rejects.toMatchObject({ code: 'WRONG_STATE' })
    expect(await engine.db.all('SELECT notice_id FROM notice')).toEqual([{ notice_id: 'one-too-many:SHP-1' }])
  })

  it('takes over the shipment of a send that answers after another sender began to look for it', async () => {
    const engine = await postgresEngine()
    await engine.add(newBooking('a'))
    await takeOne(engine)
    await engine.lease.take({ force: true })
    const moved = await engine.bookings.move('bkg_a', 'SENDING', {
      to: 'BOOKED',
      shipment,
      charged: null,
      lease: 'mine',
    })
    expect(moved).toMatchObject({ state: 'BOOKED', shipmentId: 'SHP-1' })
  })
})

describe.skipIf(!hasPostgres)('a fail-over of the database', () => {
  it('makes all that is open looked for, and sends nothing before every station is in step', async () => {
    const { db, station, sandbox, atService } = await testSite()
    const [a, b] = [await station('Dock A'), await station('Dock B')]
    const [lost, kept] = [await a.item('PO-lost'), await a.item('PO-kept')]
    for (const item of [lost, kept]) await a.upload(item)
    const known = await a.seen(lost.booking.bookingId, ({ course }) => course.state === 'BOOKED')
    const knownOfStored = await a.seen(kept.booking.bookingId, ({ course }) => course.state === 'BOOKED')
    // The standby had not heard of the first at all, and of the second not that it was sent.
    await until('the label of the second', async () => ((await a.lookUp('PO-kept')).labels ? true : null))
    await failOver(db)
    await db.run('DELETE FROM label_missing')
    await db.run('DELETE FROM booking WHERE booking_id = $1', lost.booking.bookingId)
    await db.run(
      `UPDATE booking SET state = 'QUEUED', shipment_id = NULL, tracking_number = NULL, pro_number = NULL, sent_at = NULL
       WHERE booking_id = $1`,
      kept.booking.bookingId,
    )
    expect(await followed(a)).toMatchObject({
      mustSync: true,
      waitsFor: 'stations-to-sync',
      toSync: ['Dock A', 'Dock B'],
    })
    // What another station hands over meanwhile waits: nobody knows yet what the others have.
    const fresh = await b.item('PO-fresh')
    await b.upload({ ...fresh, triedUnder: TIMELINE })
    const have = {
      timeline: TIMELINE,
      changes: [],
      bookings: [
        { bookingId: lost.booking.bookingId, state: 'BOOKED' as const },
        { bookingId: kept.booking.bookingId, state: 'BOOKED' as const },
      ],
    }
    const wanted = await a.post('sync', { ...have, isLast: false })
    expect(wanted).toMatchObject({
      wantedBookings: [lost.booking.bookingId, kept.booking.bookingId],
      isSynced: false,
    })
    await b.post('sync', NOTHING_HAD)
    expect(await stateOf(db, fresh.booking.bookingId)).toMatchObject({ state: 'QUEUED', permit: 0 })
    // The station that knows the end tells it: the booking is as it was, and its label is fetched anew.
    expect(await a.upload({ ...lost, known: known.course })).toMatchObject({
      answer: 'taken',
      booking: { course: { state: 'BOOKED', shipmentId: known.course.shipmentId } },
    })
    // A shipment that a look finds may be another booking's, whose station has not told of it again: none is looked for yet.
    expect(await stateOf(db, kept.booking.bookingId)).toMatchObject({ state: 'UNKNOWN' })
    // What the standby had as QUEUED is told as well, and not sent a second time.
    expect(await a.upload({ ...kept, known: knownOfStored.course })).toMatchObject({
      booking: { course: { state: 'BOOKED', shipmentId: knownOfStored.course.shipmentId } },
    })
    expect(await a.post('sync', { ...have, isLast: true })).toMatchObject({ isSynced: true })
    await b.seen(fresh.booking.bookingId, ({ course }) => course.state === 'BOOKED')
    for (const reference of ['PO-lost', 'PO-kept', 'PO-fresh']) expect(await atService(reference)).toHaveLength(1)
    expect(await sandbox.faultsWaiting()).toBe(0)
  })

  it('looks for a change that its station knows only as waiting: it may have been carried out in what was lost', async () => {
    const { db, station } = await testSite()
    const a = await station('Dock A')
    const item = await a.item('PO-1')
    await a.upload(item)
    const { bookingId } = item.booking
    const known = await a.seen(bookingId, ({ course }) => course.state === 'BOOKED')
    // Asked for while the booking was under way, of whose end the station has not heard.
    const asked = { kind: 'change' as const, triedUnder: a.timeline, change: cancelOf(bookingId, null) }
    await a.upload(asked)
    await a.seen(bookingId, ({ course }) => course.cancellation !== null)
    await failOver(db)
    await db.run('DELETE FROM label_missing')
    await db.run('DELETE FROM shipment_change')
    await db.run('DELETE FROM booking WHERE booking_id = $1', bookingId)
    await followed(a)
    await a.upload({ ...item, known: { ...known.course, cancellation: null } })
    // Nothing is sent yet; were it QUEUED, a person could drop what the service has done.
    expect(await a.upload(asked)).toMatchObject({ answer: 'change-taken', change: { state: 'UNKNOWN' } })
    await a.post('sync', NOTHING_HAD)
    const changed = async () => {
      const answer = await a.upload(asked)
      return answer.answer === 'change-taken' && answer.change.state === 'DONE' ? answer : null
    }
    await until('the change', changed)
  })

  it('that brings back what was given up leaves a shipment to whom it was told as booked, and asks of the other', async () => {
    const { db, station, atService } = await testSite()
    const [a, b] = [await station('Dock A'), await station('Dock B')]
    const [paid, back] = [await b.item('PO-1'), await a.item('PO-1')]
    await b.upload(paid)
    const known = await b.seen(paid.booking.bookingId, ({ course }) => course.state === 'BOOKED')
    // The copy has the other desk's booking of that reference instead, which was given up since.
    await failOver(db)
    await db.run('DELETE FROM label_missing')
    await db.run('DELETE FROM booking WHERE booking_id = $1', paid.booking.bookingId)
    await followed(a)
    expect(await a.upload(back)).toMatchObject({ answer: 'taken', booking: { course: { state: 'UNKNOWN' } } })
    await a.post('sync', NOTHING_HAD)
    // Nobody may take the shipment for the wrong one before all have told what they had.
    const answer = {
      act: 'answer' as const,
      bookingId: back.booking.bookingId,
      answer: { answer: 'adopt' as const, shipmentId: known.course.shipmentId ?? '' },
    }
    await expect(a.post('act', { actId: 'act-00000001', person: null, act: answer })).rejects.toMatchObject({
      code: 'SITE_NEEDED',
    })
    expect(await b.upload({ ...paid, known: known.course })).toMatchObject({
      answer: 'taken',
      booking: { reference: 'PO-1-2', course: { state: 'BOOKED', shipmentId: known.course.shipmentId } },
    })
    await b.post('sync', NOTHING_HAD)
    const looked = await a.seen(back.booking.bookingId, ({ course }) => course.checks > 0 || course.question !== null)
    expect(looked.course.shipmentId).toBeNull()
    expect(await atService('PO-1')).toHaveLength(1)
  })

  it('to a standby waits for no station that was off for days before; a database that is older waits for all', async () => {
    const { db, station } = await testSite()
    const [a, off] = [await station('Dock A'), await station('Dock B')]
    await db.run(`UPDATE station SET seen_at = site_now() - interval '20 days' WHERE station_id = $1`, off.stationId)
    const replayedTo = (ago: string) =>
      db.run(
        `CREATE OR REPLACE FUNCTION site_replayed_to() RETURNS timestamptz LANGUAGE sql VOLATILE AS
         'SELECT site_now() - interval ''${ago}'''`,
      )
    await replayedTo('2 days')
    await failOver(db)
    await followed(a)
    expect((await a.state()).toSync).toEqual(['Dock A', 'Dock B'])
    const findings = await examineSite(db, tempDir(), { now: () => new Date(TEST_START) })
    expect(findings.find(({ check }) => check === 'stations')).toMatchObject({
      result: 'failed',
      detail: expect.stringContaining('waybill site promote --without "Dock A" --without "Dock B"'),
    })
    await replayedTo('20 seconds')
    await failOver(db, '0000000000000003')
    const state = await followed(a, '0000000000000003')
    expect(state.toSync).toEqual(['Dock A'])
    expect(state.notices.map(({ error }) => error)).toMatchObject([
      { code: 'STATION_LEFT_OUT', details: { name: 'Dock B' } },
    ])
  })

  it('looks for what comes from before it, whatever its station says', async () => {
    const { db, station, atService } = await testSite()
    const a = await station('Dock A')
    const item = await a.item('PO-1')
    await failOver(db)
    await followed(a)
    const answer = await a.upload(item)
    expect(answer).toMatchObject({ answer: 'taken', booking: { course: { state: 'UNKNOWN' } } })
    await a.post('sync', NOTHING_HAD)
    await a.seen(item.booking.bookingId, ({ course }) => course.checks > 0 || !isOpen(course))
    expect(await atService('PO-1')).toHaveLength(0)
  })

  it('is another past each time one copy is put back, though PostgreSQL numbers both alike', async () => {
    const { db } = await testDatabase()
    await siteRow(db, ENVIRONMENT)
    const lease = createLeaderLease(db, 'one')
    const nameSchema = z.object({ timeline: z.string(), now: z.string() })
    const names = async () => nameSchema.parse(await db.one('SELECT timeline, site_timeline() AS now FROM sender'))
    const copy = await db.one('SELECT timeline, nonce FROM sender')
    const { timeline, nonce } = z.object({ timeline: z.string(), nonce: z.string() }).parse(copy)
    // From now on PostgreSQL says 2, as it does of each promotion of a copy that was made under 1.
    await db.run(
      `CREATE OR REPLACE FUNCTION site_timeline() RETURNS text LANGUAGE sql VOLATILE AS
       'SELECT upper(substr(md5((SELECT nonce FROM sender)), 1, 8)) || ''00000002'''`,
    )
    const followed: string[] = []
    for (let restore = 0; restore < 2; restore++) {
      await db.run('UPDATE sender SET timeline = $1, nonce = $2', timeline, nonce)
      expect(await lease.followTimeline()).toBe(true)
      const { timeline: name, now } = await names()
      expect(now).toBe(name)
      expect(await lease.followTimeline()).toBe(false)
      followed.push(name)
    }
    expect(new Set([timeline, ...followed]).size).toBe(3)
  })

  it('keeps of a send whose booking it lost that it was booked, and nothing that the next send could be taken for', async () => {
    const { results, bookings } = await postgresEngine()
    const dueAt = new Date('2026-10-21T20:00:00.000Z')
    results.keep('bkg_lost', 1, { to: 'QUEUED', dueAt })
    results.keep('bkg_booked', 1, { to: 'BOOKED', shipment, charged: null })
    await bookings.adoptInterrupted()
    expect(results.all().map(({ bookingId }) => bookingId)).toEqual(['bkg_booked'])
  })

  it('says that no label is the first before every station has told again what it printed', async () => {
    const { db, station } = await testSite()
    const [a, b] = [await station('Dock A'), await station('Dock B')]
    const printed = printFact('claim-of-a')
    expect(await a.post('claimPrint', printClaim('claim-of-a'))).toEqual({ answer: 'granted' })
    await a.post('reportPrints', { facts: [printed] })
    await failOver(db)
    await db.run('DELETE FROM print_claim')
    await expect(b.post('claimPrint', printClaim('claim-of-b'))).rejects.toMatchObject({ code: 'SITE_NEEDED' })
    await followed(a)
    await expect(b.post('claimPrint', printClaim('claim-of-b'))).rejects.toMatchObject({ code: 'SITE_NEEDED' })
    expect(await a.post('reportPrints', { facts: [printed] })).toEqual({ doubled: [] })
    for (const each of [a, b]) await each.post('sync', NOTHING_HAD)
    expect(await b.post('claimPrint', printClaim('claim-of-b'))).toMatchObject({
      answer: 'printed-before',
      prints: [{ stationName: 'Dock A' }],
    })
  })

  it('tells people of a label that came out twice because its first claim was lost', async () => {
    const { db, station } = await testSite()
    const [a, b] = [await station('Dock A'), await station('Dock B')]
    await a.post('claimPrint', printClaim('claim-of-a'))
    await db.run('DELETE FROM print_claim')
    expect(await b.post('claimPrint', printClaim('claim-of-b'))).toEqual({ answer: 'granted' })
    await b.post('reportPrints', { facts: [printFact('claim-of-b')] })
    const reported = await a.post('reportPrints', { facts: [printFact('claim-of-a')] })
    expect(reported.doubled).toMatchObject([{ stationName: 'Dock B' }])
    expect(await db.all('SELECT notice_id FROM notice')).toEqual([{ notice_id: 'printed-twice:SHP-1' }])
    // Told once more it is no news.
    expect(await a.post('reportPrints', { facts: [printFact('claim-of-a')] })).toEqual({ doubled: [] })
  })

  it('gives no permit on the new timeline before it was followed', async () => {
    const engine = await postgresEngine()
    await engine.add(newBooking('a'))
    await failOver(engine.db)
    expect(await takeOne(engine)).toEqual([])
    expect(engine.lease.lastWhyNot()).toBe('timeline-changed')
    expect(await engine.lease.followTimeline()).toBe(true)
    expect(await takeOne(engine)).toEqual([])
    expect(await engine.bookings.get('bkg_a')).toMatchObject({ state: 'UNKNOWN', restoredFrom: expect.any(String) })
  })
})

describe.skipIf(!hasPostgres)('whose turn it is', () => {
  it('goes round by station, and a person goes before a machine', async () => {
    const engine = await postgresEngine()
    await testSiteStation(engine.db, 'stn_2')
    for (const at of [1, 2, 3]) {
      await engine.add({ ...newBooking(`batch${at}`), batch: { batchId: 'bat_1', row: at } })
    }
    await engine.add(newBooking('desk1'))
    await engine.add(newBooking('desk2'))
    await engine.add(newBooking('other1'), 'stn_2')
    await engine.add(newBooking('other2'), 'stn_2')
    const order: string[] = []
    for (let turn = 0; turn < 7; turn++) {
      for (const { reference } of await takeOne(engine)) order.push(reference)
    }
    expect(order.slice(4)).toEqual(['PO-batch1', 'PO-batch2', 'PO-batch3'])
    expect(order.slice(0, 4).map((reference) => reference.replace(/\d/, ''))).toEqual([
      'PO-desk',
      'PO-other',
      'PO-desk',
      'PO-other',
    ])
  })
})

describe.skipIf(!hasPostgres)('a database that goes away', () => {
  it('is away as long as a standby that is not promoted yet has its address', async () => {
    const { url, db } = await testDatabase()
    await siteRow(db, ENVIRONMENT)
    const name = new URL(url).pathname.slice(1)
    await db.run(`ALTER DATABASE ${name} SET default_transaction_read_only = on`)
    const reading = openSiteDatabase(url, { connections: 1 })
    onTestFinished(() => reading.close())
    const writing = reading.transaction((tx) => tx.run('UPDATE sender SET epoch = epoch + 1'))
    await expect(writing).rejects.toMatchObject({ code: 'DATABASE_AWAY', retryable: true })
    expect(await reading.one('SELECT epoch FROM sender')).toEqual({ epoch: 0 })
  })

  it('is noticed, said so, and used again when it is back', async () => {
    const { url } = await testDatabase()
    const broken = new URL(url)
    broken.port = '1'
    const db = openSiteDatabase(broken.href, { connectTimeoutMs: 500 })
    onTestFinished(() => db.close())
    await expect(db.transaction((tx) => tx.one('SELECT 1'))).rejects.toMatchObject({
      code: 'DATABASE_AWAY',
      retryable: true,
    })
    const alive = openSiteDatabase(url, { connections: 1 })
    onTestFinished(() => alive.close())
    const ended = alive.transaction(async (tx) => {
      await tx.one('SELECT pg_terminate_backend(pg_backend_pid())')
    })
    await expect(ended).rejects.toMatchObject({ code: 'DATABASE_AWAY', details: { mayBeDone: false } })
    expect(await alive.one('SELECT 1 AS one')).toEqual({ one: 1 })
  })
})
