import { describe, expect, it } from 'vitest'
import { readEnrolCode } from '../../src-shared/site/enrol.ts'
import { FOR_ALL, OPEN_SETTINGS } from '../../src-shared/site/settings.ts'
import { STARTING_RETENTION } from '../../src-shared/station/app/retention.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { hasPostgres } from '../support/postgres.ts'
import { aStation, docksOf, joinSite, type SiteStation } from '../support/site-stations.ts'
import { tempDir } from '../support/temp-dir.ts'
import { testSite } from '../support/test-site.ts'
import { memoryKeychain } from '../support/memory-keychain.ts'

/** Two stations of a real site. */
async function twoDocks() {
  const folder = tempDir()
  const served = await testSite({ tls: null, folder })
  const [a, b] = await docksOf(served)
  await joinSite(a, b)
  const { stations } = await a.run('site.stations', {})
  const idOf = (name: string) => stations.find((one) => one.name === name)?.stationId ?? ''
  return { ...served, folder, a, b, idOf, reopen: () => served.another({ tls: null, folder, port: served.site.port }) }
}

describe.skipIf(!hasPostgres)('settings for all stations', () => {
  const LIMITS = { perBatch: 500, perDay: 900 }
  const limitsAt = async (desk: SiteStation) => (await desk.run('station.state', {})).settings.spendLimits
  const holds = (desk: SiteStation, perBatch: number | undefined) =>
    desk.until(`${perBatch ?? 'its own'} at ${desk.name}`, async () =>
      (await limitsAt(desk))?.perBatch === perBatch ? true : null,
    )

  it('hold at every station, are refused there, and give way to what one station is given', async () => {
    const { a, b, idOf } = await twoDocks()
    await b.run('settings.update', { spendLimits: { perBatch: 7, perDay: 7 } })
    const settings = {
      ...OPEN_SETTINGS,
      spendLimits: LIMITS,
      keep: { ...STARTING_RETENTION, quotes: 30 },
      pickupDays: [{ country: 'US' as const, worked: ['Veterans Day' as const], closed: [] }],
      printing: { carrierSettings: 'block' as const, mostLabels: 20 },
    }
    await a.run('site.setSettings', { settingId: FOR_ALL, settings })
    await holds(a, 500)
    await holds(b, 500)
    expect((await b.run('station.state', {})).site?.decides).toEqual(['spendLimits', 'keep', 'pickupDays', 'printing'])
    expect((await b.run('station.state', {})).settings.pickupDays).toEqual(settings.pickupDays)
    await expect(b.run('settings.update', { spendLimits: { perBatch: 8, perDay: 8 } })).rejects.toMatchObject({
      code: 'SET_BY_SITE',
      details: { name: 'spendLimits' },
    })
    await expect(b.run('printers.setRules', { mostLabels: 5 })).rejects.toMatchObject({ code: 'SET_BY_SITE' })
    const [printer] = await b.run('printers.list', {})
    const { printerId = '' } = printer ?? {}
    const options = { carrierSettings: 'allow' as const }
    await expect(b.run('printers.setOptions', { printerId, options })).rejects.toMatchObject({ code: 'SET_BY_SITE' })
    expect((await b.run('printers.routes', {})).mostLabels).toBe(20)
    expect((await b.run('printers.options', { printerId })).carrierSettings).toBe('block')
    // What holds may be told again, with what is the station's own beside it.
    await b.run('settings.update', { spendLimits: LIMITS, priceTolerance: 3 })
    // One station is given others.
    const its = { ...OPEN_SETTINGS, spendLimits: { perBatch: 50, perDay: 60 } }
    await a.run('site.setSettings', { settingId: idOf('Dock B'), settings: its })
    await holds(b, 50)
    await holds(a, 500)
    await b.restart()
    await b.reach('online')
    const row = await a.until('the fleet to show it', async () => {
      const { stations } = await a.run('site.stations', {})
      return stations.find(({ name, beat }) => name === 'Dock B' && beat?.differs.includes('spendLimits')) ?? null
    })
    expect(row.beat?.differs).toEqual(['spendLimits'])
    // It may decide by itself: what it had is there again.
    await a.run('site.setSettings', { settingId: idOf('Dock B'), settings: { ...OPEN_SETTINGS, isOwn: true } })
    await holds(b, 7)
    await b.run('settings.update', { spendLimits: { perBatch: 8, perDay: 8 } })
    // And no more.
    await a.run('site.setSettings', { settingId: idOf('Dock B'), settings: null })
    await holds(b, 500)
    expect((await a.run('site.settings', {})).stations).toEqual([])
  })

  it('say on which days freight is picked up, at the stations and at the site that sends', async () => {
    const { a, b } = await twoDocks()
    const quote = await b.run('quotes.request', palletsToChicago())
    const held = { reference: 'PO-1', holdUntil: '2026-11-10', pickupDate: '2026-11-10' }
    const { bookingId } = await b.run('bookings.submit', bookingOf(quote, held))
    const row = b.station.stores.ledger.db.prepare('SELECT state FROM hand_over WHERE subject_id = ?').pluck()
    await b.until('the site to have it', async () => (row.get(bookingId) === 'TAKEN' ? true : null))
    const toVeteransDay = (submissionId: string) =>
      b.run('bookings.requestChange', { submissionId, bookingId, change: { kind: 'update', pickupDate: '2026-11-11' } })
    await expect(toVeteransDay('to-a-holiday-1')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    const pickupDays = [{ country: 'US' as const, worked: ['Veterans Day' as const], closed: [] }]
    await a.run('site.setSettings', { settingId: FOR_ALL, settings: { ...OPEN_SETTINGS, pickupDays } })
    await b.until('the setting', async () => (await b.run('station.state', {})).settings.pickupDays ?? null)
    await toVeteransDay('to-a-holiday-2')
    await b.until('the site to have changed it', async () =>
      (await b.run('bookings.get', { bookingId })).pickupDate === '2026-11-11' ? true : null,
    )
  })

  it('end with the membership', async () => {
    const { a, b } = await twoDocks()
    await a.run('site.setSettings', { settingId: FOR_ALL, settings: { ...OPEN_SETTINGS, spendLimits: LIMITS } })
    await holds(b, 500)
    await b.run('site.leave', { openAtSite: 0 })
    await b.run('site.view', {})
    await holds(b, undefined)
    await b.run('settings.update', { spendLimits: { perBatch: 9, perDay: 9 } })
  })

  it('wait on an island', async () => {
    const { a, site } = await twoDocks()
    await site.close()
    await a.reach('offline')
    const settings = { ...OPEN_SETTINGS, spendLimits: LIMITS }
    await expect(a.run('site.setSettings', { settingId: FOR_ALL, settings })).rejects.toMatchObject({
      code: 'SITE_NEEDED',
    })
    await expect(a.run('site.makeCode', {})).rejects.toMatchObject({ code: 'SITE_NEEDED' })
  })
})

describe.skipIf(!hasPostgres)('a code on the screen of a supervisor', () => {
  it('is all that another station needs, once', async () => {
    const { a, origin, sandbox } = await twoDocks()
    const { code, qr } = await a.run('site.makeCode', {})
    expect(readEnrolCode(code)).toMatchObject({ urls: [origin], fingerprint: expect.any(String) as string })
    expect(qr).toMatch(/^<svg/)
    const options = { clock: sandbox.clock, openKeychain: async () => memoryKeychain().keychain }
    const third = await aStation({ code: () => code }, 'Dock C', options)
    await joinSite(third)
    const fourth = await aStation({ code: () => code }, 'Dock D', { clock: sandbox.clock })
    await expect(fourth.enrol()).rejects.toMatchObject({ code: 'CODE_REFUSED', details: { why: 'used' } })
    expect((await a.run('site.stations', {})).stations.map(({ name }) => name)).toEqual(['Dock A', 'Dock B', 'Dock C'])
  })
})
