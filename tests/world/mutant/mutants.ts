import type { SceneName } from '../in-process/scenes.ts'

/** A fault put into the code on purpose: the judge must find it. */
export interface Mutant {
  name: string
  /** What would go wrong in a warehouse. */
  harm: string
  /** Where it is hunted; null: in a site whose sender is killed, as processes. */
  scene: SceneName | null
  file: string
  find: string
  replace: string
}

/** One for each promise that the judge must be able to find broken, and one for each fault of a service or a clock. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: 'resend-without-answer',
    harm: 'a booking whose answer was lost is sent again, and paid twice',
    scene: 'a form in a storm',
    file: 'src-main/booking/outbox/send.ts',
    find: `return { to: 'UNKNOWN', error: data, attempts: 0, checks: 0, dueAt: clock.now() }
    }
    backoff.end`,
    replace: `return { to: 'QUEUED', error: data, attempts: booking.attempts + 1, dueAt: clock.now() }
    }
    backoff.end`,
  },
  {
    name: 'forget-the-timer',
    harm: 'what is due later is never looked at again',
    scene: 'a form in a storm',
    file: 'src-main/kernel/worker-pool.ts',
    find: `timer = after(wait, kick, { isBackground: true })`,
    replace: `void wait`,
  },
  {
    name: 'forget-the-retry-of-a-print',
    harm: 'a label that waits for its printer waits for ever',
    scene: 'a printer that is off',
    file: 'src-main/printing/queue/queue.ts',
    find: `retries.set(jobId, Math.min(Date.parse(nextTryAt) - clock.now().getTime(), longest))`,
    replace: `void nextTryAt, void longest`,
  },
  {
    name: 'two-of-one-form',
    harm: 'a double click is two bookings',
    scene: 'a form clicked twice',
    file: 'src-main/booking/bookings.rows.ts',
    find: `const before = ofSubmission(input)
        if (before) return before`,
    replace: `const before = ofSubmission(input)
        if (before) input = { ...input, submissionId: input.submissionId + '-' + input.bookingId }`,
  },
  {
    name: 'unknown-is-no',
    harm: 'a booking without an answer is called rejected, and booked anew by hand',
    scene: 'a form in a storm',
    file: 'src-main/booking/outbox/send.ts',
    find: `return { to: 'UNKNOWN', error: data, attempts: 0, checks: 0, dueAt: clock.now() }
    }
    backoff.end`,
    replace: `return { to: 'REJECTED', error: data }
    }
    backoff.end`,
  },
  {
    name: 'no-label-kept',
    harm: 'a label is not there when the network is not',
    scene: 'a form',
    file: 'src-main/labels/label-service.ts',
    find: `await labels.keep(key, shipmentId, fetched)`,
    replace: `void key`,
  },
  {
    name: 'printed-without-proof',
    harm: 'a label that was lost in the printer is called printed',
    scene: 'a printer that loses power',
    file: 'src-main/printing/status/watch.ts',
    find: `if (after === before + labels) return`,
    replace: `if (after !== null) return`,
  },
  {
    name: 'cancelled-here-alone',
    harm: 'a cancellation says done and the carrier comes',
    scene: 'a void',
    file: 'src-main/booking/changes/change-send.ts',
    find: `    const reported = await client.cancelShipment(`,
    replace: `    if (client !== null) return { to: 'DONE', cancellation: null }
    const reported = await client.cancelShipment(`,
  },
  {
    name: 'trust-a-restored-booking',
    harm: 'a booking that was open in a backup is sent again after it is put back',
    scene: 'a booking of before',
    file: 'src-main/data/backup/after-restore.rows.ts',
    find: "UPDATE booking SET state = 'UNKNOWN',",
    replace: "UPDATE booking SET state = 'QUEUED',",
  },
  {
    name: 'trust-a-restored-print',
    harm: 'labels that were open in a backup come out again after it is put back',
    scene: 'a label of before',
    file: 'src-main/data/backup/after-restore.rows.ts',
    find: "UPDATE print_job SET state = 'UNKNOWN',",
    replace: "UPDATE print_job SET state = 'QUEUED',",
  },
  {
    name: 'restore-without-a-word',
    harm: 'nobody is told that the ledger is an older one',
    scene: 'a booking of before',
    file: 'src-main/data/backup/after-restore.rows.ts',
    find: 'return isNew ? [] : [openWork(backupAt, counts), settingsCameBack(backupAt)]',
    replace: 'return isNew || counts ? [] : [openWork(backupAt, counts), settingsCameBack(backupAt)]',
  },
  {
    name: 'second-scan-while-off',
    harm: 'a label scanned again while its printer is off comes out twice when the printer is back',
    scene: 'a printer that is off',
    file: 'src-shared/machine/print-job.ts',
    find: `export const ON_ITS_WAY = { states: OPEN.states, orTriedAgain: true }`,
    replace: `export const ON_ITS_WAY = { states: OPEN.states, orTriedAgain: false }`,
  },
  {
    name: 'label-for-what-left',
    harm: 'a label for freight that is under way or delivered is printed on a scan alone',
    scene: 'freight that left',
    file: 'src-main/packing/packing.ts',
    find: `const questions = [statusQuestion(found.shipment), `,
    replace: `const questions = [statusQuestion({ ...found.shipment, status: 'PENDING' }), `,
  },
  {
    name: 'void-without-refund',
    harm: 'freight is called off and its money is never asked back',
    scene: 'a void',
    file: 'src-main/booking/changes/change-send.ts',
    find: `await client.cancelShipment(shipmentId, { reason, refundRequested })`,
    replace: `await client.cancelShipment(shipmentId, { reason, refundRequested: refundRequested && false })`,
  },
  {
    name: 'piece-counted-twice',
    harm: 'the label of one piece scanned twice counts as two pieces',
    scene: 'pieces counted',
    file: 'src-renderer/screens/pack/pieces/piece-count.ts',
    find: `if (count.seen.includes(code)) return`,
    replace: `if (count.seen.includes(code) && count.pieces < 0) return`,
  },
  {
    name: 'reference-at-two-desks',
    harm: 'one order that two people hand in at the same moment is paid for twice',
    scene: 'one order at two desks',
    file: 'src-main/booking/bookings.rows.ts',
    find: `if (input.isOnly) refuseSecond(`,
    replace: `if (input.isOnly === null) refuseSecond(`,
  },
  {
    name: 'half-a-file',
    harm: 'a file that is still being written is read, and the orders of its end are lost',
    scene: 'orders that repeat themselves',
    file: 'src-main/imports/orders/feed.ts',
    find: `now - since >= STILL_MS && file.size > 0`,
    replace: `file.size > 0`,
  },
  {
    name: 'order-overwritten',
    harm: 'an order that comes again with other content takes the place of the first, and nobody is asked',
    scene: 'orders that repeat themselves',
    file: 'src-main/imports/orders/orders.rows.ts',
    find: `UPDATE feed_order SET other_hash = @hash, other_body = @body, other_source = @source, other_at = @at,`,
    replace: `UPDATE feed_order SET content_hash = @hash, body = @body, other_source = @source, other_at = @at,`,
  },
  {
    name: 'word-for-anything',
    harm: "a supervisor's word for one booking is good for another one",
    scene: 'a supervisor who comes late',
    file: 'src-main/people/sign-in.ts',
    find: `approvals.get(nameOf(asked))`,
    replace: `[...approvals.values()].at(-1)`,
  },
  {
    name: 'still-signed-in',
    harm: 'somebody who works here no more, or only packs, goes on booking',
    scene: 'a role that ends',
    file: 'src-main/people/people.ts',
    find: `await signIn.refresh(saved.personId)
      onChange()
      return saved
    },

    /** @throws StationError NOT_FOUND, SUPERVISOR_NEEDED */
    end: async (personId: string): Promise<void> => {
      const row = await rows.get(personId)
      if (row === null) throw notFound('person', { personId })
      if (row.role === 'supervisor') await refuseLastSupervisor(personId)
      await rows.end(personId)
      await signIn.refresh(personId)`,
    replace: `onChange()
      return saved
    },

    /** @throws StationError NOT_FOUND, SUPERVISOR_NEEDED */
    end: async (personId: string): Promise<void> => {
      const row = await rows.get(personId)
      if (row === null) throw notFound('person', { personId })
      if (row.role === 'supervisor') await refuseLastSupervisor(personId)
      await rows.end(personId)`,
  },
  {
    name: 'weight-not-asked',
    harm: 'freight that weighs more than was booked gets its label, and the carrier bills the difference',
    scene: 'freight on a scale',
    file: 'src-shared/station/printing/label-question.ts',
    find: `return result === 'fits' ? null :`,
    replace: `return result !== 'none' ? null :`,
  },
  {
    name: 'motion-is-a-weight',
    harm: 'a scale that still swings names the weight',
    scene: 'freight on a scale',
    file: 'src-shared/station/scale/reading.ts',
    find: `if (reading?.state !== 'stable' || reading.shown === null) return null`,
    replace: `if (reading == null || reading.state === 'zero' || reading.shown === null) return null`,
  },
  {
    name: 'lost-in-an-upgrade',
    harm: 'a change that was asked for before an upgrade is gone after it',
    scene: 'work of before an upgrade',
    file: 'src-main/data/ledger/migrations/28-job-pages.ts',
    find: `ALTER TABLE print_job ADD COLUMN pages TEXT;`,
    replace: `ALTER TABLE print_job ADD COLUMN pages TEXT;
DELETE FROM shipment_change WHERE state <> 'DONE';`,
  },
  {
    name: 'sent-again-by-an-upgrade',
    harm: 'a booking of unknown fate is sent again after an upgrade, and paid twice',
    scene: 'work of before an upgrade',
    file: 'src-main/data/ledger/migrations/34-booking-text.ts',
    find: `CREATE TABLE booking_text_due (`,
    replace: `UPDATE booking SET state = 'QUEUED' WHERE state = 'UNKNOWN';
CREATE TABLE booking_text_due (`,
  },
  {
    name: 'return-not-turned',
    harm: 'what comes back is booked the way it went',
    scene: 'freight that comes back',
    file: 'src-main/quotes/return-quote.ts',
    find: `    originAddress: destinationAddress,
    destinationAddress: originAddress,
    shipDate`,
    replace: `    originAddress,
    destinationAddress,
    shipDate`,
  },
  {
    name: 'unsent-by-code-alone',
    harm: 'a booking whose host went out of reach after it left counts as unsent, is sent again and paid twice',
    scene: 'forms in a storm',
    file: 'src-node/unsent.ts',
    find: `if ('syscall' in at && typeof at.syscall === 'string') return`,
    replace: `if ('code' in at && at.code === 'EHOSTUNREACH') return true
    if ('syscall' in at && typeof at.syscall === 'string') return`,
  },
  {
    name: 'conflict-is-no',
    harm: 'a booking that the service says is there already, in words of its own, is called rejected',
    scene: 'forms in a storm',
    file: 'src-main/booking/outbox/send.ts',
    find: ` || error.details['status'] === CONFLICT) {`,
    replace: `) {
      void CONFLICT`,
  },
  {
    name: 'shipment-of-two',
    harm: "a booking is answered with another one's shipment, and takes it: nobody ships the second",
    scene: 'forms in a storm',
    file: 'src-main/booking/booking-write.rows.ts',
    find: `if (other !== null) return moveBooking(`,
    replace: `if (other === '') return moveBooking(`,
  },
  {
    name: 'near-by-whole-references',
    harm: 'a person is asked to send a booking again that a service keeps under a reference of its own making',
    scene: 'forms at a service that cuts references',
    file: 'src-main/booking/reconcile/near-match.ts',
    find: `return (short.length >= SHORTEST_PART && long.includes(short)) || matchesAll(shipment)`,
    replace: `return (short.length > long.length + SHORTEST_PART && matchesAll(shipment))`,
  },
  {
    name: 'rounded-ids',
    harm: "ids beyond 2^53 are rounded: a booking is kept under another one's shipment, whose label it prints",
    scene: 'forms at a service with numbers for ids',
    file: 'src-node/json-digits.ts',
    find: `return /^-?\\d+$/.test(source) ? source : value`,
    replace: `return /^-?\\d+$/.test(source) ? String(value) : value`,
  },
  {
    name: 'backoff-by-the-wall-clock',
    harm: 'bookings wait for hours where the clock is set back while the service asks for patience',
    scene: 'a clock that is set',
    file: 'src-main/booking/outbox/send-backoff.ts',
    find: `Math.ceil(Math.min(until.getTime() - clock.now().getTime(), steadyUntil - monotonic()))`,
    replace: `Math.ceil(until.getTime() - clock.now().getTime() + 0 * (steadyUntil - monotonic()))`,
  },
  {
    name: 'clock-set-back-unseen',
    harm: 'what was due in seconds is due in hours where the clock is set back',
    scene: 'a clock that is set',
    file: 'src-main/app/clock-watch.ts',
    find: `if (before - last > SET_BACK_MS) onSetBack(`,
    replace: `if (before - last > Infinity * SET_BACK_MS) onSetBack(`,
  },
  {
    name: 'quote-by-two-clocks',
    harm: 'at a station whose clock is more than an hour ahead no quote can be booked',
    scene: 'a form by a clock that is ahead',
    file: 'src-main/freight/normalise/quote.ts',
    find: `if (reported !== undefined && Date.parse(reported) > requestedAt.getTime()) return reported`,
    replace: `if (reported !== undefined) return reported`,
  },
  {
    name: 'lease',
    harm: 'what a dead sender of a site was sending goes out again as soon as its seat is lost, and is paid twice',
    scene: null,
    file: 'src-main/site-server/sender/leader-lease.rows.ts',
    find: `UPDATE booking b SET state = 'UNKNOWN'`,
    replace: `UPDATE booking b SET state = 'QUEUED'`,
  },
]

/** The source with the fault in it. @throws when the code is not what the fault was written for */
export function mutated({ name, file, find, replace }: Mutant, source: string): string {
  if (source.split(find).length !== 2) throw new Error(`${name}: ${file} does not hold once what is to be replaced`)
  return source.replace(find, () => replace)
}
