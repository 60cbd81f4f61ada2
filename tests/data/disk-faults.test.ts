import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { StationError } from '../../src-shared/station/error.ts'
import { openStoredSecret } from '../../src-main/kernel/secrets/stored-secret.ts'
import { bookingStore } from '../../src-main/booking/bookings.rows.ts'
import { openLedger } from '../../src-main/data/ledger/ledger.ts'
import { secondPlaceOf } from './data-care.ts'
import { copyOf, copyOfOpen, mayMount, referencesIn, runDying, smallDisk, troublesOf } from './ledger-scenes.ts'
import { newBooking } from '../support/bookings.ts'
import { mountBreakableDisk, type BreakableDisk } from '../support/breakable-disk.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { testLedger } from '../support/ledger.ts'
import { testSandbox, type TestSandbox } from '../support/sandbox.ts'
import { tempDir } from '../support/temp-dir.ts'
import { testStation, type TestStation } from '../support/test-station.ts'
import { until } from '../support/until.ts'

const DAY = 24 * 60 * 60_000
const canMount = mayMount()

/** The test is skipped by name where there is no such disk. */
function breakableDisk(skip: (why: string) => void): BreakableDisk {
  const disk = mountBreakableDisk()
  if (disk !== null) return disk
  skip('no file system of its own can be mounted here')
  throw new Error('skipped')
}

/** Everything that was answered ok is BOOKED here and once at the service. `mayAsk`: or looked for, and there once at most. */
async function expectWhole(
  { run, until: wait }: TestStation,
  sandbox: TestSandbox,
  references: readonly string[],
  { mayAsk = false } = {},
): Promise<void> {
  const ends = mayAsk ? ['BOOKED', 'UNKNOWN', 'NEEDS_DECISION'] : ['BOOKED']
  for (const reference of references) {
    const { state } = await wait(`${reference} to be booked`, async () => {
      const found = (await run('bookings.list', { limit: 100 })).find((one) => one.reference === reference)
      return found !== undefined && ends.includes(found.state) ? found : null
    })
    const atService = JSON.stringify(await sandbox.get(`/shipments?reference=${reference}`))
    const [, total] = /"total":(\d+)/.exec(atService) ?? []
    expect([reference, state === 'BOOKED' ? ['1'] : ['0', '1']]).toEqual([
      reference,
      expect.arrayContaining([total]) as string[],
    ])
  }
}

const codeOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error: unknown) => (error instanceof StationError ? error.code : String(error)),
  )

async function desk(dataDir: string) {
  const sandbox = await testSandbox()
  const station = await testStation(sandbox, { dataDir })
  const { run } = station
  const quote = await run('quotes.request', palletsToChicago())
  const book = (reference: string) => run('bookings.submit', bookingOf(quote, { reference }))
  await book('BEFORE')
  await expectWhole(station, sandbox, ['BEFORE'])
  return { sandbox, station, run, quote, book }
}

