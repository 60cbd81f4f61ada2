import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createPrinting } from '../../src-main/printing/printing.ts'
import { afterRestore } from '../../src-main/data/backup/after-restore.rows.ts'
import { consigneeMailStore } from '../../src-main/consignee-mail/consignee-mails.rows.ts'
import { bookingStore } from '../../src-main/booking/bookings.rows.ts'
import { draftStore } from '../../src-main/settings/drafts.rows.ts'
import { printJobStore } from '../../src-main/printing/queue/print-jobs.rows.ts'
import { restorationStore } from '../../src-main/data/backup/restorations.rows.ts'
import { changeStore } from '../../src-main/booking/changes/shipment-changes.rows.ts'
import { BATCH_STATES } from '../../src-shared/station/batch/batch.ts'
import { BOOKING_STATES, type BookingQuestion } from '../../src-shared/machine/booking.ts'
import { CHANGE_STATES } from '../../src-shared/machine/change.ts'
import { PRINT_JOB_STATES } from '../../src-shared/station/printing/printing.ts'
import { newBooking } from '../support/bookings.ts'
import { countingIds } from '../support/fake-clock.ts'
import { testLedger } from '../support/ledger.ts'

const BACKUP_AT = '2026-11-20T14:15:00.000Z'
const HOUR = 60 * 60 * 1000

async function ledger() {
  const { clock, db } = await testLedger()
  return {
    db,
    clock,
    bookings: bookingStore(db, clock),
    changes: changeStore(db, clock),
    jobs: printJobStore(db, clock),
    restorations: restorationStore(db, clock),
    restore: () => afterRestore(db, { now: clock.now(), backupAt: BACKUP_AT }),
    audited: (subjectId: string) =>
      z
        .array(z.object({ action: z.string(), detail: z.string() }))
        .parse(db.prepare('SELECT action, detail FROM audit WHERE subject_id = ? ORDER BY id').all(subjectId)),
  }
}
type TestLedger = Awaited<ReturnType<typeof ledger>>

/** The states that the table itself allows: a state that is added there and not thought of here fails the test. */
function statesOf({ db }: TestLedger, table: string): string[] {
  const sql = z.string().parse(db.prepare('SELECT sql FROM sqlite_master WHERE name = ?').pluck().get(table))
  const list = /state\s+TEXT NOT NULL CHECK \(state IN \(([^)]*)\)\)/.exec(sql)?.[1] ?? ''
  return list.split(',').map((word) => word.trim().replaceAll("'", ''))
}

/** Everything that a worker of the station may take to be sent or printed, now or at any later time. */
async function taken({ bookings, changes, jobs, clock }: TestLedger) {
  const found: string[] = []
  for (let hour = 0; hour < 3; hour++) {
    const until = new Date(clock.now().getTime() + HOUR)
    const sends = await bookings.takeToSend('embedded', {
      lease: 'l',
      leasedUntil: until,
      most: 9,
      isReady: () => true,
    })
    const change = await changes.take('embedded', [])
    const job = (await jobs.takeNext('prn-1')).next
    const retried = await jobs.waitingToRetry('prn-1')
    found.push(...sends.map(({ bookingId }) => bookingId))
    if (change && change.state !== 'UNKNOWN') found.push(change.changeId)
    if (job) found.push(job.job.jobId)
    found.push(...retried.map(({ jobId }) => jobId))
    clock.advance(HOUR)
  }
  return found
}

const QUESTIONS: (BookingQuestion | null)[] = [
  null,
  { kind: 'not-found', checks: 4 },
  { kind: 'duplicate', shipmentIds: ['S-1', 'S-2'] },
  { kind: 'rate-gone', offers: 2 },
  { kind: 'pickup-passed', pickupDate: '2026-11-19', suggested: '2026-11-23' },
]

