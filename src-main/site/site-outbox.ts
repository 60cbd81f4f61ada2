import { isBooked, isNeverBooked, isUnsent, type BookingQuestion } from '../../src-shared/machine/booking.ts'
import { SITE_POSTS } from '../../src-shared/site/endpoints.ts'
import type { ActAnswer, SiteAct } from '../../src-shared/site/act.ts'
import type { ChangeInput, WantedChange } from '../../src-shared/station/booking/change.ts'
import { dayBegins } from '../../src-shared/station/day.ts'
import { notFound, StationError, wrongState } from '../../src-shared/station/error.ts'
import { currentSitePerson } from '../kernel/current-user.ts'
import { assertPickupMayMove } from '../booking/changes/pickup-change.ts'
import type { Outbox } from '../booking/outbox/outbox.ts'
import { copyOf } from '../booking/submit/copy.ts'
import type { RestoredFrom } from '../booking/submit/from-restore.ts'
import { newBooking } from '../booking/submit/submission.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { BookingStore, LedgerBooking } from '../booking/bookings.rows.ts'
import type { LedgerChange } from '../booking/changes/change-row.ts'
import type { ChangeStore } from '../booking/changes/shipment-changes.rows.ts'
import { isHereAlone, type UploadStore } from './uploads.rows.ts'
import type { PickupTermsOf } from '../../src-shared/station/booking/pickup-terms.ts'
import type { Upload } from './upload/upload.ts'
import { isAway, QUESTION_MS, type SiteClient } from './link/site-client.ts'

export interface SiteOutboxPorts {
  /** All that leads a booking to the service is left out: a station of a site has no way to send. */
  bookings: Pick<BookingStore, 'submit' | 'get' | 'findByShipment' | 'referenceFor'>
  changes: Pick<ChangeStore, 'add' | 'ofSubmission' | 'get'>
  uploads: UploadStore
  upload: Pick<Upload, 'kick' | 'hasten' | 'drain' | 'close'>
  client: Pick<SiteClient, 'post'>
  clock: Clock
  ids: Ids
  environment: string
  restoredFrom: RestoredFrom
  knowsShipment: (shipmentId: string) => Promise<boolean>
  /** What only the site can do is refused while it is offline. @throws StationError SITE_NEEDED */
  assertReached: () => void
  pickups: () => Promise<PickupTermsOf>
  onChange: (bookingId: string) => void
  onShipmentChange: (change: LedgerChange) => void
}

/**
 * The outbox of a station that belongs to a site: it accepts the same, and sends nothing. What was not uploaded yet
 * is changed here; for what the site has, or may have, the site is asked to make the change.
 */