describe('a disk that is full', () => {
  it.skipIf(!canMount)(
    'refuses every kind of write in a sentence, and everything goes on when there is room',
    async () => {
      const disk = smallDisk()
      const { sandbox, station, run, book } = await desk(join(disk.dir, 'data'))
      disk.fill()
      // What still fits into pages that are there may be written; a form of some size does not.
      const long = 'x'.repeat(20_000)
      const kinds: Record<string, () => Promise<unknown>> = {
        'a form that is typed': () => run('drafts.save', { form: 'quote', key: 'x', body: { long } }),
        'an address': () => run('addressBook.save', { name: long.slice(0, 80), address: PLACE }),
        'a quote': () => run('quotes.request', palletsToChicago()),
        'a full backup': () => run('maintenance.backUp', {}),
        'a plan to restore': async () => {
          const { backups } = await run('maintenance.state', {})
          await run('maintenance.planRestore', { name: backups[0]?.name ?? 'none' })
          await run('maintenance.planRestore', { name: null })
        },
        'a file of bookings': () =>
          run('batches.begin', { name: 'orders.csv' }).then(({ batchId }) =>
            run('batches.append', {
              batchId,
              index: 0,
              base64: Buffer.from(
                `a,b
${long}
`,
              ).toString('base64'),
            }),
          ),
        'what helps': () => run('support.file', { withLabels: false }),
      }
      const reported: Record<string, string> = {}
      for (const [kind, write] of Object.entries(kinds)) reported[kind] = await codeOf(write())
      for (let n = 0; n < 20; n++) reported[`booking ${n}`] = await codeOf(book(`FULL-${n}`))
      const answered = Object.keys(reported).filter((kind) => kind.startsWith('booking ') && reported[kind] === 'ok')
      const others = Object.entries(reported).filter(([, code]) => code !== 'ok' && code !== 'DISK_FULL')
      expect(Object.fromEntries(others)).toEqual({})
      expect(Object.values(reported)).toContain('DISK_FULL')
      disk.free()
      await book('AFTER')
      const references = answered.map((kind) => kind.replace('booking ', 'FULL-'))
      await expectWhole(station, sandbox, ['BEFORE', 'AFTER'])
      await expectWhole(station, sandbox, references, { mayAsk: true })
      await station.close()
      const again = await testStation(sandbox, { dataDir: join(disk.dir, 'data') })
      await expectWhole(again, sandbox, ['BEFORE', 'AFTER'])
      await expectWhole(again, sandbox, references, { mayAsk: true })
    },
  )

  it.skipIf(!canMount)('when the answer to a booking comes: it is looked for, not sent again', async () => {
    const disk = smallDisk()
    const { sandbox, station, book } = await desk(join(disk.dir, 'data'))
    await sandbox.fault({ method: 'POST', path: '/book-shipment', delayMs: 800, fault: { kind: 'none' } })
    await book('MEANWHILE')
    await until('the request to arrive', async () => ((await sandbox.faultsWaiting()) === 0 ? true : null))
    disk.fill()
    await until('the service to have it', async () =>
      JSON.stringify(await sandbox.get('/shipments?reference=MEANWHILE')).includes('"total":1') ? true : null,
    )
    disk.free()
    await expectWhole(station, sandbox, ['BEFORE', 'MEANWHILE'])
  })
})

const PLACE = { address1: '1 Main St', city: 'Laredo', state: 'TX', postalCode: '78040', country: 'US' } as const

describe('a disk that fails', () => {
  it('that becomes read-only: nothing is answered ok, reading goes on, and all is there afterwards', async ({
    skip,
  }) => {
    const disk = breakableDisk(skip)
    const dataDir = join(disk.dir, 'data')
    const { sandbox, station, run, book } = await desk(dataDir)
    disk.makeReadOnly()
    expect(await codeOf(book('LOST'))).toMatch(/^(DATA_FOLDER_READ_ONLY|DISK_FAILED)$/)
    expect(await run('bookings.list', {})).toMatchObject([{ reference: 'BEFORE' }])
    await station.close()
    disk.restore()
    const again = await testStation(sandbox, { dataDir })
    await expectWhole(again, sandbox, ['BEFORE'])
    await again.close()
  })

  it('that reads and writes no more: it is said, and what was answered is there when it is back', async ({ skip }) => {
    const disk = breakableDisk(skip)
    const dataDir = join(disk.dir, 'data')
    const { sandbox, station, book } = await desk(dataDir)
    disk.cutPower()
    expect(await codeOf(book('LOST'))).toBe('DISK_FAILED')
    await station.close()
    await expect(openLedger(dataDir, sandbox.clock)).rejects.toThrow()
    disk.restore()
    const again = await testStation(sandbox, { dataDir })
    await expectWhole(again, sandbox, ['BEFORE'])
    expect(await sandbox.get('/shipments?reference=LOST')).toMatchObject({ meta: { pagination: { total: 0 } } })
    await again.close()
  })

  it('that loses its power forgets nothing that was answered, wherever it is in a commit, a cut or a copy', async ({
    skip,
  }) => {
    const disk = breakableDisk(skip)
    const dataDir = join(disk.dir, 'data')
    const clock = new FakeClock()
    const booked: string[] = []
    let last = 0
    for (let round = 0; round < 12; round++) {
      const ledger = await openLedger(dataDir, clock, { quietMs: round % 3 === 0 ? 1 : 60_000 })
      troublesOf(ledger)
      expect(ledger.notices).toEqual([])
      expect(await referencesIn(ledger, clock)).toEqual([...booked].sort())
      expect(ledger.db.pragma('integrity_check', { simple: true })).toBe('ok')
      // The power goes some turns into what runs beside the bookings.
      clock.advance(round % 2 === 0 ? DAY : 15 * 60_000)
      const copying = ledger.backups.tick()
      for (let n = 0; n <= round % 5; n++) {
        const id = `p${++last}`
        await bookingStore(ledger.db, clock).submit(newBooking(id))
        booked.push(`PO-${id}`)
      }
      for (let turn = 0; turn < round * 3; turn++) await new Promise((resolve) => setImmediate(resolve))
      disk.cutPower()
      await copying
      ledger.close()
      disk.restore()
    }
    const ledger = await openLedger(dataDir, clock)
    expect(await referencesIn(ledger, clock)).toEqual([...booked].sort())
    ledger.close()
  })
})