describe('a ledger that was put back to a backup', () => {
  it('knows a rule for every state that its tables allow', async () => {
    const open = await ledger()
    expect(statesOf(open, 'booking').sort()).toEqual([...BOOKING_STATES].sort())
    expect(statesOf(open, 'shipment_change').sort()).toEqual([...CHANGE_STATES].sort())
    expect(statesOf(open, 'print_job').sort()).toEqual([...PRINT_JOB_STATES].sort())
    expect(statesOf(open, 'batch').sort()).toEqual([...BATCH_STATES].sort())
  })

  it.each(BOOKING_STATES.flatMap((state) => QUESTIONS.map((question) => ({ state, question }))))(
    'sends no booking by itself that was $state with the question $question.kind',
    async ({ state, question }) => {
      const open = await ledger()
      const { db, bookings, audited } = open
      const { bookingId } = await bookings.submit(newBooking('a'))
      db.prepare(
        `UPDATE booking SET state = @state, question = @question, offer = NULL, attempts = 3, checks = 3, lease = 'old',
           leased_until = '2099-01-01T00:00:00.000Z', held_until = '2099-01-01T00:00:00.000Z', hold_until = '2099-01-01'`,
      ).run({ state, question: question && JSON.stringify(question) })
      open.restore()
      const isOver = ['BOOKED', 'REJECTED', 'CANCELLED'].includes(state)
      const after = await bookings.get(bookingId)
      if (isOver) expect(after).toMatchObject({ state, restoredFrom: null })
      else {
        expect(after).toMatchObject({
          state: 'UNKNOWN',
          question: null,
          offer: null,
          attempts: 0,
          checks: 0,
          lease: null,
          holdUntil: null,
          restoredFrom: BACKUP_AT,
        })
        expect(audited(bookingId).at(-1)).toMatchObject({ action: 'unknown' })
        expect(audited(bookingId).at(-1)?.detail).toContain(BACKUP_AT)
      }
      await open.restorations.confirm()
      expect(await taken(open)).toEqual([])
    },
  )

  it.each(CHANGE_STATES.flatMap((state) => ['S-1', null].map((shipmentId) => ({ state, shipmentId }))))(
    'sends no change by itself that was $state for the shipment $shipmentId',
    async ({ state, shipmentId }) => {
      const open = await ledger()
      const { db, changes, audited } = open
      const change = { kind: 'update', instructions: 'ring twice' } as const
      const row = { changeId: 'chg-1', submissionId: 'form-chg-1', environment: 'embedded', bookingId: null }
      await changes.add({ ...row, shipmentId, change })
      db.prepare('UPDATE shipment_change SET state = ?').run(state)
      open.restore()
      await open.restorations.confirm()
      expect(await taken(open)).toEqual([])
      if (['DONE', 'REJECTED', 'CANCELLED'].includes(state)) return
      expect(await changes.get('chg-1')).toMatchObject({ restoredFrom: BACKUP_AT })
      expect(audited('chg-1').at(-1)).toMatchObject({ action: 'restored' })
    },
  )

  it.each(
    PRINT_JOB_STATES.flatMap((state) =>
      [null, '2026-11-20T14:16:00.000Z'].map((nextTryAt) => ({ state, nextTryAt })),
    ).filter(({ state, nextTryAt }) => nextTryAt === null || state === 'FAILED'),
  )('prints no label by itself whose job was $state, next try $nextTryAt', async ({ state, nextTryAt }) => {
    const open = await ledger()
    const { db, jobs, audited } = open
    db.exec(
      `INSERT INTO printer (printer_id, name, language, dpi, media_width_in, media_height_in, connection, is_default)
       VALUES ('prn-1', 'Dock 1', 'ZPL', 203, 4, 6, '{"kind":"tcp","uri":"tcp://127.0.0.1:9"}', 1)`,
    )
    await jobs.add({
      jobId: 'job-1',
      printerId: 'prn-1',
      title: 'PO-1',
      purpose: 'label',
      reason: null,
      shipmentId: 'S-1',
      copies: 1,
      document: Buffer.from('^XA^XZ'),
      labels: 1,
    })
    db.prepare('UPDATE print_job SET state = ?, next_try_at = ?').run(state, nextTryAt)
    open.restore()
    await open.restorations.confirm()
    expect(await taken(open)).toEqual([])
    const wasOpen = ['QUEUED', 'SENDING', 'UNKNOWN'].includes(state) || nextTryAt !== null
    expect(await jobs.get('job-1')).toMatchObject({ state: wasOpen ? 'UNKNOWN' : state, nextTryAt: null })
    if (wasOpen) expect(audited('job-1').at(-1)).toMatchObject({ action: 'unknown' })
  })

  it.each(BATCH_STATES)('runs no batch by itself that was %s', async (state) => {
    const open = await ledger()
    const at = open.clock.now().toISOString()
    open.db
      .prepare(`INSERT INTO batch (batch_id, name, state, created_at, updated_at) VALUES ('bat-1', 'a', ?, ?, ?)`)
      .run(state, at, at)
    open.restore()
    const after = open.db.prepare('SELECT state FROM batch').pluck().get()
    expect(after).toBe(state === 'RUNNING' ? 'PAUSED' : state)
  })

  it('marks its forms, and keeps the mark while they are typed into', async () => {
    const open = await ledger()
    const drafts = draftStore(open.db, open.clock)
    await drafts.save({ form: 'booking', key: 'q:r', body: { submissionId: 'form-4711', reference: 'PO-1' } })
    open.restore()
    await drafts.save({ form: 'booking', key: 'q:r', body: { submissionId: 'form-4711', reference: 'PO-2' } })
    expect(await drafts.get('booking', 'q:r')).toMatchObject({ restoredFrom: BACKUP_AT })
    expect(await drafts.restoredFrom('form-4711')).toBe(BACKUP_AT)
    expect(await drafts.restoredFrom('form-4712')).toBeNull()
  })

  it('sends and prints nothing, also nothing new, until a person has confirmed its settings', async () => {
    const open = await ledger()
    open.restore()
    const { bookingId } = await open.bookings.submit(newBooking('new'))
    expect(await open.bookings.nextDueAt('embedded', 'send')).toBeNull()
    expect(await taken(open)).toEqual([])
    await open.restorations.confirm()
    expect(await open.bookings.nextDueAt('embedded', 'send')).not.toBeNull()
    expect(await taken(open)).toEqual([bookingId])
    expect((await open.restorations.newest())?.confirmedAt).not.toBeNull()
  })

  it('tells what it did, once, in one transaction with all of it', async () => {
    const open = await ledger()
    await open.bookings.submit(newBooking('a'))
    const reported = open.restore()
    expect(reported.map(({ code }) => code)).toEqual(['RESTORED_OPEN_WORK', 'RESTORED_SETTINGS'])
    expect(reported[0]?.details).toMatchObject({ backupAt: BACKUP_AT, bookings: 1, changes: 0, jobs: 0 })
    const printing = await createPrinting({
      ledger: open.db,
      clock: open.clock,
      ids: countingIds(),
      emit: () => undefined,
      draw: async () => [],
      onFault: (error) => expect(error).toBeUndefined(),
    })
    await printing.close()
  })

  it('sends no e-mail to a consignee that was due or being sent, and follows no shipment any more', async () => {
    const { db, clock, restore } = await ledger()
    const mails = consigneeMailStore(db, clock)
    const states = ['DUE', 'SENDING', 'SENT', 'REFUSED'] as const
    for (const shipmentId of states) {
      const followed = { shipmentId, bookingId: 'bkg-1', seen: '' }
      db.prepare('INSERT INTO consignee_follow (environment, shipment_id, booking_id) VALUES (?, ?, ?)').run(
        'embedded',
        shipmentId,
        'bkg-1',
      )
      const facts = { label: 'PO-1', address: 'dock@globex.test', subject: 'Shipped', body: 'It is on its way.' }
      const about = { environment: 'embedded', event: 'shipped', occasion: '', error: null, isPractice: false } as const
      const mail = { ...facts, ...about, mailId: `cml-${shipmentId}`, shipmentId }
      await mails.note('embedded', followed, { seen: 'shipped ', isOver: false, mail })
      db.prepare('UPDATE consignee_mail SET state = ? WHERE shipment_id = ?').run(shipmentId, shipmentId)
    }
    restore()
    const { mails: after } = await mails.list('embedded', { limit: 9 })
    expect(after.map(({ shipmentId, state }) => `${shipmentId} ${state}`).reverse()).toEqual([
      'DUE UNKNOWN',
      'SENDING UNKNOWN',
      'SENT SENT',
      'REFUSED REFUSED',
    ])
    expect(await mails.next()).toBeNull()
    expect(await mails.followed('embedded').next()).toMatchObject({ done: true })
  })
})
