import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { forgetInLedger } from '../../src-main/data/retention/forget-ledger.rows.ts'
import { createBlanker } from '../../src-main/data/forget/blank.ts'
import { forgottenStore } from '../../src-main/data/retention/forgotten.rows.ts'
import { labelBytes } from '../../src-main/data/retention/bytes.rows.ts'
import { ledgerPlace } from '../../src-main/data/backup/place.ts'
import { systemFiles } from '../../src-main/kernel/sqlite/files.ts'
import { openLedger } from '../../src-main/data/ledger/ledger.ts'
import { bookingStore } from '../../src-main/booking/bookings.rows.ts'
import { labelStore } from '../../src-main/labels/labels.rows.ts'
import { hashOf, packed } from '../../src-main/labels/document-bytes.rows.ts'
import { personSchema } from '../../src-shared/station/app/forget.ts'
import { commandLine } from '../cli/run.ts'
import { newBooking } from '../support/bookings.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { testLedger } from '../support/ledger.ts'
import { pictureLabel } from '../support/picture-label.ts'
import { testSandbox } from '../support/sandbox.ts'
import { testStation } from '../support/test-station.ts'

const DAY = 24 * 60 * 60 * 1000
const NAME = 'Xóchitl Quetzalwomack'
const PHONE = '(956) 555-0182'
const EMAIL = 'xq@vulpecula-zander.example'
const COMPANY = 'Vulpecula-Zander Quetzalwomack Hardware'
const person = { names: [NAME], phones: [PHONE], emails: [EMAIL], others: [COMPANY] }
/** In the bytes of a file, also where a search index has cut what two words begin with. */
const TRACES = /quetzalwoma|etzalwomack|555-?0182|vulpecula-?zan/i

const beside = (dataDir: string) => ({ files: systemFiles, path: ledgerPlace(dataDir).forgotten })
const FILES = ['ledger.db', 'ledger.db-wal', 'cache.db', 'cache.db-wal']
const leftoversIn = (dataDir: string) =>
  FILES.filter((name) => existsSync(join(dataDir, name)))
    .map((name) => `${name}: ${TRACES.exec(readFileSync(join(dataDir, name)).toString('latin1'))?.[0] ?? '-'}`)
    .filter((line) => !line.endsWith('-'))

/** Every word that a search index holds, of rows that are gone too. */
function wordsOf(file: string, index: string): string[] {
  const db = new Database(file)
  try {
    db.exec(`CREATE VIRTUAL TABLE temp.v USING fts5vocab(main, ${index}, 'row')`)
    return db.prepare('SELECT term FROM temp.v').pluck().all().map(String)
  } finally {
    db.close()
  }
}

/** A station that shipped to a person, wrote about them everywhere, and delivered. */
async function shipped() {
  const sandbox = await testSandbox({ settings: { fates: 'smooth' } })
  let ahead = 0
  const clock = { now: () => new Date(sandbox.clock.now().getTime() + ahead) }
  const world = await testStation(sandbox, { clock })
  const { run, until } = world
  const quote = await run(
    'quotes.request',
    palletsToChicago({
      destinationAddress: {
        ...{ companyName: COMPANY, contactName: NAME, phone: PHONE, email: EMAIL },
        ...{ address1: '200 N LaSalle St', city: 'Chicago', state: 'IL', postalCode: '60601', country: 'US' },
      },
    }),
  )
  const consigneeInfo = { companyName: `${NAME} Home`, contactName: NAME.toUpperCase(), phone: PHONE, email: EMAIL }
  const input = bookingOf(quote, { reference: 'PO-77', consigneeInfo, instructions: `Call ${NAME}, 956.555.0182` })
  const { bookingId } = await run('bookings.submit', input)
  const booking = await until('the booking', async () => {
    const found = await run('bookings.get', { bookingId })
    return found.state === 'BOOKED' && found.hasLabel ? found : null
  })
  const shipmentId = booking.shipmentId ?? ''
  await run('tracking.sync', {})
  await run('shipments.note', { shipmentId, text: `${NAME} wants a call at ${PHONE}` })
  await run('addressBook.save', {
    name: NAME,
    address: {
      ...{ companyName: 'Globex', contactName: NAME, phone: PHONE, email: EMAIL },
      ...{ address1: '200 N LaSalle St', city: 'Chicago', state: 'IL', postalCode: '60601', country: 'US' },
    },
  })
  await run('drafts.save', { form: 'book', key: 'one', body: { to: { contactName: NAME } } })
  return {
    sandbox,
    world,
    bookingId,
    shipmentId,
    later: (ms: number) => (ahead += ms),
    deliver: async () => {
      await sandbox.jump(60 * DAY)
      await until('the delivery', async () => {
        await run('tracking.sync', {})
        const { shipment } = await run('shipments.get', { shipmentId })
        return shipment.status === 'DELIVERED' ? shipment : null
      })
    },
  }
}