describe('files that somebody moves', () => {
  it('the ledger removed while it is open: nothing more is taken, and the next start has all that was', async () => {
    const dataDir = tempDir()
    const clock = new FakeClock()
    const ledger = await openLedger(dataDir, clock)
    await ledger.backups.tick()
    const reported = troublesOf(ledger)
    const bookings = bookingStore(ledger.db, clock)
    await bookings.submit(newBooking('a'))
    rmSync(join(dataDir, 'ledger.db'))
    expect(await codeOf(bookings.submit(newBooking('b')))).toBe('LEDGER_GONE')
    await ledger.backups.tick()
    await ledger.backups.tick()
    expect(reported).toMatchObject([{ code: 'LEDGER_GONE', details: { file: join(dataDir, 'ledger.db') } }])
    // Killed here or closed in order: the copy that was made has it.
    const killed = copyOfOpen(dataDir)
    ledger.close()
    for (const dir of [killed, dataDir]) {
      const again = await openLedger(dir, clock)
      expect(await referencesIn(again, clock)).toEqual(['PO-a'])
      expect(again.notices[0]).toMatchObject({ code: 'DATABASE_DAMAGED' })
      again.close()
    }
  })

  it('another file put in its place, or its journal removed: nothing more is taken', async () => {
    const dataDir = tempDir()
    const clock = new FakeClock()
    const first = await openLedger(dataDir, clock)
    first.close()
    for (const spoil of [
      (dir: string) => {
        renameSync(join(dir, 'ledger.db'), join(dir, 'old'))
        renameSync(join(copyOf(dataDir), 'ledger.db'), join(dir, 'ledger.db'))
      },
      (dir: string) => rmSync(join(dir, 'ledger.db-wal')),
    ]) {
      const dir = copyOf(dataDir)
      const ledger = await openLedger(dir, clock)
      troublesOf(ledger)
      await ledger.backups.tick()
      await bookingStore(ledger.db, clock).submit(newBooking('a'))
      spoil(dir)
      expect(await codeOf(bookingStore(ledger.db, clock).submit(newBooking('b')))).toBe('LEDGER_GONE')
      ledger.close()
      const again = await openLedger(dir, clock)
      expect(await referencesIn(again, clock)).toEqual(['PO-a'])
      again.close()
    }
  })

  it('the whole folder moved away and back: it is said meanwhile, and all is there', async () => {
    const dataDir = join(tempDir(), 'data')
    mkdirSync(dataDir)
    const { sandbox, station, run, book } = await desk(dataDir)
    renameSync(dataDir, `${dataDir}-moved`)
    expect(await codeOf(book('AWAY'))).toBe('LEDGER_GONE')
    const killed = copyOfOpen(`${dataDir}-moved`)
    renameSync(`${dataDir}-moved`, dataDir)
    await book('BACK')
    await expectWhole(station, sandbox, ['BEFORE', 'BACK'])
    expect((await run('bookings.list', {})).map(({ reference }) => reference)).not.toContain('AWAY')
    await station.close()
    const ledger = await openLedger(killed, sandbox.clock)
    expect(await referencesIn(ledger, new FakeClock())).toEqual(['BEFORE'])
    ledger.close()
  })

  it('a second Waybill on the folder is refused, in a process of its own as in this one', async () => {
    const dataDir = tempDir()
    const clock = new FakeClock()
    const ledger = await openLedger(dataDir, clock)
    const order = {
      dataDir,
      now: clock.now().toISOString(),
      dieAt: 0,
      book: 'x',
      backsUp: 'no',
      isLarge: false,
      answer: null,
    } as const
    const { said, steps } = await runDying(order)
    expect(said).toContain('is in use by another Waybill')
    expect(steps).toEqual([])
    await bookingStore(ledger.db, clock).submit(newBooking('a'))
    expect(await referencesIn(ledger, clock)).toEqual(['PO-a'])
    ledger.close()
  })
})

