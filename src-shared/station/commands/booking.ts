import { z } from 'zod'
import { daySchema } from '../../freight/scalar.ts'
import type { AnsweredRequest } from '../app/audit.ts'
import { bookingAnswerSchema, type Booking, type BookingCounts } from '../booking/booking.ts'
import type { BookingContent } from '../booking/booking-content.ts'
import type { ReferenceUse } from '../booking/reference.ts'
import { bookingCopySchema, bookingListSchema, submissionInputSchema } from '../booking/booking-input.ts'
import { changeInputSchema, type ShipmentChange } from '../booking/change.ts'
import { atSite, limit, nothing, returns } from '../command.ts'
import { idSchema } from '../limits.ts'
import type { Role } from '../role.ts'
import type { PrintJob } from '../printing/printing.ts'

const bookingId = idSchema('bookingId')
/** All fields of a form of a booking. */
const MOST_WORDS = 20_000

/** A named approver has to be a supervisor. */
const whoApproves = (approvedBy: string | undefined): Role => (approvedBy === undefined ? 'clerk' : 'supervisor')

/** The Book screen's rows of the command table. */
export const bookingCommands = {
  /**
   * Books freight: saved at once, sent to the service as soon as the network allows. RULE_FORBIDS, APPROVAL_NEEDED: a
   * rule of this site refuses it. SPEND_LIMIT: it costs more than is left of the daily limit. REFERENCE_USED,
   * ALREADY_BOOKED: a person confirms that it is intended. WRONG_STATE: what it replaces needs no decision by now.
   */
  'bookings.submit': returns<Booking>()(submissionInputSchema, {
    ...atSite.clerk,
    leastFor: (input) => whoApproves(input.kind === 'direct' ? undefined : input.approvedBy),
  }),
  /** Lists bookings, the newest first. */
  'bookings.list': returns<Booking[]>()(bookingListSchema, atSite.packer),
  /** Returns a booking. */
  'bookings.get': returns<Booking>()(z.object({ bookingId }), atSite.packer),
  /** Returns the request of a booking. */
  'bookings.content': returns<BookingContent>()(z.object({ bookingId }), atSite.packer),
  /** Counts the bookings in each state. */
  'bookings.counts': returns<BookingCounts>()(nothing, atSite.packer),
  /** Returns whether a reference is used already, by what, and which one it would get if submitted. */
  'bookings.referenceFor': returns<ReferenceUse>()(z.object({ reference: z.string().max(48) }), atSite.clerk),
  /** Lists the letters of these words that no label and no paper of this station can write, each once. */
  'bookings.letters': returns<{ notDrawn: string[] }>()(z.object({ words: z.string().max(MOST_WORDS) }), atSite.clerk),
  /**
   * Answers the question that a booking asks. RULE_FORBIDS, APPROVAL_NEEDED: a rule of this site refuses the accepted
   * price.
   */
  'bookings.answer': returns<Booking>()(z.object({ bookingId, answer: bookingAnswerSchema }), {
    ...atSite.clerk,
    leastFor: ({ answer }) => whoApproves(answer.answer === 'accept-price' ? answer.approvedBy : undefined),
  }),
  /** Looks for a booking at the service now, when its outcome is unknown. */
  'bookings.check': returns<Booking>()(z.object({ bookingId }), atSite.clerk),
  /** Gives up a booking that is still QUEUED. */
  'bookings.cancel': returns<Booking>()(z.object({ bookingId }), atSite.clerk),
  /** Keeps a QUEUED booking here until that day; null releases it now. */
  'bookings.hold': returns<Booking>()(z.object({ bookingId, holdUntil: daySchema.nullable() }), atSite.clerk),
  /** Submits a REJECTED or CANCELLED booking again as a new one. */
  'bookings.copy': returns<Booking>()(bookingCopySchema, {
    ...atSite.clerk,
    leastFor: ({ approvedBy }) => whoApproves(approvedBy),
  }),
  /**
   * Updates or cancels a shipment, or a booking that has not become one yet. RULE_FORBIDS, APPROVAL_NEEDED: a rule of this
   * site refuses the new consignee.
   */
  'bookings.requestChange': returns<ShipmentChange>()(changeInputSchema, {
    ...atSite.clerk,
    leastFor: ({ approvedBy }) => whoApproves(approvedBy),
  }),
  /** Lists the changes of one booking or shipment, the newest first. */
  'bookings.changes': returns<ShipmentChange[]>()(
    z
      .object({ bookingId: bookingId.optional(), shipmentId: idSchema('shipmentId').optional(), limit })
      .refine((query) => (query.bookingId === undefined) !== (query.shipmentId === undefined), {
        error: 'give either a bookingId or a shipmentId',
      }),
    atSite.packer,
  ),
  /** Lists the service's answers to the calls of a booking, its quote, changes and labels included; newest first. */
  'bookings.answers': returns<AnsweredRequest[]>()(z.object({ bookingId }), atSite.packer),
  /** Gives up a change of which nothing was sent. */
  'bookings.dropChange': returns<ShipmentChange>()(z.object({ changeId: idSchema('changeId') }), atSite.clerk),
  /** Prints a tag that holds the freight of a booking that is not booked yet. */
  'bookings.printHoldTag': returns<PrintJob>()(
    z.object({ bookingId, printerId: idSchema('printerId').optional() }),
    atSite.packer,
  ),
} as const
