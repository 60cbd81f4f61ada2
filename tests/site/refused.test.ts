import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fakeSite } from '../support/fake-site.ts'
import { aStation, joinSite, type SiteStation, zplOf } from '../support/site-stations.ts'
import { until } from '../support/until.ts'

type Site = Awaited<ReturnType<typeof fakeSite>>

/** A desk of a site, and what the site calls it. */
async function aDesk(site: Site, name: string) {
  const desk = await aStation(site, name)
  await joinSite(desk)
  const stationId = [...site.stations.values()].find((one) => one.name === name)?.stationId ?? ''
  return { desk, stationId }
}

/** The site knows this station no more, and whatever the station asks next shows it. */
function revoke(site: Site, stationId: string): void {
  const station = site.stations.get(stationId)
  if (station) station.revokedAt = '2026-11-23T12:00:00.000Z'
}

const waitsOf = async (desk: SiteStation, bookingId: string) =>
  (await desk.run('bookings.get', { bookingId })).error?.code
const inInbox = async (desk: SiteStation) => {
  await desk.station.services.inbox.look()
  const { items } = await desk.run('inbox.list', { state: 'open', limit: 50 })
  return items.filter(({ kind }) => kind === 'site')
}
const tokenFile = (desk: SiteStation): string => join(desk.dataDir, 'site-token')
const asOf = (desk: SiteStation): unknown =>
  JSON.parse(
    String(desk.station.stores.ledger.db.prepare(`SELECT value FROM setting WHERE name = 'site'`).pluck().get()),
  )

describe('a station that its site refuses', () => {
  it('says so, books and prints as without its site, and joins again under its own id', async () => {
    const site = await fakeSite()
    const [{ desk, stationId }, { desk: other }] = [await aDesk(site, 'Dock A'), await aDesk(site, 'Dock B')]
    const booked = await Promise.all(
      [desk, other].map(async (one) => {
        const { bookingId } = await one.book(`PO-${one.name}`)
        await until('the site to have it', () => site.bookings.get(bookingId) ?? null)
        site.book(bookingId, zplOf(`PO-${one.name}`))
        return bookingId
      }),
    )
    await desk.until('both labels', async () => {
      const labels = desk.station.stores.ledger.db.prepare('SELECT count(*) FROM label').pluck().get()
      return labels === 2 ? true : null
    })
    const before = asOf(desk)

    revoke(site, stationId)
    const first = await desk.book('PO-1')
    const view = await desk.reach('refused')
    expect(view.kind === 'of-site' && view.reach).toMatchObject({ error: { code: 'STATION_REFUSED' } })
    expect((await desk.run('station.state', {})).site?.reach.kind).toBe('refused')
    const second = await desk.book('PO-2')
    for (const { bookingId } of [first, second]) {
      await desk.until('the reason', async () => ((await waitsOf(desk, bookingId)) === 'STATION_REFUSED' ? true : null))
    }
    expect(await inInbox(desk)).toMatchObject([{ label: 'Laredo', severity: 'high', code: 'STATION_REFUSED' }])
    expect(await desk.run('pack.scan', { code: 'PO-Dock A' })).toMatchObject({ kind: 'printing' })
    expect(await desk.run('pack.scan', { code: 'PO-Dock B' })).toMatchObject({
      kind: 'asks',
      question: { key: 'ISLAND' },
    })
    // Nothing of it has reached the site: it is canceled here.
    const third = await desk.book('PO-3')
    await desk.run('bookings.cancel', { bookingId: third.bookingId })
    expect(await desk.run('bookings.get', { bookingId: third.bookingId })).toMatchObject({ state: 'CANCELLED' })

    // The backup that the site runs on is from before its first booking.
    site.bookings.delete(booked[0] ?? '')
    await desk.run('site.enrol', { code: site.code(), name: 'Dock A' })
    await desk.reach('online')
    expect(asOf(desk)).toEqual(before)
    for (const bookingId of [first.bookingId, second.bookingId, booked[0] ?? '']) {
      await until('the site to have it', () => site.bookings.get(bookingId) ?? null)
    }
    expect(site.bookings.get(booked[0] ?? '')).toMatchObject({ stationId, course: { state: 'BOOKED' } })
    expect(site.bookings.has(third.bookingId)).toBe(false)
    await until('to be in step', () => (site.site.unsynced.size === 0 ? true : null))
    expect(await inInbox(desk)).toEqual([])
    expect(await desk.station.invoke('site.enrol', { code: site.code(), name: 'Dock A' })).toMatchObject({
      error: { code: 'WRONG_STATE' },
    })
  })

  it('stays so after its next start, and where strangers are held back, and after a code that is refused', async () => {
    const site = await fakeSite()
    const { desk, stationId } = await aDesk(site, 'Dock A')
    revoke(site, stationId)
    await desk.book('PO-1')
    await desk.reach('refused')
    const token = desk.keychain.secret('site token')
    const code = site.code()
    site.site.refusing.set('/enrol', { status: 403, code: 'CODE_REFUSED' })
    expect(await desk.station.invoke('site.enrol', { code, name: 'Dock A' })).toMatchObject({
      error: { code: 'CODE_REFUSED' },
    })
    expect(desk.keychain.secret('site token')).toBe(token)
    await desk.restart()
    await desk.reach('refused')
    const asked = site.calls.length
    for (const path of ['/beat', '/look-up', '/feed/stream', '/feed']) {
      site.site.refusing.set(path, { status: 429, code: 'RATE_LIMIT_ERROR' })
    }
    await desk.until('to be held back', async () => (site.calls.length > asked + 1 ? true : null))
    await desk.reach('refused')
  })

  it('keeps its token in a file of its own user where there is no keychain, and nowhere when it has left', async () => {
    const site = await fakeSite()
    const keychain = { available: false, get: async () => null, set: async () => undefined }
    const desk = await aStation(site, 'Kiosk', { openKeychain: async () => keychain })
    await joinSite(desk)
    expect(await desk.run('site.view', {})).toMatchObject({ isTokenInKeychain: false })
    expect(statSync(tokenFile(desk)).mode & 0o777).toBe(0o600)
    expect(readFileSync(tokenFile(desk), 'utf8')).toMatch(/^wbs_/)
    await desk.restart()
    await desk.reach('online')
    await desk.run('site.leave', { openAtSite: 0 })
    await desk.run('site.view', {})
    expect(() => statSync(tokenFile(desk))).toThrow(/ENOENT/)
  })
})
