import type { BookingFacts, PrintJobFacts, ShipmentFacts } from '../../src-shared/station/app/hook-events.ts'
import { EMBEDDED } from '../../src-shared/station/app/state.ts'
import { StationError } from '../../src-shared/station/error.ts'
import { bookingView } from '../booking/submit/booking-view.ts'
import type { ShipmentStore } from '../shipments/shipments.rows.ts'
import type { BookingReader } from '../booking/bookings.rows.ts'
import type { ExceptionsNow, Happened } from './hooks.rows.ts'
import type { Printing } from '../printing/printing.ts'

export type HookFacts = ReturnType<typeof hookFacts>

/** What another system is sent about a thing, as it is when the event goes into the queue. */
export function hookFacts(ports: {
  bookings: Pick<BookingReader, 'get'>
  jobs: Pick<Printing['queue'], 'get'>
  shipments: Pick<ShipmentStore, 'get' | 'inException' | 'statuses'>
  /** Is the embedded service in use? */
  isPractice: () => boolean
}) {
  const { bookings, jobs, shipments, isPractice } = ports

  async function whole({ kind, subjectId, action }: Happened): Promise<Record<string, unknown>> {
    if (kind === 'booking') {
      const booking = await bookings.get(subjectId)
      const isOfPractice = booking.environment === EMBEDDED
      return { about: 'booking', action, ...bookingView(booking), isPractice: isOfPractice } satisfies BookingFacts
    }
    const { jobId, shipmentId, title, printerName, copies, state, proof, error } = await jobs.get(subjectId)
    const job = { jobId, shipmentId, title, printerName, copies, state, proof, error }
    return { about: 'print_job', action, ...job, isPractice: isPractice() } satisfies PrintJobFacts
  }

  return {
    /** For deleted ones only the reference to it. */
    of: async (reported: Happened): Promise<Record<string, unknown>> => {
      try {
        return await whole(reported)
      } catch (error) {
        if (!(error instanceof StationError) || error.code !== 'NOT_FOUND') throw error
        const { kind, subjectId, action } = reported
        return { about: kind, action, ...(kind === 'booking' ? { bookingId: subjectId } : { jobId: subjectId }) }
      }
    },
    /** One that is not known here any more, as after the cache was emptied, may still be in its exception. */
    exceptions: async (reported: readonly string[]): Promise<ExceptionsNow> => {
      const now = await shipments.inException()
      const inOne = new Set(now)
      const left = reported.filter((shipmentId) => !inOne.has(shipmentId))
      return { now, over: left.length === 0 ? [] : [...(await shipments.statuses(left)).keys()] }
    },
    ofException: async (shipmentId: string): Promise<{ data: Record<string, unknown>; lastEventId: string }> => {
      const shipment = await shipments.get(shipmentId)
      const data = { about: 'shipment', shipmentId, ...shipment, isPractice: isPractice() } satisfies ShipmentFacts
      return { data, lastEventId: shipment?.lastEvent?.eventId ?? 'unknown' }
    },
  }
}
