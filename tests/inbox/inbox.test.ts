import { readKeychainName } from '../../src-main/data/backup/identity.rows.ts'
import { inboxStore } from '../../src-main/inbox/inbox-items.rows.ts'
import { describe, expect, test } from 'vitest'
import type { InboxRules } from '../../src-shared/station/inbox/rules.ts'
import { isQuiet } from '../../src-shared/station/inbox/rules.ts'
import { StationError } from '../../src-shared/station/error.ts'
import { bookedElsewhere } from '../support/elsewhere.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { memoryKeychain } from '../support/memory-keychain.ts'
import { mailServer } from '../support/mail-server.ts'
import { startRawPort } from '../support/raw-port.ts'
import { TEST_START } from '../support/running-clock.ts'
import { testSandbox } from '../support/sandbox.ts'
import { palletsToChicago, bookingOf } from '../support/freight.ts'
import { newStores } from '../support/new-stores.ts'
import { testStation, type TestStation } from '../support/test-station.ts'

const RULES: InboxRules = { printerMinutes: 5, desktop: true, sound: true, quiet: null, mail: null }
const MINUTE = 60_000

function keychain() {
  const { keychain: opened, kept } = memoryKeychain()
  return { kept, open: async () => opened }
}

const openItems = async ({ run }: TestStation) => (await run('inbox.list', {})).items
const look = ({ station }: TestStation) => station.services.inbox.look()