describe('forgetting a person', () => {
  it('is refused while a shipment is under way or an order is open, by a sentence that names it', async () => {
    const { world } = await shipped()
    const reported = await world.run('maintenance.lookForPerson', { person: { names: [NAME] } })
    expect(reported.needed).toContainEqual({ need: 'under-way', what: 'PO-77' })
    expect(reported.alongside).toMatchObject({ phones: [PHONE], emails: [EMAIL] })
    await expect(
      world.run('maintenance.forgetPerson', { person, reason: 'asked by letter', isCertain: true }),
    ).rejects.toMatchObject({ code: 'WRONG_STATE', message: expect.stringContaining('PO-77') })
    expect(await world.run('addressBook.search', { text: 'Quetzalwomack' })).toContainEqual(
      expect.objectContaining({ name: NAME }),
    )
    const address = { contactName: NAME, address1: '1 Main St', city: 'Chicago', state: 'IL', postalCode: '60601' }
    const order = palletsToChicago({ destinationAddress: { ...address, country: 'US' } })
    await world.run('orders.add', { orders: [{ ...order, reference: 'SO-78' }] })
    const withOrder = await world.run('maintenance.lookForPerson', { person: { names: [NAME] } })
    expect(withOrder.needed).toContainEqual({ need: 'open-order', what: 'SO-78' })
  })

  it('is refused while the status of a shipment is not known here, unless it was booked a year ago', async () => {
    const { sandbox, world, later } = await shipped()
    const { run } = world
    await sandbox.close()
    await run('maintenance.rebuildCache', {})
    const needed = async () => (await run('maintenance.lookForPerson', { person })).needed
    expect(await needed()).toContainEqual({ need: 'under-way', what: 'PO-77' })
    later(364 * DAY)
    expect(await needed()).toContainEqual({ need: 'under-way', what: 'PO-77' })
    later(2 * DAY)
    expect(await needed()).toEqual([])
  })

  it('leaves no byte of them in either file, and the service does not bring them back', async () => {
    const { sandbox, world, bookingId, shipmentId, deliver } = await shipped()
    const { run, dataDir } = world
    await deliver()
    expect(leftoversIn(dataDir).length).toBeGreaterThan(1)
    const reported = await run('maintenance.forgetPerson', { person, reason: `asked by ${NAME}`, isCertain: true })
    expect(reported.found.map(({ place }) => place)).toEqual(
      expect.arrayContaining(['bookings', 'addresses', 'quotes', 'calls', 'other']),
    )
    expect(leftoversIn(dataDir)).toEqual([])

    // What stays can be read: money, references, the row of the label.
    const booking = await run('bookings.get', { bookingId })
    expect(booking).toMatchObject({ reference: 'PO-77', state: 'BOOKED', hasLabel: true })
    expect(booking.consigneeName).toContain('•••')
    expect(await run('addressBook.search', { text: 'Quetzalwomack' })).toEqual([])
    expect(await run('addressBook.search', { text: 'Globex' })).toHaveLength(1)
    expect((await run('drafts.get', { form: 'book', key: 'one' })).draft?.body).toEqual({ to: { contactName: '•••' } })
    const { rows } = await run('audit.list', { subjectKind: 'ledger', subjectId: 'person' })
    expect(rows.map(({ action }) => action)).toEqual(['person forgotten', 'forgetting begun'])
    expect(rows[1]?.detail).toMatchObject({ reason: 'asked by •••' })

    // The service names them again.
    await run('maintenance.rebuildCache', {})
    await run('tracking.sync', {})
    await run('shipments.refresh', { shipmentId })
    await run('requests.list', {})
    expect(JSON.stringify(await sandbox.get(`/tracking/lookup/${shipmentId}`))).toMatch(/Quetzalwomack/i)
    await world.close()
    expect(leftoversIn(dataDir)).toEqual([])
    for (const [file, index] of [
      ['ledger.db', 'address_text'],
      ['ledger.db', 'booking_text'],
      ['cache.db', 'quote_text'],
    ] as const) {
      expect(wordsOf(join(dataDir, file), index)).not.toContain('0182')
      expect(wordsOf(join(dataDir, file), index).filter((word) => /^xochitl$|^och$/.test(word))).toEqual([])
    }
  })

  it('goes on after a kill, and needs nobody to say the name again', async () => {
    const { world, deliver } = await shipped()
    await deliver()
    const { dataDir } = world
    await world.close()
    const clock = new FakeClock()
    const ledger = await openLedger(dataDir, clock)
    await forgottenStore(ledger.db, clock, beside(dataDir)).begin(personSchema.parse(person), 'asked by letter')
    ledger.close()
    expect(leftoversIn(dataDir).length).toBeGreaterThan(1)

    const again = await testStation(await testSandbox(), { dataDir, background: true })
    await again.until('the end of it', async () => {
      const { rows } = await again.run('audit.list', { subjectKind: 'ledger', subjectId: 'person' })
      return rows.find(({ action }) => action === 'person forgotten') ?? null
    })
    await again.close()
    expect(leftoversIn(dataDir)).toEqual([])
  })

  it('does it again when a backup from before brings them back', async () => {
    const { sandbox, world, deliver } = await shipped()
    await deliver()
    const { dataDir, run } = world
    const [backup] = (await run('maintenance.backUp', {})).backups
    await run('maintenance.forgetPerson', { person, reason: 'asked by letter', isCertain: true })
    await run('maintenance.planRestore', { name: backup?.name ?? '' })
    await world.close()
    const again = await testStation(sandbox, { dataDir })
    await again.until('the end of it', async () => {
      const { rows } = await again.run('audit.list', { subjectKind: 'ledger', subjectId: 'person' })
      return rows.find(({ action }) => action === 'person forgotten') ?? null
    })
    await again.close()
    expect(leftoversIn(dataDir)).toEqual([])
    expect(TRACES.test(readFileSync(ledgerPlace(dataDir).forgotten, 'latin1'))).toBe(false)
  })

  it('blanks who is forgotten now, not who came back after an earlier time', async () => {
    const { clock, dataDir: dir, db } = await testLedger()
    const forgotten = forgottenStore(db, clock, beside(dir))
    const rows = forgetInLedger({ db, bytes: labelBytes(db, clock) })
    const forget = async (name: string) => {
      await forgotten.begin(personSchema.parse({ names: [name] }), 'asked')
      const keys = forgotten.beingForgotten()
      for await (const _ of rows.walk(createBlanker(keys), { isDry: false }));
      await forgotten.end(keys, {})
    }
    const submit = async (id: string, contactName: string) => {
      await bookingStore(db, clock).submit(newBooking(id, { consigneeInfo: { contactName } }))
      db.prepare("UPDATE booking SET state = 'REJECTED' WHERE booking_id = ?").run(`bkg_${id}`)
    }
    const contactOf = (id: string): unknown =>
      db
        .prepare("SELECT request ->> '$.consigneeInfo.contactName' FROM booking WHERE booking_id = ?")
        .pluck()
        .get(`bkg_${id}`)
    await submit('1', 'Ana Lopez')
    await forget('ana lópez')
    clock.advance(DAY)
    await submit('2', 'Ana Lopez')
    await submit('3', 'Bea Ruiz')
    await forget('Bea Ruiz')
    expect(['1', '2', '3'].map(contactOf)).toEqual(['•••', 'Ana Lopez', '•••'])
  })

  it('takes labels of nobody that name them, packed as they are, and those that nobody can unpack any more', async () => {
    const { clock, dataDir: dir, ledger, db } = await testLedger()
    const labels = labelStore(db, clock)
    const theirs = pictureLabel(NAME)
    const another = pictureLabel('Bea Ruiz')
    const spoiled = pictureLabel('Nobody knows')
    for (const [shipmentId, bytes] of Object.entries({ theirs, another, spoiled })) {
      await labels.keep('embedded', shipmentId, [{ documentId: 'D', format: 'ZPL', bytes }])
    }
    const gone = Buffer.from(packed(theirs)).subarray(600, 700)
    const bytesOnDisk = () => {
      ledger.emptyJournal()
      // Read by another process: whoever closes the file in this one drops its locks.
      return execFileSync('cat', [join(dir, 'ledger.db')], { maxBuffer: 64 * 1024 * 1024 })
    }
    expect(bytesOnDisk().includes(gone)).toBe(true)
    db.prepare("UPDATE document_bytes SET bytes = CAST(substr(bytes, 1, 600) || x'00' AS BLOB) WHERE sha256 = ?").run(
      hashOf(spoiled),
    )
    const forgotten = forgottenStore(db, clock, beside(dir))
    await forgotten.begin(personSchema.parse({ names: [NAME] }), 'asked')
    const rows = forgetInLedger({ db, bytes: labelBytes(db, clock) })
    for await (const _ of rows.walk(createBlanker(forgotten.beingForgotten()), { isDry: false }));
    expect(await labels.letGoAt('embedded', 'theirs')).toBe(clock.now().toISOString())
    expect(await labels.letGoAt('embedded', 'spoiled')).toBe(clock.now().toISOString())
    expect(await labels.of('embedded', 'another')).toMatchObject([{ bytes: another }])
    expect(bytesOnDisk().includes(gone)).toBe(false)
  })

  it('is asked for on the command line by who, why and a certain word', async () => {
    const { sandbox, world, deliver } = await shipped()
    await deliver()
    const { dataDir } = world
    await world.close()
    const { call, run } = commandLine(sandbox, dataDir)
    const person = { names: [NAME], phones: [PHONE], emails: [EMAIL], others: [COMPANY] }
    const why = { reason: 'by letter', isCertain: true }
    const input = (more = {}) => ['--json', JSON.stringify({ person, ...more })]
    // The service by its address is another one to the station: the shipment is not known before it is listed.
    expect((await run('call', 'maintenance.forgetPerson', ...input(why))).said).toContain('PO-77')
    expect(await call('tracking.sync')).toMatchObject({ exit: 0 })
    const looked = await call('maintenance.lookForPerson', ...input())
    expect(looked.value).toMatchObject({ found: expect.arrayContaining([{ place: 'bookings', count: 1 }]) })
    expect((await run('call', 'maintenance.forgetPerson', ...input({ isCertain: true }))).said).toMatch(/reason/)
    expect(await call('maintenance.forgetPerson', ...input(why))).toMatchObject({ exit: 0 })
    expect(leftoversIn(dataDir)).toEqual([])
  })
})
