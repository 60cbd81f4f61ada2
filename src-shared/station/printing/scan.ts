import { z } from 'zod'
import { agreedLabelsSchema } from './printer-settings.ts'
import type { Booking } from '../booking/booking.ts'
import { idSchema } from '../limits.ts'
import { weighedGramsSchema } from '../scale/reading.ts'
import type { LabelQuestion } from './label-question.ts'
import type { PrintJob } from './printing.ts'
import type { StationErrorData } from '../error.ts'
import type { Order } from '../orders/order.ts'
import type { Shipment } from '../tracking/shipment.ts'

/** Input of `pack.scan`: the scanner's input. Control characters and AIM prefixes are stripped by the station. */
export const scanSchema = z.object({
  code: z.string().min(1, 'scan a code first').max(200),
  /** Which of several that carry the code: a shipment id or a booking id of the answer `ambiguous`. */
  chosen: idSchema('chosen').optional(),
  /** Another printer than the default. */
  printerId: idSchema('printerId').optional(),
  /** Set to print a label that was printed before, or in spite of a question; kept with the job. */
  reprintReason: z.string().trim().min(1).max(200).optional(),
  /** Keys of the questions that a person answered with yes and that reason; see LabelQuestion. None: it was printed before. */
  despite: z.array(z.string().min(1).max(60)).max(8, 'despite can have at most 8 questions').optional(),
  /** Nothing is asked of the service: the answer is `elsewhere` where the shipment or its label is not here. */
  hereOnly: z.boolean().optional(),
  agreedLabels: agreedLabelsSchema.optional(),
  /** The stable weight on the scale, tare off. */
  weighedGrams: weighedGramsSchema.optional(),
  /** With `reprintReason`: the label of this piece only, from 1. */
  piece: z.int('a piece is a whole number').min(1, 'pieces are counted from 1').max(9999).optional(),
})

export type ScanInput = z.output<typeof scanSchema>

/** The outcome of a scan; every case is a band on the screen, none is an exception. */
export type ScanResult =
  /** `letGoAt`: its bytes expired then (ISO 8601 in UTC), and were fetched again. */
  | { kind: 'printing'; code: string; shipment: Shipment; job: PrintJob; letGoAt?: string; archive?: string }
  /** Printed (or sent) before: asks for a reason, and for ALREADY_PRINTED in `despite` where that names a question. */
  | { kind: 'already-printed'; code: string; shipment: Shipment; lastJob: PrintJob; times: number }
  /** Something speaks against a label: asks for a reason, and for the question's key in `despite`. */
  | { kind: 'asks'; code: string; shipment: Shipment; question: LabelQuestion }
  /** A job for this label is on its way or waits for an answer; printing again could double it. */
  | { kind: 'in-queue'; code: string; shipment: Shipment; job: PrintJob }
  /** Booked, but the label could not be fetched; `letGoAt`: it was here until then; `archive`: it is in that file of the data folder. */
  | { kind: 'no-label'; code: string; shipment: Shipment; message: string; letGoAt?: string; archive?: string }
  /** Shipment is canceled or otherwise must not be labelled. */
  | { kind: 'not-printable'; code: string; shipment: Shipment; message: string }
  /** A booking that the service does not have yet. */
  | { kind: 'not-booked'; code: string; booking: Booking }
  /** An order of another system that is not booked; why not by rule, null: no rule covers it. */
  | { kind: 'order'; code: string; order: Order; refusal: StationErrorData | null }
  /**
   * Several carry the code: nothing is printed before `chosen` names one. `bookings`: those that the service does not have
   * yet. `isAlike`: none carries it; their references differ from it in dashes, blanks or small letters.
   */
  | { kind: 'ambiguous'; code: string; shipments: Shipment[]; bookings: Booking[]; isAlike?: true }
  /** `isUnasked`: the service did not answer within 3 s, so it may know the code. */
  | { kind: 'not-found'; code: string; isUnasked?: true }
  /** To `hereOnly` alone: asked without it, the service is asked. */
  | { kind: 'elsewhere'; code: string }