describe('the inbox', () => {
  test('holds a word from the packing station until somebody ends it, and keeps who and when', async () => {
    const clock = new FakeClock()
    const app = await testStation(await testSandbox({ clock }), { background: false })
    const reported = await app.run('inbox.notify', { text: 'The second pallet is crushed', code: 'PO-77' })
    expect(reported).toMatchObject({ kind: 'note', label: 'Station 1', text: 'PO-77: The second pallet is crushed' })
    expect(reported).toMatchObject({ assignee: null, endedAt: null, dueAt: '2026-11-21T19:00:00.000Z' })
    expect(await app.run('station.state', {})).toMatchObject({ inbox: { open: 1, worst: 'normal' } })
    expect(app.events).toContainEqual({
      name: 'inbox.news',
      payload: {
        title: '1 item needs attention',
        lines: ['For the office: Station 1 · PO-77: The second pallet is crushed'],
      },
    })

    await app.run('settings.update', { operatorName: 'Dana' })
    const { itemId } = reported
    expect(await app.run('inbox.assign', { itemId })).toMatchObject({ assignee: 'Dana' })
    expect(await app.run('inbox.assign', { itemId, assignee: 'Ken', dueAt: '2026-11-21T16:00:00Z' })).toMatchObject({
      assignee: 'Ken',
      dueAt: '2026-11-21T16:00:00Z',
    })
    clock.advance(MINUTE)
    await app.run('inbox.end', { itemId, note: 'sent another' })
    await expect(app.run('inbox.end', { itemId })).rejects.toMatchObject({ code: 'WRONG_STATE' })
    expect(await app.run('inbox.list', {})).toEqual({ items: [], open: 0, next: null })
    const { items } = await app.run('inbox.list', { state: 'ended' })
    expect(items).toMatchObject([
      { itemId, endedBy: 'Dana', endedAt: '2026-11-21T15:01:00.000Z', endNote: 'sent another' },
    ])
    expect(await app.run('station.state', {})).not.toHaveProperty('inbox')
    const { rows } = await app.run('audit.list', { subjectKind: 'inbox' })
    expect(rows.map(({ action }) => action)).toEqual(['ended', 'assigned', 'assigned', 'told'])
  })

  test('gives all that is open about a shipment to one person, and says where there is nothing', async () => {
    const clock = new FakeClock(TEST_START)
    const app = await testStation(await testSandbox({ samples: true, clock }), { background: false, clock })
    await app.run('tracking.sync', {})
    await look(app)
    const [first] = (await openItems(app)).filter(({ kind }) => kind === 'exception')
    const subjectId = first?.subjectId ?? ''
    const given = await app.run('inbox.assignAbout', { subjectIds: ['bkg_none', subjectId], assignee: 'Ken' })
    expect(given).toMatchObject([{ itemId: first?.itemId, subjectId, assignee: 'Ken', dueAt: first?.dueAt }])
    expect((await openItems(app)).filter(({ assignee }) => assignee === 'Ken')).toHaveLength(1)
    expect(await app.run('inbox.assignAbout', { subjectIds: [subjectId], assignee: null })).toMatchObject([
      { assignee: null },
    ])
    await expect(app.run('inbox.assignAbout', { subjectIds: ['bkg_none'], assignee: 'Ken' })).rejects.toMatchObject({
      code: 'NOTHING_OPEN',
    })
  })

  test('shows a second shipment under the reference of a booking, until it is cancelled', async () => {
    const sandbox = await testSandbox()
    const app = await testStation(sandbox)
    const quote = await app.run('quotes.request', palletsToChicago())
    const { bookingId } = await app.run('bookings.submit', bookingOf(quote, { reference: 'PO-LAG' }))
    const own = await app.until('BOOKED', async () => (await app.run('bookings.get', { bookingId })).shipmentId)
    // Of other systems, and never a booking here.
    await bookedElsewhere(sandbox, 'WEB-1')
    const second = await bookedElsewhere(sandbox, 'po-lag')
    const doubled = async () => {
      await app.run('tracking.sync', {})
      await look(app)
      return (await openItems(app)).filter(({ kind }) => kind === 'doubled')
    }
    const [item] = await app.until('the second one', async () => {
      const items = await doubled()
      return items.length > 0 ? items : null
    })
    expect(item).toMatchObject({ subjectId: second, label: 'PO-LAG', severity: 'high' })
    expect(item?.text).toContain(own)
    await app.run('bookings.requestChange', {
      submissionId: 'void-of-the-second',
      shipmentId: second,
      change: { kind: 'cancel', reason: 'booked twice' },
    })
    await app.until('its end', async () => ((await doubled()).length === 0 ? true : null))
    expect((await app.run('inbox.list', { state: 'ended' })).items).toMatchObject([{ kind: 'doubled', endedBy: null }])
  })

  test('shows two bookings that have one shipment, as a site may report', async () => {
    const app = await testStation(await testSandbox())
    const quote = await app.run('quotes.request', palletsToChicago())
    const [first, second] = [await book('PO-1'), await book('PO-2')]
    async function book(reference: string) {
      const { bookingId } = await app.run('bookings.submit', bookingOf(quote, { reference }))
      return app.until('BOOKED', async () => {
        const booking = await app.run('bookings.get', { bookingId })
        return booking.shipmentId === null ? null : booking
      })
    }
    await app.run('tracking.sync', {})
    await look(app)
    expect(await openItems(app)).toEqual([])
    const { db } = app.station.stores.ledger
    db.prepare('UPDATE booking SET shipment_id = ? WHERE booking_id = ?').run(first?.shipmentId, second?.bookingId)
    await look(app)
    // The shipment that is no booking's now is the other side of it.
    const [item] = (await openItems(app)).filter(({ kind }) => kind === 'booking')
    expect(item).toMatchObject({ subjectId: second?.bookingId, label: 'PO-2, PO-1', code: 'SHIPMENT_CLAIMED' })
    expect(item?.text).toContain(first?.shipmentId ?? 'none')
  })

  test('shows a booking that nobody knows the end of for a minute, and lets it go once it is found', async () => {
    const sandbox = await testSandbox()
    const sending = await testStation(sandbox, { deadlineMs: 5_000 })
    const quote = await sending.run('quotes.request', palletsToChicago())
    await sandbox.fault({ method: 'POST', path: '/book-shipment', fault: { kind: 'drop', when: 'after' } })
    await sandbox.fault({ method: 'GET', path: '/shipments', times: 1000, fault: { kind: 'drop', when: 'before' } })
    const { bookingId, reference } = await sending.run('bookings.submit', bookingOf(quote))
    await sending.until('UNKNOWN', async () => {
      const [booking] = await sending.run('bookings.list', { state: 'UNKNOWN' })
      return booking ?? null
    })
    await sending.close()
    // Nobody looks for it meanwhile.
    const app = await testStation(sandbox, { background: false, dataDir: sending.dataDir })
    await look(app)
    expect(await openItems(app)).toEqual([])
    // Younger than a minute it mostly settles by itself: here the minute has passed.
    app.station.stores.ledger.db
      .prepare(`UPDATE booking SET sent_at = '2026-10-21T10:00:00.000Z' WHERE booking_id = ?`)
      .run(bookingId)
    await look(app)
    expect(await openItems(app)).toMatchObject([
      { kind: 'booking', subjectId: bookingId, label: reference, severity: 'high' },
    ])
    // A person is done with it while it goes on: it is not told again.
    const [item] = await openItems(app)
    await app.run('inbox.end', { itemId: item?.itemId ?? '' })
    await look(app)
    expect(await openItems(app)).toEqual([])
    app.station.stores.ledger.db
      .prepare(
        `UPDATE booking SET state = 'NEEDS_DECISION', question = '{"kind":"not-found","checks":4}' WHERE booking_id = ?`,
      )
      .run(bookingId)
    await look(app)
    // The question is news.
    expect(await openItems(app)).toMatchObject([{ subjectId: bookingId }])
    app.station.stores.ledger.db.prepare(`UPDATE booking SET state = 'CANCELLED', question = NULL`).run()
    await look(app)
    expect(await openItems(app)).toEqual([])
    const [ended] = (await app.run('inbox.list', { state: 'ended', limit: 1 })).items
    expect(ended).toMatchObject({ endedBy: null })
  })

  test('lists what ended in one moment on one page, so that the next one leaves nothing out', async () => {
    const app = await testStation(await testSandbox(), { background: false })
    const { ledger } = app.station.stores
    const store = inboxStore(ledger.db, new FakeClock(TEST_START))
    const open = (subjectIds: string[]) => [
      {
        ...{ kind: 'batch' as const, environment: '', isWhole: true },
        open: subjectIds.map((subjectId) => ({
          ...{ subjectId, occasion: '', severity: 'normal' as const, label: subjectId, text: '' },
        })),
      },
    ]
    let ids = 0
    const nextId = () => `inb_${ids++}`
    await store.take(open(['a', 'b', 'c', 'd']), nextId)
    await store.take(open(['d']), nextId)
    const page = await app.run('inbox.list', { state: 'ended', limit: 2 })
    expect(page.items.map(({ label }) => label).toSorted()).toEqual(['a', 'b', 'c'])
    const behind = await app.run('inbox.list', { state: 'ended', limit: 2, before: page.next ?? '' })
    expect(behind).toMatchObject({ items: [], next: null })
  })

  test('tells of a printer after so many minutes off, and of exceptions by how bad they are', async () => {
    const clock = new FakeClock(TEST_START)
    const sandbox = await testSandbox({ clock, samples: true })
    const app = await testStation(sandbox, { background: false })
    await app.run('tracking.sync', {})
    await look(app)
    const exceptions = (await openItems(app)).filter(({ kind }) => kind === 'exception')
    // A first start shows what the inbox is for, and nothing that looks like an alarm.
    expect(exceptions.map(({ severity }) => severity)).toEqual(['normal', 'low'])
    expect(await openItems(app)).toHaveLength(2)
    // What is due first comes first, and what is worse is due sooner.
    expect(exceptions.map(({ dueAt }) => dueAt)).toEqual(exceptions.map(({ dueAt }) => dueAt).toSorted())
    const [first] = exceptions
    await app.run('shipments.acknowledge', { shipmentId: first?.subjectId ?? '' })
    await look(app)
    expect((await openItems(app)).map(({ subjectId }) => subjectId)).not.toContain(first?.subjectId)

    const port = await startRawPort()
    const { uri } = port
    const printer = await app.run('printers.save', {
      name: 'Dock 4',
      language: 'ZPL',
      dpi: 203,
      media: { widthIn: 4, heightIn: 6 },
      connection: { kind: 'tcp', uri },
    })
    await port.close()
    const { inbox } = app.station.services
    const printers = async () => (await openItems(app)).filter(({ kind }) => kind === 'printer')
    await inbox.lookAtPrinters()
    clock.advance(4 * MINUTE)
    await inbox.lookAtPrinters()
    expect(await printers()).toEqual([])
    clock.advance(MINUTE)
    await inbox.lookAtPrinters()
    expect(await printers()).toMatchObject([{ subjectId: printer.printerId, label: 'Dock 4', severity: 'high' }])
    await app.run('printers.remove', { printerId: printer.printerId })
    await inbox.lookAtPrinters()
    expect(await printers()).toEqual([])
  })

  test('is told of together, and what came up in quiet hours after them', async () => {
    // 15:00 in London and wherever the tests run: the hours are taken from the clock of the place.
    const clock = new FakeClock()
    const from = clock.now()
    const timeOf = (minutes: number) => {
      const at = new Date(from.getTime() + minutes * MINUTE)
      return `${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`
    }
    const app = await testStation(await testSandbox({ clock }), { background: false })
    await app.run('inbox.setRules', { rules: { ...RULES, quiet: { from: timeOf(-60), until: timeOf(60) } } })
    await app.run('inbox.notify', { text: 'one' })
    await app.run('inbox.notify', { text: 'two' })
    const reported = () => app.events.filter(({ name }) => name === 'inbox.news').map(({ payload }) => payload)
    expect(reported()).toEqual([])
    clock.advance(61 * MINUTE)
    await look(app)
    expect(reported()).toMatchObject([
      {
        title: '2 items need attention',
        lines: ['For the office: Station 1 · one', 'For the office: Station 1 · two'],
      },
    ])
    await look(app)
    expect(reported()).toHaveLength(1)
    // Over midnight.
    const night = { quiet: { from: '22:00', until: '06:00' } }
    expect(isQuiet(night, new Date(2026, 10, 21, 23, 0))).toBe(true)
    expect(isQuiet(night, new Date(2026, 10, 21, 5, 59))).toBe(true)
    expect(isQuiet(night, new Date(2026, 10, 21, 6, 0))).toBe(false)
  })
})

