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
 * Asks the service to cancel a shipment; its labels that have not begun are dropped. Failures are reported.
 */
export async function requestVoid(
  { station, toasts }: Pick<AppContext, 'station' | 'toasts'>,
  queue: QueueController,
  shipmentId: string,
  { submissionId, ...wanted }: WantedVoid,
): Promise<ShipmentChange | undefined> {
  const change = await toasts.attempt(() =>
    station.invoke('bookings.requestChange', { submissionId, shipmentId, change: { kind: 'cancel', ...wanted } }),
  )
  if (!change) return undefined
  const waiting = (queue.jobs.value ?? []).filter((job) => job.shipmentId === shipmentId && isWaiting(job))
  for (const job of waiting) await queue.act(job, 'cancel')
  return change
}
