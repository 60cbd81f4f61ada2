import { describe, expect, it } from 'vitest'
import { inRuntime, runtime } from '../../src-node/runtime/runtime.ts'
import { fakeSite } from '../support/fake-site.ts'
import { aStation, joinSite, zplOf } from '../support/site-stations.ts'
import { until } from '../support/until.ts'

describe('a station of a site', () => {
  it('is enrolled by a code, keeps its token in the keychain alone, and is alone until then', async () => {
    const site = await fakeSite()
    const desk = await aStation(site, 'Dock 4')
    expect(await desk.run('site.view', {})).toMatchObject({
      kind: 'alone',
      isEnrolling: false,
      isTokenInKeychain: true,
    })
    expect(await desk.run('station.state', {})).not.toHaveProperty('site')
    expect(await desk.run('site.enrol', { code: site.code(), name: 'Dock 4' })).toEqual({ siteName: 'Laredo' })
    const view = await desk.reach('online')
    expect(view).toMatchObject({ kind: 'of-site', siteName: 'Laredo', stationName: 'Dock 4', waiting: 0 })
    const token = desk.keychain.secret('site token') ?? ''
    expect(token).toMatch(/^wbs_/)
    const dump = JSON.stringify(desk.station.stores.ledger.db.prepare('SELECT * FROM setting').all())
    expect(dump).toContain('Dock 4')
    expect(dump).not.toContain(token)
    expect(JSON.stringify(await desk.run('site.view', {}))).not.toContain(token)
  })

  it('hands over what it books, and shows what the site makes of it', async () => {
    const site = await fakeSite()
    const desk = await aStation(site, 'Desk 1')
    await desk.enrol()
    const { bookingId } = await desk.book('PO-1')
    await until('the site to have it', () => site.bookings.get(bookingId) ?? null)
    expect(site.bookings.get(bookingId)).toMatchObject({ reference: 'PO-1', course: { state: 'QUEUED' } })
    site.book(bookingId, zplOf('PO-1'))
    const booked = await desk.inState(bookingId, 'BOOKED')
    expect(booked.shipmentId).toBe(`SHP-${bookingId}`)
    await desk.until('its label', async () => ((await desk.run('bookings.get', { bookingId })).hasLabel ? true : null))
  })

  it('is one booking however often an answer is lost, and after a death between', async () => {
    const site = await fakeSite()
    // The feed would tell that the site has it: it is lost as well, until the hand-over was told again.
    site.site.hasStream = false
    const desk = await aStation(site, 'Desk 1')
    await joinSite(desk)
    site.site.losing.set('/hand-over', 3).set('/feed', Infinity)
    const { bookingId } = await desk.book('PO-1')
    const tries = () => site.calls.filter(({ path }) => path === '/hand-over').length
    await until('a try', () => (tries() > 0 ? true : null))
    await desk.restart()
    await until('another try', () => (tries() > 1 ? true : null))
    site.site.losing.delete('/feed')
    await until('the site to have it', () => site.bookings.get(bookingId) ?? null)
    await desk.until('nothing to wait', async () => {
      const view = await desk.run('site.view', {})
      return view.kind === 'of-site' && view.waiting === 0 ? true : null
    })
    expect([...site.bookings.keys()]).toEqual([bookingId])
    const reported = site.calls.flatMap(({ path, body }) => (path === '/hand-over' ? [JSON.stringify(body)] : []))
    expect(reported.length).toBeGreaterThan(1)
    expect(new Set(reported.filter((one) => one.includes(bookingId))).size).toBe(1)
  })

  it('asks its person who has the reference, where and since when, and goes on under another', async () => {
    const site = await fakeSite()
    const [first, second] = [await aStation(site, 'Desk 1'), await aStation(site, 'Desk 2')]
    await joinSite(first, second)
    const one = await first.book('PO-7')
    await until('the site to have it', () => site.bookings.get(one.bookingId) ?? null)
    const two = await second.book('po-7')
    const asked = await second.inState(two.bookingId, 'NEEDS_DECISION')
    expect(asked.question).toMatchObject({
      kind: 'reference-taken',
      holder: { stationName: 'Desk 1', bookingId: one.bookingId },
      free: 'po-7-2',
    })
    expect(site.bookings.has(two.bookingId)).toBe(false)
    await second.run('bookings.answer', {
      bookingId: two.bookingId,
      answer: { answer: 'new-reference', reference: 'PO-7-B' },
    })
    const taken = await until('the site to have it', () => site.bookings.get(two.bookingId) ?? null)
    expect(taken.reference).toBe('PO-7-B')
    expect(taken.wire.request.reference).toBe('PO-7-B')
  })

  it('corrects and cancels here what its site did not take for its reference', async () => {
    const site = await fakeSite()
    const desk = await aStation(site, 'Desk 1')
    await joinSite(desk)
    const before = await desk.book('PO-1')
    const there = await until('the site to have it', () => site.bookings.get(before.bookingId) ?? null)
    for (const reference of ['PO-7', 'PO-8']) {
      site.bookings.set(reference, { ...there, bookingId: `bkg_${reference}`, reference, stationId: 'stn_other' })
    }
    const [corrected, canceled] = [await desk.book('PO-7'), await desk.book('PO-8')]
    for (const { bookingId } of [corrected, canceled]) await desk.inState(bookingId, 'NEEDS_DECISION')
    const wanted = { kind: 'update' as const, instructions: 'Use dock 9' }
    const { bookingId } = corrected
    const change = { submissionId: 'asked-to-correct', bookingId, change: wanted }
    expect(await desk.run('bookings.requestChange', change)).toMatchObject({ state: 'DONE' })
    const cancel = {
      submissionId: 'asked-to-cancel',
      bookingId: canceled.bookingId,
      change: { kind: 'cancel' as const, reason: 'Twice' },
    }
    expect(await desk.run('bookings.requestChange', cancel)).toMatchObject({ state: 'DONE' })
    expect(await desk.run('bookings.get', { bookingId: canceled.bookingId })).toMatchObject({ state: 'CANCELLED' })
    await desk.run('bookings.answer', { bookingId, answer: { answer: 'new-reference', reference: 'PO-7-B' } })
    const taken = await until('the site to have it', () => site.bookings.get(bookingId) ?? null)
    expect(taken.wire.request).toMatchObject({ reference: 'PO-7-B', instructions: 'Use dock 9' })
    expect(site.bookings.has(canceled.bookingId)).toBe(false)
  })

  it('gives up here what the site surely does not have, and asks the site for what it may have', async () => {
    const site = await fakeSite()
    const desk = await aStation(site, 'Desk 1')
    await joinSite(desk)
    const there = await desk.book('PO-1')
    await until('the site to have it', () => site.bookings.get(there.bookingId) ?? null)
    await site.close()
    await desk.reach('offline')
    expect(await desk.station.invoke('bookings.cancel', { bookingId: there.bookingId })).toMatchObject({
      ok: false,
      error: { code: 'SITE_NEEDED' },
    })
    await site.open()
    await desk.reach('online')
    await desk.run('bookings.cancel', { bookingId: there.bookingId })
    expect(site.bookings.get(there.bookingId)?.course.state).toBe('CANCELLED')
    expect(await desk.run('bookings.get', { bookingId: there.bookingId })).toMatchObject({ state: 'CANCELLED' })
  })

  it('does not give up a booking that may be paid for although the site never had it', async () => {
    const site = await fakeSite()
    const desk = await aStation(site, 'Desk 1')
    await joinSite(desk)
    await site.close()
    await desk.reach('offline')
    const { bookingId } = await desk.book('PO-1')
    const { db } = desk.station.stores.ledger
    // As emergency sending leaves one whose answer was lost.
    db.prepare(`UPDATE booking SET state = 'UNKNOWN', sent_at = created_at WHERE booking_id = ?`).run(bookingId)
    expect(await desk.station.invoke('bookings.cancel', { bookingId })).toMatchObject({
      ok: false,
      error: { code: 'WRONG_STATE' },
    })
    expect(await desk.run('bookings.get', { bookingId })).toMatchObject({ state: 'UNKNOWN' })
    await site.open()
    // The site looks for it.
    const taken = await until('the site to have it', () => site.bookings.get(bookingId) ?? null)
    expect(taken.course.state).toBe('UNKNOWN')
  })

  it('waits for the service where the site asks it, and a lost answer may be of an act that was done', async () => {
    const site = await fakeSite()
    const desk = await aStation(site, 'Desk 1')
    await joinSite(desk)
    const { bookingId } = await desk.book('PO-1')
    await until('the site to have it', () => site.bookings.get(bookingId) ?? null)
    await desk.until('nothing to wait', async () => {
      const view = await desk.run('site.view', {})
      return view.kind === 'of-site' && view.waiting === 0 ? true : null
    })
    const { timers } = runtime()
    /** Ten seconds are over at once. */
    const after: typeof timers.after = (ms, run, options) => timers.after(ms > 10_000 ? ms : 0, run, options)
    const checked = await inRuntime({ ...runtime(), timers: { ...timers, after } }, () =>
      desk.station.invoke('bookings.check', { bookingId }),
    )
    expect(checked).toMatchObject({ ok: true })
    site.site.losing.set('/acts', 1)
    expect(await desk.station.invoke('bookings.cancel', { bookingId })).toMatchObject({
      ok: false,
      error: {
        code: 'SITE_UNREACHABLE',
        message: expect.stringContaining('may have done it'),
        details: { mayBeDone: true },
      },
    })
    expect(site.bookings.get(bookingId)?.course.state).toBe('CANCELLED')
  })

  it('has the site answer what is on its way before it asks for a cancellation', async () => {
    const site = await fakeSite()
    const desk = await aStation(site, 'Desk 1')
    await joinSite(desk)
    const tried = () => site.calls.filter(({ path }) => path === '/hand-over').length
    site.site.refusing.set('/hand-over', { status: 503, code: 'UNAVAILABLE' })
    const { bookingId } = await desk.book('PO-1')
    await until('a try', () => (tried() > 0 ? true : null))
    site.site.refusing.clear()
    await desk.run('bookings.cancel', { bookingId })
    expect(site.bookings.get(bookingId)?.course.state).toBe('CANCELLED')
    expect(await desk.run('bookings.get', { bookingId })).toMatchObject({ state: 'CANCELLED' })
  })

  it('uploads a change after its booking, however long that is put off', async () => {
    const site = await fakeSite()
    const desk = await aStation(site, 'Desk 1')
    await joinSite(desk)
    const tried = () => site.calls.filter(({ path }) => path === '/hand-over').length
    site.site.refusing.set('/hand-over', { status: 503, code: 'DATABASE_AWAY' })
    const { bookingId } = await desk.book('PO-1')
    await until('a try, put off further each time', () => (tried() > 2 ? true : null))
    site.site.refusing.clear()
    const change = { kind: 'update' as const, instructions: 'Use dock 9' }
    await desk.run('bookings.requestChange', { submissionId: 'change-after-booking', bookingId, change })
    await desk.until('nothing to wait', async () => {
      const view = await desk.run('site.view', {})
      return view.kind === 'of-site' && view.waiting === 0 ? true : null
    })
    expect([...site.changes.values()]).toMatchObject([{ bookingId, change, state: 'QUEUED' }])
    expect(await desk.run('bookings.changes', { bookingId, limit: 10 })).toMatchObject([{ state: 'QUEUED' }])
  })

  it('hands over again what its site lost in a fail-over, as known, under the timeline it was first tried', async () => {
    const site = await fakeSite()
    const desk = await aStation(site, 'Desk 1')
    await desk.enrol()
    const [kept, lost] = [await desk.book('PO-1'), await desk.book('PO-2')]
    await until('both', () => (site.bookings.size === 2 ? true : null))
    site.book(lost.bookingId)
    await desk.inState(lost.bookingId, 'BOOKED')
    site.failOver([lost.bookingId])
    const again = await until('the lost one', () => site.bookings.get(lost.bookingId) ?? null)
    expect(again.course).toMatchObject({ state: 'BOOKED', shipmentId: `SHP-${lost.bookingId}` })
    await until('to be in step', () => (site.site.unsynced.size === 0 ? true : null))
    expect(site.bookings.has(kept.bookingId)).toBe(true)
    // What comes after is handed over under the new timeline, and sent.
    const next = await desk.book('PO-3')
    const taken = await until('the next', () => site.bookings.get(next.bookingId) ?? null)
    expect(taken.course.state).toBe('QUEUED')
  })

  it('is not in step with a new timeline while its site has not answered an upload of what it may have lost', async () => {
    const site = await fakeSite()
    const desk = await aStation(site, 'Desk 1')
    await desk.enrol()
    const { bookingId } = await desk.book('PO-1')
    await until('the site to have it', () => site.bookings.get(bookingId) ?? null)
    const before = site.calls.length
    const course = () =>
      site.calls.slice(before).flatMap(({ path, body }) => {
        if (path === '/hand-over') return ['upload']
        return path === '/sync' && JSON.stringify(body).includes('"isLast":true') ? ['in step'] : []
      })
    site.site.refusing.set('/hand-over', { status: 503, code: 'DATABASE_AWAY' })
    site.failOver([bookingId])
    await until('an upload that is not taken', () => (course().length > 0 ? true : null))
    site.site.refusing.clear()
    site.report({ kind: 'other', what: 'forgotten' })
    await until('to be in step', () => (site.site.unsynced.size === 0 ? true : null))
    expect(course().filter((what) => what === 'upload').length).toBeGreaterThan(1)
    expect(course().indexOf('in step')).toBeGreaterThan(course().indexOf('upload') + 1)
    expect(site.bookings.has(bookingId)).toBe(true)
  })

  it('asks nobody about a reference that is taken while its booking may be at the service', async () => {
    const site = await fakeSite()
    const desk = await aStation(site, 'Desk 1')
    await desk.enrol()
    const { bookingId } = await desk.book('PO-1')
    const there = await until('the site to have it', () => site.bookings.get(bookingId) ?? null)
    site.move(bookingId, { state: 'SENDING', sentAt: there.updatedAt })
    await desk.inState(bookingId, 'SENDING')
    site.failOver([bookingId])
    site.bookings.set('bkg_other', { ...there, bookingId: 'bkg_other', stationId: 'stn_other' })
    const before = site.calls.length
    const again = () =>
      site.calls
        .slice(before)
        .filter(({ path, body }) => path === '/hand-over' && JSON.stringify(body).includes(bookingId))
    /** Makes it ask at once how the site is. */
    const tell = () => site.report({ kind: 'other', what: 'forgotten' })
    await until('an upload', () => (again().length > 0 ? true : null))
    tell()
    await until('another upload', () => (again().length > 1 ? true : null))
    expect(await desk.run('bookings.get', { bookingId })).toMatchObject({ state: 'SENDING', question: null })
    expect(await desk.station.invoke('bookings.cancel', { bookingId })).toMatchObject({ ok: false })
    // A site of today takes it, to look for it.
    site.bookings.delete('bkg_other')
    tell()
    await until('the site to have it', () => site.bookings.get(bookingId) ?? null)
    await until('to be in step', () => (site.site.unsynced.size === 0 ? true : null))
  })

  it('refuses a site with another certificate than its code named, and tells it nothing', async () => {
    const site = await fakeSite()
    const desk = await aStation(site, 'Desk 1')
    const answer = await desk.station.invoke('site.enrol', {
      code: site.code({ fingerprint: 'ab'.repeat(32) }),
      name: 'Desk 1',
    })
    expect(answer).toMatchObject({ ok: false, error: { code: 'SITE_CERTIFICATE' } })
    expect(site.calls).toEqual([])
    expect(await desk.run('site.view', {})).toMatchObject({ kind: 'alone', isEnrolling: true })
    await desk.run('site.enrol', { code: site.code(), name: 'Desk 1' })
    expect(await desk.reach('online')).toMatchObject({ siteName: 'Laredo' })
  })
})
