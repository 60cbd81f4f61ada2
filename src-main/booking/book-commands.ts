import { provenName } from '../kernel/current-user.ts'
import { isOpen, mayBeReplaced } from '../../src-shared/machine/booking.ts'
import { wrongState } from '../../src-shared/station/error.ts'
import type { CommandHandlers, ParsedInput } from '../../src-shared/station/commands.ts'
import { lettersNotDrawn } from '../../src-node/letters/letters.ts'
import type { bookingCommands as rows } from '../../src-shared/station/commands/booking.ts'
import { canonical } from '../../src-shared/canonical.ts'
import type { ChangeInput, WantedChange } from '../../src-shared/station/booking/change.ts'
import { bookingContent } from './submit/booking-content.ts'
import { bookingView } from './submit/booking-view.ts'
import { changeView } from './changes/change-view.ts'
import { printHoldTag } from '../labels/hold-tag.ts'
import { copiedWire } from './submit/copy.ts'
import { assertReferenceIsMeant, nextReference, referenceUse } from './submit/reference-use.ts'
import { assertPickupCanBe } from './submit/pickup-check.ts'
import { submissionOf } from './submit/submission-of.ts'
import type { LedgerBooking } from './booking-row.rows.ts'
import type { LedgerChange } from './changes/change-row.ts'
import type { Money } from '../../src-shared/station/money.ts'
import type { BookingWire } from '../../src-shared/station/booking/record.ts'
import { submissionDiffers, submissionHash } from '../kernel/content-hash.ts'
import type { Services } from '../app/services.ts'

type Ports = Pick<
  Services,
  | 'auditLog'
  | 'clock'
  | 'bookings'
  | 'changes'
  | 'outbox'
  | 'quotes'
  | 'environments'
  | 'printing'
  | 'rules'
  | 'settings'
  | 'shipments'
>

/** A question to the service's support is about the newest. */
const MOST_CHANGES = 50

/** Is this change what the input asks for? Its reference may have got a suffix. */
function isChangeOf({ bookingId, shipmentId, change: made }: LedgerChange, input: ChangeInput): boolean {
  const isSameSubject =
    (input.bookingId === undefined || input.bookingId === bookingId) &&
    (input.shipmentId === undefined || input.shipmentId === shipmentId)
  const isSameReference = referenceOf(made).startsWith(referenceOf(input.change))
  return (
    isSameSubject && isSameReference && canonical(withoutReference(made)) === canonical(withoutReference(input.change))
  )
}

const referenceOf = (change: WantedChange): string =>
  change.kind === 'update' ? (change.reference ?? '').toLowerCase() : ''
const withoutReference = (change: WantedChange): object =>
  change.kind === 'update' ? { ...change, reference: undefined } : change

function withReference(input: ParsedInput<'bookings.submit'>, reference: string): ParsedInput<'bookings.submit'> {
  return input.kind === 'direct' ? { ...input, request: { ...input.request, reference } } : { ...input, reference }
}

/**
 * It is not booked, does not go on to be, and no other booking took its place before. @throws StationError WRONG_STATE
 */
function assertReplaceable(booking: LedgerBooking): void {
  if (mayBeReplaced(booking)) return
  const { bookingId, reference, state } = booking
  throw wrongState(`Booking ${reference} needs no decision by now. It was not replaced, and nothing was booked.`, {
    bookingId,
    state,
  })
}

/** What the price that is asked about adds to the day's bookings, which count this one already; null: nothing. */
function riseOf({ offer, total }: LedgerBooking): Money | null {
  if (!offer) return null
  const minor = offer.total.minor - (total?.currency === offer.total.currency ? total.minor : 0)
  return minor > 0 ? { minor, currency: offer.total.currency } : null
}

