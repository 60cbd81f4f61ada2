import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createSecondPlace } from '../../src-main/maintenance/second-place.ts'
import { inspectCopy } from '../../src-main/store/ledger/cuts/cut-chain.ts'
import { bookingStore } from '../../src-main/store/ledger/booking/bookings.ts'
import { openLedger } from '../../src-main/store/ledger/ledger.ts'
import { settingStore } from '../../src-main/store/ledger/settings/settings.ts'
import { newBooking } from '../support/bookings.ts'
import { countingIds, FakeClock } from '../support/fake-clock.ts'
import { tempDir } from '../support/temp-dir.ts'

const QUARTER = 15 * 60_000
const DAY = 24 * 60 * 60_000

async function desk(
  deviceOf: (folder: string) => Promise<number> = async (folder: string) => (folder.endsWith('backups') ? 1 : 2),
) {
  const dir = tempDir()
  const folder = join(tempDir(), 'stick')
  mkdirSync(folder)
  const clock = new FakeClock()
  const ledger = await openLedger(dir, clock)
  onTestFinished(() => ledger.close())
  const told: unknown[] = []
  const place = createSecondPlace({
    backupDir: join(dir, 'backups'),
    settings: settingStore(ledger.db, clock),
    stationName: async () => 'Dock 3 / Süd',
    clock,
    ids: countingIds(),
    tell: (error) => told.push(error),
    untell: async () => void told.splice(0),
    deviceOf,
  })
  let last = 0
  const quarter = async () => {
    await bookingStore(ledger.db, clock).submit(newBooking(`b${++last}`))
    clock.advance(QUARTER)
    await ledger.backups.tick()
  }
  return { dir, folder, clock, place, told, quarter }
}

const copiesIn = (dir: string) =>
  readdirSync(dir)
    .filter((name) => /\.(db|cut)$/.test(name))
    .sort()

describe('a second place for backups', () => {
  it('gets every copy, proven there, in a folder of the station', async () => {
    const { dir, folder, place, quarter } = await desk()
    await quarter()
    await quarter()
    await place.choose(folder)
    const state = await place.state()
    expect(state).toMatchObject({ folder, failure: null, caughtUpAt: '2026-11-21T15:30:00.000Z' })
    expect(state?.name).toMatch(/^waybill-dock-3-su-d-/)
    const there = join(folder, state?.name ?? '')
    expect(copiesIn(there)).toEqual(copiesIn(join(dir, 'backups')))
    const newest = copiesIn(there).at(-1) ?? ''
    expect(inspectCopy(join(there, newest), { pages: true })).toMatchObject({ isSound: true, bookings: 2 })
  })

  it('that is away is told after a day, and catches up by itself', async () => {
    const { dir, folder, clock, place, told, quarter } = await desk()
    await quarter()
    await place.choose(folder)
    renameSync(folder, `${folder}-pulled-out`)
    await quarter()
    await place.catchUp()
    expect(told).toEqual([])
    expect((await place.state())?.failure).toContain('it is not there')
    clock.advance(DAY)
    await place.tick()
    await place.tick()
    expect(told).toMatchObject([{ code: 'SECOND_PLACE_AWAY', details: { folder } }])
    // Nothing is written where the stick was mounted.
    expect(existsSync(folder)).toBe(false)
    renameSync(`${folder}-pulled-out`, folder)
    clock.advance(60_000)
    await place.tick()
    expect(told).toEqual([])
    const { name = '' } = (await place.state()) ?? {}
    expect(copiesIn(join(folder, name))).toEqual(copiesIn(join(dir, 'backups')))
  })

  it('is another disk, a folder, and there', async () => {
    const { folder, place } = await desk(async () => 7)
    await expect(place.choose(folder)).rejects.toThrow('it is on the same disk as the records')
    await expect(place.choose(join(folder, 'none'))).rejects.toMatchObject({ code: 'SECOND_PLACE_REFUSED' })
    writeFileSync(join(folder, 'file'), '')
    await expect(place.choose(join(folder, 'file'))).rejects.toThrow('it is no folder')
    await expect(place.choose('backups')).rejects.toThrow('it is no whole path')
    expect(await place.state()).toBeNull()
  })

  it('keeps what was copied when the folder of the backups is emptied', async () => {
    const { dir, folder, place, quarter } = await desk()
    await quarter()
    await quarter()
    await place.choose(folder)
    const { name = '' } = (await place.state()) ?? {}
    const before = copiesIn(join(folder, name))
    for (const one of copiesIn(join(dir, 'backups'))) rmSync(join(dir, 'backups', one))
    await quarter()
    await place.catchUp()
    expect(copiesIn(join(folder, name))).toEqual(expect.arrayContaining(before))
  })
})
