import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createMaintenance } from '../../src-main/data/maintenance.ts'
import { openBackup } from '../../src-main/data/open-backup.ts'
import { sealKeys } from '../../src-main/data/seal-keys.ts'
import { openStoredSecret } from '../../src-main/kernel/secrets/stored-secret.ts'
import { inspectCopy } from '../../src-main/data/increments/backup-chain.ts'
import { auditLog } from '../../src-main/data/audit/audit-log.rows.ts'
import { ledgerCopies } from '../../src-main/data/backup/copies.rows.ts'
import { bookingStore } from '../../src-main/booking/bookings.rows.ts'
import { openLedger } from '../../src-main/data/ledger/ledger.ts'
import { newBooking } from '../support/bookings.ts'
import { testLedger } from '../support/ledger.ts'
import { tempDir } from '../support/temp-dir.ts'
import { secondPlaceOf } from './data-care.ts'

const noKeychain = { available: false, get: async () => null, set: async () => undefined }
const QUARTER = 15 * 60_000
const DAY = 24 * 60 * 60_000

async function desk(
  deviceOf: (folder: string) => Promise<number> = async (folder: string) => (folder.endsWith('backups') ? 1 : 2),
) {
  const dir = tempDir()
  const folder = join(tempDir(), 'stick')
  mkdirSync(folder)
  const { clock, ledger } = await testLedger({ dataDir: dir })
  const reported: unknown[] = []
  const passphrase = openStoredSecret(async () => noKeychain, 'backup passphrase')
  const archives: { name: string; sha256: string }[] = []
  const open = () =>
    secondPlaceOf(ledger, dir, clock, {
      archives: async () => archives,
      passphrase,
      stationName: async () => 'Dock 3 / Süd',
      report: (error) => reported.push(error),
      withdraw: async () => void reported.splice(0),
      deviceOf,
    })
  const place = open()
  let last = 0
  const quarter = async () => {
    await bookingStore(ledger.db, clock).submit(newBooking(`b${++last}`))
    clock.advance(QUARTER)
    await ledger.backups.tick()
  }
  const maintenance = createMaintenance({
    dataDir: dir,
    clock,
    copies: ledgerCopies({
      db: ledger.db,
      backupDir: join(dir, 'backups'),
      takeFull: ledger.backups.takeFull,
    }),
    proven: ledger.backups.proven,
    secondPlace: place,
    refill: async () => undefined,
  })
  return { dir, folder, clock, ledger, place, told: reported, archives, passphrase, quarter, open, maintenance }
}

const keysOf = (passphrase: string) => sealKeys(async () => passphrase)