describe('a second place for backups', () => {
  async function withShare() {
    const share = smallDisk()
    const { clock, dataDir: dir, ledger } = await testLedger()
    ledger.db.exec('CREATE TABLE filler (bytes BLOB) STRICT; INSERT INTO filler VALUES (randomblob(20000000))')
    await ledger.backups.tick()
    const place = secondPlaceOf(ledger, dir, clock, {
      passphrase: openStoredSecret(
        async () => ({ available: false, get: async () => null, set: async () => undefined }),
        'backup passphrase',
      ),
    })
    const copies = async () => {
      const { name = '' } = (await place.state()) ?? {}
      const at = join(share.dir, name)
      return existsSync(at) ? readdirSync(at).filter((one) => /\.(db|cut)$/.test(one)) : []
    }
    return {
      share,
      dir,
      place,
      copies,
      local: () => readdirSync(join(dir, 'backups')).filter((one) => one.endsWith('.db')),
    }
  }

  it.skipIf(!canMount)('that is full says so, holds no half copy, and catches up', async () => {
    const { share, place, copies, local } = await withShare()
    share.fill()
    await place.choose(share.dir)
    expect((await place.state())?.failure).toMatch(/ENOSPC|no space/)
    expect(await copies()).toEqual([])
    share.free()
    await place.catchUp()
    expect((await place.state())?.failure).toBeNull()
    expect(await copies()).toEqual(local())
  })

  it.skipIf(!canMount)('whose share goes in the middle of a copy claims nothing, and catches up', async () => {
    const { share, place, copies, local } = await withShare()
    const choosing = place.choose(share.dir)
    await until(
      'the copy to begin',
      () =>
        readdirSync(share.dir, { recursive: true }).some((name) => String(name).includes('.making')) ? true : null,
      { everyMs: 0 },
    )
    execFileSync('umount', ['-l', share.dir])
    await choosing
    expect((await place.state())?.failure).not.toBeNull()
    expect((await place.state())?.caughtUpAt).toBeNull()
    expect(readdirSync(share.dir)).toEqual([])
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'waybill-share', share.dir])
    await place.catchUp()
    expect((await place.state())?.failure).toBeNull()
    expect(await copies()).toEqual(local())
  })
})

describe('a clock', () => {
  it('set forward ten years and back by eleven while a booking is on its way sends it once and loses none', async () => {
    const sandbox = await testSandbox()
    let off = 0
    const clock = { now: () => new Date(sandbox.clock.now().getTime() + off) }
    const station = await testStation(sandbox, { clock })
    const quote = await station.run('quotes.request', palletsToChicago())
    const references = ['AHEAD', 'BACK']
    for (const [index, reference] of references.entries()) {
      await sandbox.fault({ method: 'POST', path: '/book-shipment', delayMs: 300, fault: { kind: 'none' } })
      off = 0
      await station.run('bookings.submit', bookingOf(quote, { reference }))
      await until('the request to arrive', async () => ((await sandbox.faultsWaiting()) === 0 ? true : null))
      off = index === 0 ? 3653 * DAY : -365 * DAY
      await station.station.services.outbox.hasten()
      await expectWhole(station, sandbox, references.slice(0, index + 1))
    }
    await station.close()
    off = 0
    const again = await testStation(sandbox, { clock, dataDir: station.dataDir })
    await expectWhole(again, sandbox, references)
  })
})
