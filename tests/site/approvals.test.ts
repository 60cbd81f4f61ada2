import { describe, expect, it } from 'vitest'
import type { InboxItem } from '../../src-shared/station/inbox/item.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { hasPostgres } from '../support/postgres.ts'
import { setQuickPin } from '../support/quick-pin.ts'
import { docksOf, joinSite, type SiteStation } from '../support/site-stations.ts'
import { tempDir } from '../support/temp-dir.ts'
import { Refused, testSite } from '../support/test-site.ts'
import { until } from '../support/until.ts'
import { full } from '../support/full.ts'

const STAFF = { clerk: { badge: 'STAFF-2', pin: '5820' }, supervisor: { badge: 'STAFF-3', pin: '9038' } } as const
type Role = keyof typeof STAFF

async function asked(desk: SiteStation, name: string, input: unknown = {}): Promise<unknown> {
  const result = await desk.station.invoke(name, input)
  return result.ok ? result.value : result.error
}

const signIn = (desk: SiteStation, role: Role) => asked(desk, 'people.signIn', STAFF[role])

const badgeAt = (desk: SiteStation, role: Role): unknown =>
  desk.station.stores.ledger.db.prepare('SELECT badge_hash FROM person WHERE name = ?').pluck().get(`The ${role}`)

/** Two stations of a real site where the same people sign in. */
async function twoDesks() {
  const folder = tempDir()
  const site = await testSite({ tls: null, folder })
  const [a, b] = await docksOf(site)
  for (const role of ['clerk', 'supervisor'] as const) {
    const { badge, pin } = STAFF[role]
    const person = await a.station.services.people.save({ name: `The ${role}`, role, badge })
    await setQuickPin(a.station, site.sandbox.clock, person, pin)
  }
  for (const desk of [a, b]) {
    await joinSite(desk)
    await until(`the people at ${desk.name}`, async () =>
      (await desk.run('people.list', {})).length === 2 ? true : null,
    )
    await desk.run('people.setRules', { isOn: true, idleMinutes: 240 })
  }
  // Their badges were kept under the key of one station's keychain; a scan there makes them known to the others. They are
  // not tried out at the other one, where unknown badges are counted.
  for (const role of ['clerk', 'supervisor'] as const) {
    await signIn(a, role)
    await until(`the badge of the ${role} at Dock B`, async () => (badgeAt(a, role) === badgeAt(b, role) ? true : null))
  }
  return { ...site, folder, a, b }
}

/** A booking that a clerk may not hand in without a supervisor's word. */
async function wantedBooking(desk: SiteStation, reference: string) {
  await signIn(desk, 'supervisor')
  const quote = await desk.run('quotes.request', palletsToChicago())
  return { ...bookingOf(quote, { reference }), approvedBy: 'somebody' }
}

async function ask(desk: SiteStation, booking: object): Promise<string> {
  await signIn(desk, 'clerk')
  const refused = (await asked(desk, 'bookings.submit', booking)) as { code: string; details: { ask: string } }
  expect(refused.code).toBe('ROLE_NEEDED')
  const item = (await asked(desk, 'inbox.askApproval', { refusalId: refused.details.ask })) as InboxItem
  return item.itemId
}

const itemAt = (desk: SiteStation, itemId: string, state: 'open' | 'ended') =>
  until(`${itemId} ${state} at ${desk.name}`, async () => {
    const { items } = await desk.run('inbox.list', { state, limit: 50 })
    return items.find((item) => item.itemId === itemId) ?? null
  })

const answer = (desk: SiteStation, itemId: string, isApproved: boolean, note?: string) =>
  asked(desk, 'inbox.approve', { itemId, isApproved, ...(note !== undefined && { note }) })

function auditOf(desk: SiteStation, itemId: string): unknown[] {
  const { db } = desk.station.stores.ledger
  return db.prepare('SELECT action FROM audit WHERE subject_id = ? ORDER BY rowid').pluck().all(itemId)
}