const sealedIn = (dir: string) =>
  readdirSync(dir)
    .filter((name) => name.endsWith('.sealed'))
    .sort()

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

  it('gets the newest first, should the room there end', async () => {
    const { dir, folder, clock, ledger, passphrase, quarter } = await desk()
    await quarter()
    await quarter()
    clock.advance(DAY)
    await ledger.backups.takeFull()
    await quarter()
    const here = copiesIn(join(dir, 'backups'))
    let copied = 0
    const place = secondPlaceOf(ledger, dir, clock, {
      passphrase,
      deviceOf: async (at) => (at.endsWith('backups') ? 1 : 2),
      atStep: (step) => {
        if (step === 'second copied' && ++copied > 2) throw new Error('no space left on device')
      },
    })
    await place.choose(folder)
    const state = await place.state()
    expect(state?.failure).toContain('no space left')
    expect(copiesIn(join(folder, state?.name ?? ''))).toEqual(here.slice(-2))
    expect(here.slice(-2).map((name) => name.endsWith('.cut'))).toEqual([false, true])
  })

  it('gets the archives too, read back there, and never lets go of one', async () => {
    const { dir, folder, place, archives } = await desk()
    mkdirSync(join(dir, 'archives'))
    const file = join(dir, 'archives', 'waybill-2025.archive')
    writeFileSync(file, 'labels of a year')
    archives.push({ name: 'waybill-2025.archive', sha256: createHash('sha256').update('another file').digest('hex') })
    await place.choose(folder)
    // It is not as it was proven: nothing bears its name there, and it is said.
    expect(await place.state()).toMatchObject({
      archives: [],
      failure: expect.stringContaining('waybill-2025.archive'),
    })
    archives[0] = {
      name: 'waybill-2025.archive',
      sha256: createHash('sha256').update('labels of a year').digest('hex'),
    }
    await place.catchUp()
    const state = await place.state()
    expect(state).toMatchObject({ archives: ['waybill-2025.archive'], failure: null })
    const copy = join(folder, state?.name ?? '', 'archives', 'waybill-2025.archive')
    rmSync(file)
    await place.catchUp()
    expect(await place.state()).toMatchObject({ failure: null })
    // Somebody took it away there: it is missed, and copied again.
    rmSync(copy)
    writeFileSync(file, 'labels of a year')
    await place.catchUp()
    expect(readFileSync(copy, 'utf8')).toBe('labels of a year')
  })

  it('under a passphrase shows nothing of what is copied there, and gives it back to whoever knows it', async () => {
    const { dir, folder, place, passphrase, quarter, clock, open } = await desk()
    await quarter()
    await quarter()
    await place.choose(folder)
    const there = join(folder, (await place.state())?.name ?? '')
    const plain = copiesIn(there)
    await place.seal('correct horse battery')
    expect(await place.state()).toMatchObject({ isSealed: true, failure: null })
    // What lay there in plain is sealed, too.
    expect(copiesIn(there)).toEqual([])
    expect(sealedIn(there)).toEqual(plain.map((name) => `${name}.sealed`))
    for (const name of readdirSync(there)) expect(readFileSync(join(there, name)).includes('Globex')).toBe(false)
    await quarter()
    await place.catchUp()
    expect(sealedIn(there)).toHaveLength(plain.length + 1)
    const copied = readFileSync(join(there, sealedIn(there).at(-1) ?? ''))
    await place.catchUp()
    expect(readFileSync(join(there, sealedIn(there).at(-1) ?? '')).equals(copied)).toBe(true)

    // On another computer, without any records.
    const newest = join(there, sealedIn(there).at(-1) ?? '')
    const to = join(tempDir(), 'backups')
    expect(await openBackup(newest, to, keysOf('correct horse battery'))).toMatchObject({ facts: { bookings: 3 } })
    const again = await openLedger(dirname(to), clock, {
      answer: { kind: 'restore', name: sealedIn(there).at(-1)?.replace('.sealed', '') ?? '' },
    })
    onTestFinished(() => again.close())
    expect(again.db.prepare('SELECT count(*) FROM booking').pluck().get()).toBe(3)
    await expect(openBackup(newest, tempDir(), keysOf('wrong'))).rejects.toMatchObject({
      code: 'BACKUP_UNSOUND',
      message: expect.stringContaining('the passphrase is wrong'),
    })

    // Neither the ledger nor the folder holds it; without it nothing is copied in plain.
    for (const name of ['ledger.db', 'ledger.db-wal']) {
      if (existsSync(join(dir, name))) expect(readFileSync(join(dir, name)).includes('correct horse')).toBe(false)
    }
    await passphrase.set('')
    await quarter()
    const lost = open()
    await lost.catchUp()
    expect(await lost.state()).toMatchObject({ failure: expect.stringContaining('passphrase') })
    expect(copiesIn(there)).toEqual([])

    await place.seal('another long passphrase')
    expect((await place.state())?.failure).toBeNull()
    expect((await openBackup(newest, tempDir(), keysOf('another long passphrase'))).facts.bookings).toBe(3)
    await place.seal(null)
    expect(copiesIn(there).length).toBeGreaterThan(plain.length)
    expect(sealedIn(there)).toEqual([])
  })

  it('is tried whole from there: a copy is brought, opened, restored and compared, and nothing of it stays here', async () => {
    const { dir, folder, clock, ledger, place, quarter, maintenance } = await desk()
    await expect(maintenance.verify(null, 'second')).rejects.toMatchObject({ code: 'SECOND_PLACE_REFUSED' })
    await quarter()
    await quarter()
    await place.choose(folder)
    const there = join(folder, (await place.state())?.name ?? '')
    const [base = '', increment = ''] = copiesIn(there).toSorted(
      (a, b) => Number(b.endsWith('.db')) - Number(a.endsWith('.db')),
    )
    // Newer than what is there: they are no difference.
    await bookingStore(ledger.db, clock).submit(newBooking('since'))
    expect(await maintenance.verify(null, 'second')).toMatchObject({ name: increment, kind: 'cut', bookings: 2 })
    expect(await maintenance.drill('second')).toMatchObject({ name: increment, bookings: 2, differences: [] })
    await expect(maintenance.verify('ledger-none.db', 'second')).rejects.toMatchObject({ code: 'NOT_FOUND' })

    await place.seal('correct horse battery')
    expect(copiesIn(there)).toEqual([])
    expect(await maintenance.verify(base, 'second')).toMatchObject({ name: base, kind: 'full' })
    expect(await maintenance.drill('second')).toMatchObject({ name: increment, bookings: 2, differences: [] })
    const here = readdirSync(join(dir, 'backups'))
    expect(here.filter((name) => name.includes('making') || name.includes('second'))).toEqual([])

    // Its copy here is sound: only what lies there is looked at.
    const sealed = join(there, `${base}.sealed`)
    const whole = readFileSync(sealed)
    const torn = Buffer.from(whole)
    torn.writeUInt8(torn.readUInt8(torn.length - 5_000) ^ 1, torn.length - 5_000)
    writeFileSync(sealed, torn)
    for (const trial of [maintenance.verify(null, 'second'), maintenance.drill('second')]) {
      await expect(trial).rejects.toMatchObject({
        code: 'BACKUP_UNSOUND',
        message: expect.stringContaining('it was changed after it was written'),
      })
    }
    writeFileSync(sealed, whole)

    // The ledger in use is another one than what lies there.
    ledger.db.prepare("UPDATE booking SET reference = 'PO-other' WHERE seq = 1").run()
    await expect(maintenance.drill('second')).rejects.toMatchObject({ code: 'DRILL_FAILED' })
    ledger.db.prepare("UPDATE booking SET reference = 'PO-b1' WHERE seq = 1").run()

    const noted = await auditLog(ledger.db).list({ subjectId: 'ledger', limit: 50 })
    const drills = noted.rows.filter(({ action }) => action === 'restore from the second place rehearsed')
    expect(drills.map(({ detail }) => detail?.['bookings'])).toEqual([2, 2, 2])
    renameSync(folder, `${folder}-pulled-out`)
    await expect(maintenance.drill('second')).rejects.toMatchObject({
      code: 'SECOND_PLACE_REFUSED',
      message: expect.stringContaining('it is not there'),
    })
  })

  it('is tried by the clock once a month, when it is there, whatever was tried here', async () => {
    const { folder, clock, ledger, place, quarter, maintenance } = await desk()
    const day = 24 * 60 * 60 * 1000
    const rehearsed = async () =>
      (await auditLog(ledger.db).list({ subjectId: 'ledger', limit: 50 })).rows
        .map(({ action }) => action)
        .filter((action) => action.startsWith('restore'))
    await quarter()
    await maintenance.drill()
    await place.choose(folder)
    const there = join(folder, (await place.state())?.name ?? '')
    clock.advance(29 * day)
    await maintenance.drillWhenDue()
    expect(await rehearsed()).toEqual(['restore rehearsed'])
    clock.advance(day)
    // The clock calls again while it is being tried.
    await Promise.all([maintenance.drillWhenDue(), maintenance.drillWhenDue()])
    await maintenance.drillWhenDue()
    expect(await rehearsed()).toEqual([
      'restore from the second place rehearsed',
      'restore rehearsed',
      'restore rehearsed',
    ])

    // Away it is not asked for; there again and spoiled, that is told of, and once a day.
    clock.advance(30 * day)
    renameSync(folder, `${folder}-away`)
    await quarter()
    await place.catchUp()
    await maintenance.drillWhenDue()
    renameSync(`${folder}-away`, folder)
    await place.catchUp()
    for (const name of copiesIn(there)) writeFileSync(join(there, name), 'nothing of a ledger')
    await expect(maintenance.drillWhenDue()).rejects.toMatchObject({ code: expect.stringMatching(/^[A-Z_]+$/) })
    await maintenance.drillWhenDue()
    clock.advance(day)
    await expect(maintenance.drillWhenDue()).rejects.toThrow()
    expect((await rehearsed()).filter((action) => action.includes('second'))).toHaveLength(1)
  })

  it('without its passphrase here cannot be tried, and says what is missing', async () => {
    const { folder, place, passphrase, quarter, maintenance } = await desk()
    await quarter()
    await place.choose(folder)
    await place.seal('correct horse battery')
    await passphrase.set('')
    await expect(maintenance.drill('second')).rejects.toMatchObject({
      code: 'BACKUP_UNSOUND',
      message: expect.stringContaining('its passphrase is no longer on this computer'),
    })
  })

  it('that is away is told after a day, and catches up by itself', async () => {
    const { dir, folder, clock, place, told: reported, quarter } = await desk()
    await quarter()
    await place.choose(folder)
    renameSync(folder, `${folder}-pulled-out`)
    await quarter()
    await place.catchUp()
    expect(reported).toEqual([])
    expect((await place.state())?.failure).toContain('it is not there')
    clock.advance(DAY)
    await place.tick()
    await place.tick()
    expect(reported).toMatchObject([{ code: 'SECOND_PLACE_AWAY', details: { folder } }])
    // Nothing is written where the stick was mounted.
    expect(existsSync(folder)).toBe(false)
    renameSync(`${folder}-pulled-out`, folder)
    clock.advance(60_000)
    await place.tick()
    expect(reported).toEqual([])
    const { name = '' } = (await place.state()) ?? {}
    expect(copiesIn(join(folder, name))).toEqual(copiesIn(join(dir, 'backups')))
  })

  it('is another disk, a folder, and there', async () => {
    const { folder, place } = await desk(async () => 7)
    await expect(place.choose(folder)).rejects.toThrow('it is on the same disk as the records')
    await expect(place.choose(join(folder, 'none'))).rejects.toMatchObject({ code: 'SECOND_PLACE_REFUSED' })
    writeFileSync(join(folder, 'file'), '')
    await expect(place.choose(join(folder, 'file'))).rejects.toThrow('it is not a folder')
    await expect(place.choose('backups')).rejects.toThrow('it is not a full path')
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
