import type { Booking } from '../booking/booking.ts'
import type { PrintJob } from '../printing/printing.ts'
import type { Shipment } from '../tracking/shipment.ts'
import type { HookEvent } from './connections.ts'

interface OfService {
  /** Of the embedded service, whose shipments do not exist. */
  isPractice: boolean
}

/** A booking as it was when the event went into the queue. */
export interface BookingFacts extends Booking, OfService {
  about: 'booking'
  /** As in the audit log: `booked`, `rejected`, `needs_decision`. */
  action: string
}

/** A print job as it was when the event went into the queue. */
export interface PrintJobFacts
  extends
    Pick<PrintJob, 'jobId' | 'shipmentId' | 'title' | 'printerName' | 'copies' | 'state' | 'proof' | 'error'>,
    OfService {
  about: 'print_job'
  /** As in the audit log: `printed`, `failed`. */
  action: string
}

/** A shipment that is in an exception; only its id when it is no longer known. */
export interface ShipmentFacts extends Partial<Shipment>, OfService {
  about: 'shipment'
  shipmentId: string
}

/** A booking that was deleted before its event was read. */
interface DeletedBooking {
  about: 'booking'
  action: string
  bookingId: string
}

/** A print job that was deleted before its event was read. */
interface DeletedPrintJob {
  about: 'print_job'
  action: string
  jobId: string
}

/**
 * The `data` of each event that is sent to another system.
 * @public scripts/answer-types.ts reads it by its name.
 */
export interface HookData extends Record<HookEvent | 'test', object> {
  /** A booking was taken by the service. */
  booked: BookingFacts | DeletedBooking
  /** A label or paper was printed. */
  printed: PrintJobFacts | DeletedPrintJob
  /** A booking, a print job or a shipment needs a person. */
  exception: BookingFacts | DeletedBooking | PrintJobFacts | DeletedPrintJob | ShipmentFacts
  /** A supervisor tries the address. */
  test: Record<string, never>
}