describe.skipIf(!hasPostgres)('a booking that waits for a supervisor', () => {
  it('is audited with the name that approved it, also when it is booked once more', async () => {
    const site = await testSite({ tls: null })
    const [desk] = await docksOf(site)
    await joinSite(desk)
    await desk.run('rules.save', {
      name: 'Ask',
      isOn: true,
      does: { kind: 'approve', above: { minor: 0, currency: 'USD' } },
    })
    const submitted = async (subjectId: string) => {
      const { rows } = await desk.run('audit.list', { subjectId })
      return rows.find(({ action }) => action === 'submitted')?.detail
    }
    const held = bookingOf(await desk.run('quotes.request', palletsToChicago()), { holdUntil: '2026-11-20' })
    const { bookingId } = await desk.run('bookings.submit', { ...held, approvedBy: 'Marta Ruiz' })
    expect(await submitted(bookingId)).toMatchObject({ approvedBy: 'Marta Ruiz' })
    await desk.run('bookings.cancel', { bookingId })
    await desk.inState(bookingId, 'CANCELLED')

    const again = { bookingId, submissionId: 'the-copy-of-it', changes: {} }
    expect(await asked(desk, 'bookings.copy', again)).toMatchObject({ code: 'APPROVAL_NEEDED' })
    const copy = await desk.run('bookings.copy', { ...again, approvedBy: 'Ana Cole' })
    expect(await submitted(copy.bookingId)).toMatchObject({ approvedBy: 'Ana Cole', copyOf: bookingId })
  })

  it('is approved at another station, handed in once where it was asked, and audited at both and at the site', async () => {
    const { a, b, db, atService } = await twoDesks()
    const booking = await wantedBooking(a, 'PO-1')
    const itemId = await ask(a, booking)
    await signIn(b, 'clerk')
    const seen = await itemAt(b, itemId, 'open')
    expect(seen).toMatchObject({ kind: 'approval', label: 'The clerk · Dock A', code: 'bookings.submit' })
    expect(seen.text).toMatch(/^PO-1 · /)
    // No clerk answers, and nothing is sent meanwhile.
    expect(await answer(b, itemId, true)).toMatchObject({ code: 'ROLE_NEEDED' })
    expect(await asked(a, 'bookings.submit', booking)).toMatchObject({ code: 'ROLE_NEEDED' })
    expect(await atService('PO-1')).toHaveLength(0)

    await signIn(b, 'supervisor')
    expect(await answer(b, itemId, true)).toMatchObject({ outcome: 'approved', endedBy: 'The supervisor' })
    expect(await itemAt(a, itemId, 'ended')).toMatchObject({ outcome: 'approved', endedBy: 'The supervisor · Dock B' })
    expect(await asked(a, 'inbox.approval', { itemId })).toMatchObject({ state: 'approved' })
    const submitted = (await asked(a, 'bookings.submit', booking)) as { bookingId: string }
    await a.inState(submitted.bookingId, 'BOOKED')
    expect(await atService('PO-1')).toHaveLength(1)
    // The word was for one.
    expect(
      await asked(a, 'bookings.submit', { ...booking, submissionId: 'another-one', reference: 'PO-2' }),
    ).toMatchObject({ code: 'ROLE_NEEDED' })
    expect(auditOf(a, itemId)).toEqual(['asked', 'approved'])
    expect(auditOf(b, itemId)).toEqual(['approved'])
    const rows = await db.all(
      `SELECT a.action, s.name FROM audit a JOIN station s USING (station_id) WHERE subject_id = $1 ORDER BY seq`,
      itemId,
    )
    expect(rows).toEqual([
      { action: 'asked', name: 'Dock A' },
      { action: 'approved', name: 'Dock B' },
    ])
  })

  it('is decided once when two supervisors answer at the same time, and the other sees who and when', async () => {
    const { a, b } = await twoDesks()
    const itemId = await ask(a, await wantedBooking(a, 'PO-1'))
    await signIn(b, 'supervisor')
    await itemAt(b, itemId, 'open')
    await signIn(a, 'supervisor')
    const both = await Promise.all([answer(a, itemId, true), answer(b, itemId, false, 'too dear')])
    const refused = both.filter((one) => (one as { code?: string }).code === 'WRONG_STATE')
    expect(refused).toHaveLength(1)
    const [first, second] = both[0] === refused[0] ? [b, a] : [a, b]
    expect(refused).toMatchObject([
      { details: { answeredBy: 'The supervisor', stationName: first.name, at: expect.any(String) } },
    ])
    const outcomes = [await itemAt(first, itemId, 'ended'), await itemAt(second, itemId, 'ended')]
    expect(outcomes[0]?.outcome).toBe(outcomes[1]?.outcome)
    expect(outcomes[1]?.endedBy).toBe(`The supervisor · ${first.name}`)
  })

  it(
    'waits for the site on an island when it was told to it; what never was is answered where it was asked',
    full('waits for the link in real time; the others prove the answers'),
    async () => {
      const { a, b, site, another, folder, atService, db } = await twoDesks()
      const reported = await wantedBooking(a, 'PO-1')
      const here = await wantedBooking(a, 'PO-2')
      const later = await wantedBooking(a, 'PO-3')
      const reportedItem = await ask(a, reported)
      await itemAt(b, reportedItem, 'open')
      await site.close()
      await a.reach('offline')
      await signIn(a, 'supervisor')
      // The other station may have answered: here it would be a second word.
      expect(await answer(a, reportedItem, true)).toMatchObject({ code: 'SITE_UNREACHABLE' })
      const hereItem = await ask(a, here)
      await signIn(a, 'supervisor')
      expect(await answer(a, hereItem, true)).toMatchObject({ outcome: 'approved' })
      const laterItem = await ask(a, later)
      await a.restart()
      await signIn(a, 'clerk')
      const submitted = (await asked(a, 'bookings.submit', here)) as { bookingId: string; state: string }
      expect(submitted.state).toBe('QUEUED')
      expect(await asked(a, 'bookings.submit', later)).toMatchObject({ code: 'ROLE_NEEDED' })

      await another({ tls: null, folder, port: site.port })
      await a.inState(submitted.bookingId, 'BOOKED')
      await itemAt(b, laterItem, 'open')
      await signIn(b, 'supervisor')
      expect(await answer(b, laterItem, true)).toMatchObject({ outcome: 'approved' })
      expect(await answer(b, reportedItem, false, 'too late')).toMatchObject({ outcome: 'refused' })
      await itemAt(a, laterItem, 'ended')
      expect(await itemAt(a, reportedItem, 'ended')).toMatchObject({ outcome: 'refused', endNote: 'too late' })
      const { bookingId } = (await asked(a, 'bookings.submit', later)) as { bookingId: string }
      await a.inState(bookingId, 'BOOKED')
      expect(await asked(a, 'bookings.submit', reported)).toMatchObject({ code: 'ROLE_NEEDED' })
      for (const [reference, count] of Object.entries({ 'PO-1': 0, 'PO-2': 1, 'PO-3': 1 })) {
        expect(await atService(reference)).toHaveLength(count)
      }
      const answered = await db.one(`SELECT answer->>'by' AS by FROM approval WHERE item_id = $1`, hereItem)
      expect(answered).toEqual({ by: 'The supervisor' })
    },
  )

  it('is told again when a fail-over took it from the site, and can be answered then', async () => {
    const { a, b, db } = await twoDesks()
    const itemId = await ask(a, await wantedBooking(a, 'PO-1'))
    await signIn(b, 'supervisor')
    await itemAt(b, itemId, 'open')
    await db.run('DELETE FROM approval')
    expect(await answer(b, itemId, true)).toMatchObject({ code: 'NOT_FOUND' })
    await signIn(a, 'supervisor')
    expect(await answer(a, itemId, true)).toMatchObject({ outcome: 'approved' })
    expect(await itemAt(b, itemId, 'ended')).toMatchObject({ endedBy: 'The supervisor · Dock A' })
  })

  it('is one question however often it is told, and has the first answer however many follow', async () => {
    const { station, db } = await testSite()
    const [a, b] = [await station('Dock A'), await station('Dock B')]
    const question = {
      ...{ itemId: 'inb_1', person: 'prs_1', name: 'Ana', command: 'bookings.submit', text: 'PO-1' },
      ...{ at: '2026-10-21T20:00:00.000Z', answer: null },
    }
    const refusal = async (work: Promise<unknown>) => {
      const error = await work.catch((cause: unknown) => cause)
      return error instanceof Refused ? [error.status, error.code] : error
    }
    const decision = { itemId: 'inb_1', isApproved: true, by: 'Sue', note: null, person: null }
    expect(await refusal(b.post('answerApproval', decision))).toEqual([404, 'NOT_FOUND'])
    for (let times = 0; times < 2; times++) {
      expect(await a.post('reportApprovals', { asked: [question] })).toEqual({ heard: 1 })
    }
    expect(await refusal(b.post('reportApprovals', { asked: [question] }))).toEqual([409, 'SUBMISSION_DIFFERS'])
    expect(await refusal(a.post('reportApprovals', { asked: [] }))).toEqual([400, 'INVALID_INPUT'])
    const bad = { ...decision, note: 'x'.repeat(301) }
    expect(await refusal(b.post('answerApproval', bad))).toEqual([400, 'INVALID_INPUT'])
    const first = await b.post('answerApproval', decision)
    expect(first.answer).toMatchObject({ isApproved: true, by: 'Sue', stationName: 'Dock B' })
    // The same again, and another one, change nothing.
    expect(await b.post('answerApproval', decision)).toEqual(first)
    expect(await a.post('answerApproval', { ...decision, isApproved: false, by: 'Tom' })).toEqual(first)
    expect(await db.one(`SELECT count(*)::int AS n FROM audit WHERE subject_id = 'inb_1'`)).toEqual({ n: 2 })
  })
})
