import { describe, expect, it } from 'vitest'
import { batchCells, batchCsv, handInMapped } from '../support/batch-files.ts'
import { bookingOutbox } from '../support/booking-outbox.ts'
import { bookingOf } from '../support/freight.ts'
import { testStation } from '../support/test-station.ts'

/** A desk that is backed up now, and put back to that backup later, as a person asks for it. */
async function deskWithBackup() {
  const desk = await bookingOutbox()
  const { station, sandbox, clock } = desk
  let backup: string | null = null

  return {
    ...desk,
    backUp: async () => {
      const { backups } = await station.run('maintenance.backUp', {})
      backup = backups[0]?.name ?? null
      clock.advance(60_000)
    },
    putBack: async () => {
      await station.run('maintenance.planRestore', { name: backup })
      await station.close()
      clock.advance(60_000)
      const restored = await testStation(sandbox, { dataDir: station.dataDir, clock })
      clock.advance(1_000)
      return restored
    },
  }
}

describe('after a restore', () => {
  it('an order whose reference was given out in the lost part is looked for under it, not booked a second time', async () => {
    const { station, sandbox, quote, inState, backUp, putBack } = await deskWithBackup()
    await backUp()
    const { bookingId } = await station.run('bookings.submit', bookingOf(quote, { reference: 'PO-9' }))
    const { shipmentId } = await inState(bookingId, 'BOOKED')
    const { run, until } = await putBack()
    await run('station.confirmRestored', {})
    const again = await run('bookings.submit', bookingOf(quote, { submissionId: 'typed-anew', reference: 'PO-9' }))
    expect(again).toMatchObject({ state: 'UNKNOWN', reference: 'PO-9' })
    const found = await until('what became of it', async () => {
      const booking = await run('bookings.get', { bookingId: again.bookingId })
      return booking.state === 'UNKNOWN' ? null : booking
    })
    expect([found.shipmentId, ...(found.question?.kind === 'duplicate' ? found.question.shipmentIds : [])]).toContain(
      shipmentId,
    )
    expect(await sandbox.get('/shipments')).toMatchObject({ data: [{ shipmentId }] })
    // A reference that nobody had before is booked as ever.
    const fresh = await run('bookings.submit', bookingOf(quote, { submissionId: 'another-order', reference: 'PO-10' }))
    expect(fresh.state).not.toBe('UNKNOWN')
  })

  it('a form that was handed in since the backup is asked about, not booked a second time', async () => {
    const { station, sandbox, quote, inState, backUp, putBack } = await deskWithBackup()
    // No reference: the one that it got is known to the lost part of the ledger alone.
    const form = bookingOf(quote, { reference: '' })
    await station.run('drafts.save', { form: 'booking', key: 'a', body: { submissionId: form.submissionId } })
    await backUp()
    const { bookingId } = await station.run('bookings.submit', form)
    const { shipmentId } = await inState(bookingId, 'BOOKED')
    const { run, until } = await putBack()
    expect((await run('drafts.get', { form: 'booking', key: 'a' })).draft?.restoredFrom).not.toBeNull()
    await run('station.confirmRestored', {})
    const again = await run('bookings.submit', form)
    expect(again.state).toBe('UNKNOWN')
    const asked = await until('the question', async () => {
      const booking = await run('bookings.get', { bookingId: again.bookingId })
      return booking.question ? booking : null
    })
    // It is like it, and has another reference: shown with that, and called off by no answer to this question.
    expect(asked.question).toMatchObject({
      kind: 'not-found',
      near: [{ shipmentId, differences: [{ field: 'reference', asked: again.reference }] }],
    })
    expect(await sandbox.get('/shipments')).toMatchObject({ data: [{ shipmentId }] })
    const { bookingId: id } = again
    const send = { answer: 'send-again', mayBeSecond: true } as const
    await run('bookings.answer', { bookingId: id, answer: send })
    const booked = await until('none of these', async () => {
      const booking = await run('bookings.get', { bookingId: id })
      return booking.state === 'BOOKED' ? booking : null
    })
    expect(booked.shipmentId).not.toBe(shipmentId)
  })

  it('an older word of a shipment does not go over a newer one: a person is told to ask again', async () => {
    const { station, sandbox, clock, booked, backUp, putBack } = await deskWithBackup()
    const { shipmentId } = await booked('PO-1')
    const update = (run: typeof station.run, submissionId: string, instructions: string) =>
      run('bookings.requestChange', { submissionId, shipmentId, change: { kind: 'update', instructions } })
    const done = (on: typeof station, changeId: string) =>
      on.until('the change', async () => {
        const changes = await on.run('bookings.changes', { shipmentId })
        const change = changes.find((one) => one.changeId === changeId)
        return change && change.state !== 'QUEUED' && change.state !== 'SENDING' && change.state !== 'UNKNOWN'
          ? change
          : null
      })
    // It waits here while the service is away, and so it is in the backup.
    await sandbox.close()
    const older = await update(station.run, 'older-words', 'leave at dock 1')
    await backUp()
    await sandbox.reopen()
    clock.advance(60_000)
    station.station.services.outbox.kick()
    await done(station, older.changeId)
    const newer = await update(station.run, 'newer-words', 'leave at dock 9')
    expect((await done(station, newer.changeId)).state).toBe('DONE')

    const back = await putBack()
    await back.run('station.confirmRestored', {})
    expect(await done(back, older.changeId)).toMatchObject({ state: 'REJECTED', error: { code: 'LEDGER_RESTORED' } })
    expect(await sandbox.get(`/tracking/lookup/${shipmentId}`)).toMatchObject({
      data: { instructions: 'leave at dock 9' },
    })
  })

  it('the first scan of a label asks once, with the time of the backup', async () => {
    const { station, booked, backUp, putBack } = await deskWithBackup()
    const { bookingId } = await booked('PO-1')
    await station.until('the label', async () =>
      (await station.run('bookings.get', { bookingId })).hasLabel ? true : null,
    )
    await backUp()
    const { run, until } = await putBack()
    const asked = await run('pack.scan', { code: 'PO-1' })
    expect(asked).toMatchObject({ kind: 'asks', question: { kind: 'restored', backupAt: expect.any(String) } })
    const word = { reprintReason: 'not on the freight', despite: ['RESTORED'] }
    const scan = await run('pack.scan', { code: 'PO-1', ...word })
    if (scan.kind !== 'printing') throw new Error(`the scan led to ${scan.kind}`)
    // Which printer takes labels came back as well: it waits for a person's word on that.
    expect((await run('station.state', {})).restored).toMatchObject({ routes: expect.any(Array) })
    expect((await run('jobs.get', { jobId: scan.job.jobId })).state).toBe('QUEUED')
    expect((await run('station.confirmRestored', {})).restored).toBeNull()
    await until('the label on paper', async () =>
      (await run('jobs.get', { jobId: scan.job.jobId })).state === 'PRINTED' ? true : null,
    )
    expect((await run('pack.scan', { code: 'PO-1' })).kind).toBe('already-printed')
  })

  it('a file that was booked since the backup is known by its bytes and by its references at the service', async () => {
    const { station, sandbox, clock, backUp, putBack } = await deskWithBackup()
    await backUp()
    const csv = batchCsv([batchCells('PO-1')])
    const run = async (on: typeof station, words = {}) => {
      const { batchId, map } = await handInMapped(on.run, csv)
      await on.run('batches.check', { batchId, map })
      const going = on.run('batches.run', { batchId, ...words })
      return { batchId, going }
    }
    const first = await run(station)
    await first.going
    await station.until('the booking', async () =>
      (await station.run('bookings.counts', {})).BOOKED === 1 ? true : null,
    )
    const back = await putBack()
    await back.run('station.confirmRestored', {})
    const { batchId, going } = await run(back)
    await expect(going).rejects.toMatchObject({ code: 'SAME_FILE' })
    await back.run('batches.run', { batchId, isSameFileMeant: true })
    const paused = await back.until('its end', async () => {
      const batch = await back.run('batches.get', { batchId })
      return batch.state === 'RUNNING' ? null : batch
    })
    expect(paused).toMatchObject({ state: 'PAUSED', reason: { code: 'ANSWER_NEEDED' }, counts: { submitted: 0 } })
    clock.advance(60_000)
    expect(await sandbox.get('/shipments?reference=PO-1')).toMatchObject({ data: [{}] })
  })
})
