import type { ShipmentChange } from '../../../../src-shared/station/booking/change.ts'
import type { AppContext } from '../../../app-context.ts'
import type { QueueController } from '../queue/queue-controller.svelte.ts'
import { isWaiting } from '../../../../src-shared/machine/print-job.ts'

/** A person's answers for a void. */
export interface WantedVoid {
  /** Of the open question: pressed twice, it is one cancellation. */
  submissionId: string
  reason: string
  refundRequested: boolean
}

/**
 * Asks the service to cancel a shipment; its labels that have not begun are dropped. @throws StationError
 */
export async function requestVoid(
  { station }: Pick<AppContext, 'station'>,
  queue: QueueController,
  shipmentId: string,
  { submissionId, ...wanted }: WantedVoid,
): Promise<ShipmentChange> {
  const change = await station.invoke('bookings.requestChange', {
    submissionId,
    shipmentId,
    change: { kind: 'cancel', ...wanted },
  })
  const waiting = (queue.jobs.value ?? []).filter((job) => job.shipmentId === shipmentId && isWaiting(job))
  for (const job of waiting) await queue.act(job, 'cancel')
  return change
}
