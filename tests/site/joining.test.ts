import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { StationError } from '../../src-shared/station/error.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { fakeSite } from '../support/fake-site.ts'
import { testSandbox } from '../support/sandbox.ts'
import { aStation, joinSite } from '../support/site-stations.ts'
import { tempDir } from '../support/temp-dir.ts'
import { until } from '../support/until.ts'

describe('a station with a ledger', () => {
  it('joins: what is open goes up, what was booked is told, the rest stays; leaving, it works alone', async () => {
    const site = await fakeSite({ environment: 'embedded' })
    const sandbox = await testSandbox()
    const startEmbedded = async () => ({ ...sandbox, close: async () => undefined })
    const desk = await aStation(site, 'Desk 1', { startEmbedded, clock: sandbox.clock })
    const quote = await desk.run('quotes.request', palletsToChicago())
    const booked = await desk.run('bookings.submit', bookingOf(quote, { reference: 'PO-1' }))
    await desk.inState(booked.bookingId, 'BOOKED')
    const held = await desk.run(
      'bookings.submit',
      bookingOf(quote, { reference: 'PO-2', holdUntil: '2026-11-25', pickupDate: '2026-11-25' }),
    )
    const { bookingId } = held
    expect(await desk.run('site.view', {})).toMatchObject({ kind: 'alone', open: 1 })

    await desk.enrol()
    const taken = await until('the open one', () => site.bookings.get(bookingId) ?? null)
    expect(taken).toMatchObject({ reference: 'PO-2', course: { state: 'QUEUED' }, hold: { day: '2026-11-25' } })
    const reported = await until('the booked one', () => site.bookings.get(booked.bookingId) ?? null)
    expect(reported.course.state).toBe('BOOKED')
    await desk.until('all to be told', async () => {
      const view = await desk.run('site.view', {})
      return view.kind === 'of-site' && view.waiting === 0 ? view : null
    })

    // Nothing of it leaves from here any more: what is open at the site is looked for, and not sent.
    expect(await desk.station.invoke('site.leave', { openAtSite: 0 })).toMatchObject({
      ok: false,
      error: { code: 'WRONG_STATE', details: { openAtSite: 1 } },
    })
    await desk.run('site.leave', { openAtSite: 1 })
    expect(await desk.run('site.view', {})).toMatchObject({ kind: 'alone' })
    expect(desk.keychain.secret('site token')).toBe('')
    const left = await desk.inState(bookingId, 'UNKNOWN', 'NEEDS_DECISION')
    expect(left.holdUntil).toBe(null)
    expect(await sandbox.get('/shipments?reference=PO-2')).toMatchObject({ data: [] })
    // And it books by itself again.
    const again = await desk.run('quotes.request', palletsToChicago())
    const own = await desk.run('bookings.submit', bookingOf(again, { reference: 'PO-3' }))
    await desk.inState(own.bookingId, 'BOOKED')
  })

  it('is joined also by a station that has just begun with an empty ledger', async () => {
    const site = await fakeSite()
    const lost = await aStation(site, 'Desk 1')
    await lost.run('settings.update', { language: 'es' })
    await lost.close()
    for (const file of readdirSync(lost.dataDir)) {
      if (file.startsWith('ledger.db')) rmSync(join(lost.dataDir, file))
    }
    const desk = await aStation(site, 'Desk 1', { dataDir: lost.dataDir, ledgerAnswer: { kind: 'new' } })
    await desk.enrol()
    expect(await desk.run('site.view', {})).toMatchObject({ kind: 'of-site' })
  })

  it('does not book at its site what it gave up in practice', async () => {
    const site = await fakeSite()
    const sandbox = await testSandbox()
    const startEmbedded = async () => ({ ...sandbox, close: async () => undefined })
    const desk = await aStation(site, 'Desk 1', { startEmbedded, clock: sandbox.clock })
    const quote = await desk.run('quotes.request', palletsToChicago())
    const { bookingId } = await desk.run('bookings.submit', bookingOf(quote, { holdUntil: '2026-11-20' }))
    await desk.run('bookings.cancel', { bookingId })
    await desk.enrol()
    await expect(desk.run('bookings.copy', { bookingId, submissionId: 'again-at-site' })).rejects.toMatchObject({
      code: 'WRONG_STATE',
      details: { environment: 'embedded' },
    })
    expect(await desk.run('bookings.list', { limit: 10 })).toHaveLength(1)
  })

  it('has its site cancel what was booked long before: the booking here is canceled', async () => {
    const site = await fakeSite({ environment: 'embedded' })
    const sandbox = await testSandbox()
    const startEmbedded = async () => ({ ...sandbox, close: async () => undefined })
    const desk = await aStation(site, 'Desk 1', { startEmbedded, clock: sandbox.clock })
    const quote = await desk.run('quotes.request', palletsToChicago())
    const { bookingId } = await desk.run('bookings.submit', bookingOf(quote, { reference: 'PO-1' }))
    const { shipmentId } = await desk.inState(bookingId, 'BOOKED')
    desk.station.stores.ledger.db.prepare(`UPDATE booking SET created_at = '2026-01-05T08:00:00.000Z'`).run()
    await joinSite(desk)
    const change = { kind: 'cancel' as const, reason: 'Not needed' }
    const { changeId } = await desk.run('bookings.requestChange', { submissionId: 'cancel-before', bookingId, change })
    const taken = await until('the site to have it', () => site.changes.get(changeId) ?? null)
    expect(taken).toMatchObject({ bookingId: null, shipmentId })
    expect(site.bookings.has(bookingId)).toBe(false)
    const updatedAt = new Date(Date.parse(taken.updatedAt) + 1_000).toISOString()
    const cancellation = { reason: 'Not needed', refund: null, refundStatus: null, cancelledAt: updatedAt }
    site.report({ kind: 'change', change: { ...taken, state: 'DONE', cancellation, updatedAt } })
    const canceled = await desk.until('its cancellation', async () => {
      const booking = await desk.run('bookings.get', { bookingId })
      return booking.cancellation === null ? null : booking
    })
    expect(canceled).toMatchObject({ state: 'BOOKED', cancellation })
  })

  it('ends emergency sending as it leaves: its key is not kept, and a later site begins without', async () => {
    const sandbox = await testSandbox()
    const site = await fakeSite({ environment: sandbox.baseUrl })
    const desk = await aStation(site, 'Desk 1', { clock: sandbox.clock })
    await joinSite(desk)
    await site.close()
    await desk.reach('offline')
    await desk.run('site.startEmergencySending', { apiKey: sandbox.apiKey, reason: 'The server room burnt down' })
    expect(desk.keychain.secret('break-glass key')).toBe(sandbox.apiKey)
    await desk.run('site.leave', { openAtSite: 0 })
    expect(await desk.run('site.view', {})).toMatchObject({ kind: 'alone' })
    expect(desk.keychain.secret('break-glass key')).toBe('')
    const audit = await desk.run('audit.list', { limit: 200 })
    expect(audit.rows).toContainEqual(
      expect.objectContaining({ action: 'glass-mended', actor: 'operator', detail: { why: 'left the site', sent: 0 } }),
    )
    await site.open()
    await joinSite(desk)
    expect(await desk.run('site.view', {})).toMatchObject({ kind: 'of-site', emergency: null })
  })

  it("joins by its administrator's file at its start, and has one name everywhere from then on", async () => {
    const site = await fakeSite()
    const policyFile = join(tempDir(), 'policy.json')
    const write = (said: object) => writeFileSync(policyFile, JSON.stringify({ site: said }))
    write({ code: site.code(), name: 'Dock 4' })
    const desk = await aStation(site, 'any', { policyFile })
    const view = await desk.reach('online')
    expect(view).toMatchObject({ stationName: 'Dock 4' })
    expect((await desk.run('station.state', {})).settings.stationName).toBe('Dock 4')
    await expect(desk.run('settings.update', { stationName: 'Dock 5', theme: 'dark' })).rejects.toMatchObject({
      code: 'SET_BY_SITE',
      message: expect.stringContaining('stationName is "Dock 4"'),
      details: { name: 'stationName', value: 'Dock 4' },
    })
    const changed = await desk.run('settings.update', { stationName: 'Dock 4', theme: 'dark' })
    expect(changed).toMatchObject({ stationName: 'Dock 4', theme: 'dark' })
    // A settings file may be for several stations, each of which keeps its name.
    const file = { waybillSettings: 1, station: { stationName: 'Dock 5', density: 'compact' } }
    const imported = await desk.run('settings.import', { file })
    expect(imported.changed.map(({ path }) => path)).toEqual(['station.density'])
    expect((await desk.run('station.state', {})).settings).toMatchObject({ stationName: 'Dock 4', density: 'compact' })
    // The station has joined: the file's code is over, and nobody is told of that.
    await desk.restart()
    await desk.reach('online')
    expect((await desk.run('station.state', {})).notices).toEqual([])
    await desk.run('site.leave', { openAtSite: 0 })
    expect((await desk.run('station.state', {})).settings.stationName).toBe('Station 1')
  })

  it("whose administrator's file has a code that is none says so", async () => {
    const policyFile = join(tempDir(), 'policy.json')
    writeFileSync(policyFile, JSON.stringify({ site: { code: 'PO-1' } }))
    const desk = await aStation(await fakeSite(), 'any', { policyFile })
    const notice = await desk.until('a notice', async () => (await desk.run('station.state', {})).notices[0] ?? null)
    expect(notice.message).toContain('site code')
    expect(await desk.run('site.view', {})).toMatchObject({ kind: 'alone' })
  })

  it('whose stores cannot be opened anew says why, tries again, and goes on by itself', async () => {
    const site = await fakeSite()
    let isHeld = false
    const atStep = (step: string) => {
      if (!isHeld || step !== 'plan taken') return
      throw new StationError({
        code: 'DATA_IN_USE',
        message: 'ledger.db is locked by another program.',
        retryable: true,
      })
    }
    const desk = await aStation(site, 'Desk 1', { atStep })
    const reported: string[] = []
    desk.station.subscribe(({ name }) => reported.push(name))
    isHeld = true
    expect(await desk.station.invoke('site.enrol', { code: site.code(), name: 'Desk 1' })).toMatchObject({ ok: true })
    expect(await desk.station.invoke('station.state', {})).toMatchObject({
      ok: false,
      error: { code: 'DATA_IN_USE', message: 'ledger.db is locked by another program.' },
    })
    const before = reported.length
    isHeld = false
    await until('the station', async () => ((await desk.station.invoke('station.state', {})).ok ? true : null))
    expect(reported.slice(before)).toContain('station.changed')
    await desk.reach('online')
    // Whoever holds the station, a shell above all, has the services of now.
    await desk.station.services.hasten()
  })

  it('that died in the middle of joining asks again by the same code, and is one station', async () => {
    const site = await fakeSite()
    const desk = await aStation(site, 'Desk 1')
    const code = site.code()
    site.site.losing.set('/enrol', 1)
    expect(await desk.station.invoke('site.enrol', { code, name: 'Desk 1' })).toMatchObject({
      ok: false,
      error: { code: 'SITE_UNREACHABLE' },
    })
    expect(await desk.run('site.view', {})).toMatchObject({ kind: 'alone', isEnrolling: true })
    await desk.restart()
    await desk.run('site.enrol', { code, name: 'Desk 1' })
    await desk.reach('online')
    expect(site.stations.size).toBe(1)
  })
})