export function createSiteOutbox(ports: SiteOutboxPorts): Outbox {
  const { bookings, changes, uploads, upload, client, clock, ids, environment, onChange, onShipmentChange } = ports

  function added(booking: LedgerBooking): LedgerBooking {
    onChange(booking.bookingId)
    upload.kick()
    return booking
  }

  /**
   * Gives up here what the site does not have. What may be on its way there is uploaded before: until the site has answered it,
   * neither of the two could tell.
   * @returns false: the site has it, and is asked
   * @throws StationError SITE_NEEDED
   */
  async function giveUp(subjectId: string): Promise<boolean> {
    if (await uploads.giveUp(subjectId)) return true
    return (await answered(subjectId)) && uploads.giveUp(subjectId)
  }

  /** @returns whether it was on its way to the site, which has answered it now @throws StationError SITE_NEEDED */
  async function answered(subjectId: string): Promise<boolean> {
    if ((await uploads.of(subjectId))?.state !== 'HANDING') return false
    ports.assertReached()
    return upload.drain()
  }

  async function act(wanted: SiteAct): Promise<ActAnswer> {
    ports.assertReached()
    const request = { actId: ids.next('act'), person: currentSitePerson(), act: wanted }
    const asksService = wanted.act === 'check' || wanted.act === 'answer'
    const answer = await client
      .post(SITE_POSTS.act, request, asksService ? { timeoutMs: QUESTION_MS } : {})
      .catch((error: unknown) => {
        throw mayBeDone(error)
      })
    if (answer.booking) {
      await uploads.applySiteBooking(answer.booking)
      onChange(answer.booking.bookingId)
    }
    const change = answer.change && (await uploads.applySiteChange(answer.change))
    if (change) onShipmentChange(change)
    return answer
  }

  async function actOn(bookingId: string, wanted: SiteAct): Promise<LedgerBooking> {
    await answered(bookingId)
    await act(wanted)
    return bookings.get(bookingId)
  }

  async function addChange(change: {
    submissionId: string
    bookingId: string | null
    shipmentId: string | null
    change: WantedChange
    state?: 'QUEUED' | 'DONE'
    approvedBy?: string | undefined
  }): Promise<LedgerChange> {
    const made = await changes.add({ environment, ...change, changeId: ids.next('chg') })
    onShipmentChange(made)
    if (made.bookingId !== null) onChange(made.bookingId)
    upload.kick()
    return made
  }

  async function changeBooking(input: ChangeInput, booking: LedgerBooking): Promise<LedgerChange> {
    const { submissionId, change, approvedBy } = input
    const { bookingId, shipmentId, reference } = booking
    const isRenamed =
      change.kind === 'update' &&
      change.reference !== undefined &&
      change.reference.toLowerCase() !== reference.toLowerCase()
    const wanted = isRenamed ? { ...change, reference: await bookings.referenceFor(change.reference ?? '') } : change
    const row = { submissionId, bookingId, shipmentId, change: wanted, approvedBy }
    if (isNeverBooked(booking)) throw neverBooked(booking)
    assertPickupMayMove(booking, wanted, clock.now(), await ports.pickups())
    if (isBooked(booking) || !isUnsent(booking)) return addChange(row)
    if (wanted.kind === 'cancel') {
      if (!(await uploads.giveUp(bookingId))) return addChange(row)
      onChange(bookingId)
    } else if ((await uploads.edit(bookingId, wanted)) === null) return addChange(row)
    return addChange({ ...row, state: 'DONE' })
  }

  return {
    // The site sends, and knows what is under way.
    adoptInterrupted: async () => undefined,

    start: async (): Promise<void> => {
      // What is open is uploaded again: the answer gives its status, whatever was missed, or came back with a backup.
      await uploads.askAgain()
      upload.kick()
    },

    submit: async (submission) =>
      added(
        await bookings.submit({
          ...newBooking(submission, environment, clock.now(), ids),
          restoredFrom: await ports.restoredFrom(submission.submissionId, null),
        }),
      ),

    copy: async (copy) => {
      const copied = await bookings.get(copy.bookingId)
      return added(
        await bookings.submit({
          ...copyOf(copied, copy, environment, ids),
          restoredFrom: await ports.restoredFrom(copy.submissionId, copied),
        }),
      )
    },

    check: async (bookingId) => {
      if (isHereAlone(await uploads.of(bookingId))) {
        upload.kick()
        return bookings.get(bookingId)
      }
      return actOn(bookingId, { act: 'check', bookingId })
    },

    cancel: async (bookingId) => {
      if (!(await giveUp(bookingId))) return actOn(bookingId, { act: 'cancel', bookingId })
      onChange(bookingId)
      return bookings.get(bookingId)
    },

    hold: async (bookingId, day) => {
      const hold = day === null ? null : { day, until: dayBegins(day) }
      const held = await uploads.hold(bookingId, hold)
      if (held) {
        onChange(bookingId)
        return held
      }
      return actOn(bookingId, {
        act: 'hold',
        bookingId,
        hold: hold && { day: hold.day, until: hold.until.toISOString() },
      })
    },

    answer: async (bookingId, answer) => {
      const booking = await bookings.get(bookingId)
      const { question } = booking
      // The site asks the second of two that it has; until it has one, its station does.
      if (question?.kind !== 'reference-taken' || (await uploads.of(bookingId))?.state === 'TAKEN') {
        return actOn(bookingId, { act: 'answer', bookingId, answer })
      }
      switch (answer.answer) {
        case 'give-up':
          if (!(await uploads.giveUp(bookingId))) throw notWaiting(booking, question)
          onChange(bookingId)
          return bookings.get(bookingId)
        case 'new-reference':
          return added(await uploads.reword(bookingId, answer.reference))
        default:
          throw notWaiting(booking, question)
      }
    },

    requestChange: async (input) => {
      const before = await changes.ofSubmission(input.submissionId)
      if (before) return before
      const { submissionId, bookingId, shipmentId, change } = input
      if (bookingId !== undefined) return changeBooking(input, await bookings.get(bookingId))
      const booking = shipmentId === undefined ? null : await bookings.findByShipment(environment, shipmentId)
      if (booking) return changeBooking(input, booking)
      if (shipmentId === undefined || !(await ports.knowsShipment(shipmentId))) {
        throw notFound('shipment', { shipmentId })
      }
      return addChange({ submissionId, bookingId: null, shipmentId, change })
    },

    dropChange: async (changeId) => {
      if (!(await giveUp(changeId))) await act({ act: 'drop-change', changeId })
      const dropped = await changes.get(changeId)
      onShipmentChange(dropped)
      return dropped
    },

    kick: upload.kick,
    hasten: upload.hasten,
    close: upload.close,
  }
}

/** Where the request may have arrived, and its answer is lost, the error says so. */
function mayBeDone(error: unknown): unknown {
  if (!(error instanceof StationError) || !isAway(error) || error.details['isUnsent'] !== false) return error
  return StationError.from({
    ...error.toData(),
    message: 'The site did not answer, and may have done it. Check the booking before you try again.',
    details: { ...error.details, mayBeDone: true },
  })
}

function neverBooked({ bookingId, reference, state }: LedgerBooking) {
  return wrongState(`Booking ${reference} is ${state}: the service has nothing to change.`, {
    bookingId,
    state,
  })
}

function notWaiting({ bookingId, reference, state }: LedgerBooking, question: BookingQuestion) {
  return wrongState(`Booking ${reference} is not waiting for this answer.`, { bookingId, state, question })
}