describe('mail about it', () => {
  test('goes with the password of the keychain, which is nowhere else', async () => {
    const server = await mailServer({ password: 'pass-4711-word' })
    const keys = keychain()
    const app = await testStation(await testSandbox(), { background: false, openKeychain: keys.open })
    const rules = { ...RULES, mail: server.mail }
    const setup = await app.run('inbox.setRules', { rules, mailPassword: 'pass-4711-word' })
    expect(setup.mail).toEqual({ waiting: 0, error: null, lastSentAt: null, password: 'keychain' })
    expect([...keys.kept.values()]).toContainEqual(expect.stringContaining('pass-4711-word'))
    await app.run('inbox.notify', { text: 'Printer 2 smells of smoke\r\n.\r\nBcc: all@acme.test' })
    await app.until('the mail', async () => (server.mails.length > 0 ? true : null))
    expect(server.mails[0]).toContain('Subject: Waybill, Station 1: 1 item needs attention')
    expect(server.mails[0]).toContain('Printer 2 smells of smoke')
    expect(server.mails[0]?.split('\r\n\r\n')[0]).not.toContain('all@acme.test')
    const { rows } = await app.run('audit.list', {})
    expect(JSON.stringify([rows, setup, app.events])).not.toContain('pass-4711-word')
    expect(await app.run('inbox.tryMail', {})).toMatchObject({ waiting: 0, error: null })
    await expect(
      app.run('inbox.setRules', { rules: { ...rules, mail: { ...server.mail, host: 'mail.acme.test' } } }),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  test('takes its password to no other server, name or open line', async () => {
    const [first, second] = [await mailServer({ password: 'pass-4711-word' }), await mailServer({ password: 'other' })]
    const app = await testStation(await testSandbox(), { background: false, openKeychain: keychain().open })
    const save = async (mail: object | null, mailPassword?: string) => {
      const setup = await app.run('inbox.setRules', {
        rules: { ...RULES, mail: mail as typeof first.mail },
        mailPassword,
      })
      return setup.mail.password
    }
    const same = { ...first.mail, to: ['dock@acme.test'] }
    const moved = [
      second.mail,
      { ...first.mail, user: 'somebody' },
      { ...first.mail, host: 'localhost' },
      { ...first.mail, security: 'starttls' },
    ]
    for (const other of moved) {
      expect(await save(first.mail, 'pass-4711-word')).toBe('keychain')
      expect(await save(same)).toBe('keychain')
      // Sealed better, it may go on; from there to the open line it may not.
      expect(await save(other)).toBe('security' in other && other.security === 'starttls' ? 'keychain' : 'none')
      expect(await save(first.mail)).toBe('none')
    }
  })

  test('gives a password to no server that it was not entered for, also where that could not be saved', async () => {
    const [first, second] = [await mailServer({ password: 'pass-4711-word' }), await mailServer({ password: 'other' })]
    const app = await testStation(await testSandbox(), { background: false, openKeychain: keychain().open })
    await app.run('inbox.setRules', { rules: { ...RULES, mail: first.mail }, mailPassword: 'pass-4711-word' })
    const { db } = app.station.stores.ledger
    db.exec(`CREATE TEMP TRIGGER full BEFORE UPDATE ON setting BEGIN SELECT RAISE(ABORT, 'no room'); END`)
    const save = app.run('inbox.setRules', { rules: { ...RULES, mail: second.mail }, mailPassword: 'other' })
    await expect(save).rejects.toBeInstanceOf(StationError)
    db.exec('DROP TRIGGER full')
    first.answer.password = 'other'
    await expect(app.run('inbox.tryMail', {})).rejects.toMatchObject({ code: 'MAIL_FAILED' })
    expect(await app.run('inbox.rules', {})).toMatchObject({
      rules: { mail: { port: first.mail.port } },
      mail: { password: 'none' },
    })
  })

  test('gives the password of the keychain to no server of an older backup', async () => {
    const [first, second] = [await mailServer({ password: 'pass-4711-word' }), await mailServer({ password: 'other' })]
    const keys = keychain()
    const sandbox = await testSandbox()
    const app = await testStation(sandbox, { background: false, openKeychain: keys.open })
    await app.run('inbox.setRules', { rules: { ...RULES, mail: first.mail }, mailPassword: 'pass-4711-word' })
    const { db } = app.station.stores.ledger
    const older = db.prepare("SELECT value FROM setting WHERE name = 'inbox'").pluck().get()
    await app.run('inbox.setRules', { rules: { ...RULES, mail: second.mail }, mailPassword: 'other' })
    db.prepare("UPDATE setting SET value = ? WHERE name = 'inbox'").run(older)
    await app.close()
    first.answer.password = 'other'
    const next = await testStation(sandbox, { background: false, openKeychain: keys.open, dataDir: app.dataDir })
    await expect(next.run('inbox.tryMail', {})).rejects.toMatchObject({ code: 'MAIL_FAILED' })
  })

  test('goes on with a password that an older version kept', async () => {
    const server = await mailServer({ password: 'pass-4711-word' })
    const keys = keychain()
    const app = await testStation(await testSandbox(), { background: false, openKeychain: keys.open })
    await app.run('inbox.setRules', { rules: { ...RULES, mail: server.mail } })
    keys.kept.set(`mail password ${readKeychainName(app.station.stores.ledger.db).name}`, 'pass-4711-word')
    expect(await app.run('inbox.tryMail', {})).toMatchObject({ error: null, password: 'keychain' })
    // Another data folder of the same user has none of it.
    const other = await testStation(await testSandbox(), { background: false, openKeychain: keys.open })
    await other.run('inbox.setRules', { rules: { ...RULES, mail: server.mail } })
    await expect(other.run('inbox.tryMail', {})).rejects.toThrow('Missing credentials')
  })

  test('is one, and so is the notice, whoever writes and looks at the same moment', async () => {
    const server = await mailServer()
    const app = await testStation(await testSandbox(), { background: false })
    await app.run('inbox.setRules', { rules: { ...RULES, mail: server.mail } })
    const words = ['one', 'two', 'three'].map((text) => app.run('inbox.notify', { text }))
    await Promise.all([...words, look(app)])
    await app.until('the mail', async () => (server.mails.length > 0 ? true : null))
    await app.until('none to wait', async () => {
      const { mail } = await app.run('inbox.rules', {})
      return mail.waiting === 0 ? true : null
    })
    const notices = app.events.filter(({ name }) => name === 'inbox.news')
    expect([server.mails.length, notices.length]).toEqual([1, 1])
  })

  test('that cannot be written is told of later', async () => {
    const server = await mailServer()
    const app = await testStation(await testSandbox(), { background: false })
    await app.run('inbox.setRules', { rules: { ...RULES, mail: server.mail } })
    const { db } = app.station.stores.ledger
    db.exec(`CREATE TEMP TRIGGER full BEFORE INSERT ON mail BEGIN SELECT RAISE(ABORT, 'no room'); END`)
    await app.run('inbox.notify', { text: 'one' })
    expect(app.events.filter(({ name }) => name === 'inbox.news')).toEqual([])
    db.exec('DROP TRIGGER full')
    await look(app)
    await app.until('the mail', async () => (server.mails.length > 0 ? true : null))
    expect(app.events.filter(({ name }) => name === 'inbox.news')).toHaveLength(1)
  })

  test('that a server refuses is told, tried later and later, and outlives a restart', async () => {
    const server = await mailServer({ refuses: 452 })
    const clock = new FakeClock()
    const sandbox = await testSandbox({ clock })
    const dataDir = newStores()
    const before = await testStation(sandbox, { background: false, dataDir })
    await before.run('inbox.setRules', { rules: { ...RULES, mail: server.mail } })
    await before.run('inbox.notify', { text: 'Call the carrier' })
    const refused = await before.until('the refusal', async () => {
      const { mail } = await before.run('inbox.rules', {})
      return mail.error === null ? null : mail
    })
    expect(refused).toMatchObject({ waiting: 1, error: { code: 'MAIL_FAILED', retryable: true } })
    expect(refused.error?.details['reason']).toContain('mailbox unavailable')
    await expect(before.run('inbox.tryMail', {})).rejects.toMatchObject({ code: 'MAIL_FAILED' })
    await before.close()

    server.answer.refuses = undefined
    const after = await testStation(sandbox, { background: false, dataDir })
    // Not before its time.
    after.station.services.inbox.start()
    expect(server.mails).toEqual([])
    clock.advance(60 * MINUTE)
    after.station.services.inbox.start()
    await after.until('the mail', async () => (server.mails.length > 0 ? true : null))
    expect(server.mails[0]).toContain('Call the carrier')
    const mail = await after.until('its end', async () => {
      const rules = await after.run('inbox.rules', {})
      return rules.mail.waiting === 0 ? rules.mail : null
    })
    expect(mail).toMatchObject({ waiting: 0, error: null })
    expect(server.mails).toHaveLength(1)
  })
})