/** The Book screen's commands. */
export function bookCommands(ports: Ports): Pick<CommandHandlers, keyof typeof rows> {
  const { bookings, changes, outbox, quotes, environments, rules } = ports

  /**
   * What it costs by now is held against the rules.
   * @returns whose approval it needed; null: it needed none
   * @throws StationError RULE_FORBIDS, APPROVAL_NEEDED
   */
  async function admitPrice(booking: LedgerBooking, approvedBy: string | undefined): Promise<string | null> {
    const { origin, offer, carrierName, total, consigneeName } = booking
    const priced = offer ?? (total && { carrierName, total })
    return origin && priced ? rules.checkPrice(origin, { ...priced, consigneeName }, approvedBy) : null
  }

  /** The same of a booking that is taken up again. @throws StationError RULE_FORBIDS, APPROVAL_NEEDED, SPEND_LIMIT */
  async function admitCopy(copied: LedgerBooking, wire: BookingWire, approvedBy?: string): Promise<string | null> {
    if (wire.kind === 'direct') {
      await rules.admitDirect(wire.request)
      return null
    }
    const consigneeName = wire.request.consigneeInfo?.companyName ?? copied.consigneeName
    const byRule = await admitPrice({ ...copied, consigneeName }, approvedBy)
    return byRule ?? (copied.total && rules.admitToday(copied.total, approvedBy))
  }

  /** The same of another consignee of a booking that is not booked yet. @throws StationError RULE_FORBIDS, APPROVAL_NEEDED */
  async function admitChange({ submissionId, bookingId, change, approvedBy }: ChangeInput): Promise<string | null> {
    const consigneeName = change.kind === 'update' ? change.consigneeInfo?.companyName : undefined
    if (bookingId === undefined || consigneeName === undefined) return null
    if ((await changes.ofSubmission(submissionId)) !== null) return null
    const booking = await bookings.get(bookingId)
    if (!isOpen(booking) || consigneeName === booking.consigneeName) return null
    if (booking.kind !== 'direct') {
      return admitPrice({ ...booking, offer: null, consigneeName }, provenName(approvedBy))
    }
    await rules.admitDirect({ ...booking.request, consigneeInfo: { companyName: consigneeName } })
    return null
  }

  return {
    'bookings.submit': (input) =>
      rules.inTurn(async () => {
        const { submissionId, usedReference: meant } = input
        const contentHash = submissionHash('bookings.submit', input)
        // What was submitted before is that booking, whatever the calendar and the rules are by now.
        const before = await bookings.ofSubmission(submissionId, contentHash)
        if (before !== null) return bookingView(before)
        if (input.kind !== 'direct' && input.replaces !== undefined)
          assertReplaceable(await bookings.get(input.replaces))
        const reference = input.kind === 'direct' ? (input.request.reference ?? '') : input.reference
        const isOnly = await assertReferenceIsMeant(ports, { submissionId, reference, meant })
        // One that is used elsewhere is not in the ledger, which could not tell the two apart.
        const named = isOnly || reference === '' ? input : withReference(input, await nextReference(ports, reference))
        const submission = { ...(await submissionOf(quotes, named, environments.link().key)), isOnly, contentHash }
        assertPickupCanBe(submission, ports.clock.now(), await ports.settings.pickups())
        const typed = input.kind === 'direct' ? undefined : input.approvedBy
        const ruled = await rules.admit(submission, provenName(typed), { isDailyLimited: true })
        return bookingView(await outbox.submit({ ...submission, ruled }))
      }),
    'bookings.list': async (query) => (await bookings.list(query)).map(bookingView),
    'bookings.get': async ({ bookingId }) => bookingView(await bookings.get(bookingId)),
    'bookings.content': async ({ bookingId }) => bookingContent(await bookings.get(bookingId)),
    'bookings.counts': () => bookings.counts(),
    'bookings.referenceFor': ({ reference: wanted }) => referenceUse(ports, wanted),
    'bookings.letters': async ({ words }) => ({ notDrawn: await lettersNotDrawn(words) }),
    'bookings.answer': async ({ bookingId, answer }) => {
      if (answer.answer !== 'accept-price') return bookingView(await outbox.answer(bookingId, answer))
      return rules.inTurn(async () => {
        const asked = await bookings.get(bookingId)
        const approvedBy = provenName(answer.approvedBy)
        await admitPrice(asked, approvedBy)
        const rise = riseOf(asked)
        if (rise) await rules.admitToday(rise, approvedBy)
        return bookingView(await outbox.answer(bookingId, answer))
      })
    },
    'bookings.check': async ({ bookingId }) => bookingView(await outbox.check(bookingId)),
    'bookings.cancel': async ({ bookingId }) => bookingView(await outbox.cancel(bookingId)),
    'bookings.hold': async ({ bookingId, holdUntil }) => bookingView(await outbox.hold(bookingId, holdUntil)),
    'bookings.copy': (input) =>
      rules.inTurn(async () => {
        const { bookingId, submissionId, changes, usedReference: meant } = input
        const copied = await bookings.get(bookingId)
        const wire = copiedWire(copied, changes)
        await assertReferenceIsMeant(ports, { submissionId, reference: wire.request.reference ?? '', meant })
        const isKnown = (await bookings.ofSubmission(submissionId)) !== null
        const approvedBy = isKnown ? null : await admitCopy(copied, wire, provenName(input.approvedBy))
        const made = await outbox.copy({ ...input, approvedBy })
        await bookings.ofSubmission(submissionId, submissionHash('bookings.copy', input))
        return bookingView(made)
      }),
    'bookings.requestChange': async (input) => {
      const approvedBy = (await admitChange(input)) ?? undefined
      const change = await outbox.requestChange({ ...input, approvedBy })
      if (!isChangeOf(change, input)) throw submissionDiffers(input.submissionId, { first: changeView(change) })
      return changeView(change)
    },
    'bookings.changes': async ({ bookingId, shipmentId = '', limit }) => {
      const found =
        bookingId === undefined
          ? await changes.ofShipment(environments.link().key, shipmentId, limit)
          : await changes.ofBooking(bookingId, limit)
      return found.map(changeView)
    },
    'bookings.answers': async ({ bookingId }) => {
      const { shipmentId } = await bookings.get(bookingId)
      const changed = await changes.ofBooking(bookingId, MOST_CHANGES)
      const about = [
        bookingId,
        ...(shipmentId === null ? [] : [shipmentId]),
        ...changed.map(({ changeId }) => changeId),
      ]
      return ports.auditLog.answersTo(about)
    },
    'bookings.dropChange': async ({ changeId }) => changeView(await outbox.dropChange(changeId)),
    'bookings.printHoldTag': (input) => printHoldTag(ports, input),
  }
}
