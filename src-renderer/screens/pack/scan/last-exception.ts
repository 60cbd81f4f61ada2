import type { TrackingEvent } from '../../../../src-shared/station/tracking/shipment.ts'

/** The newest event in which something was wrong. @param events newest first */
export function lastExceptionOf(events: readonly TrackingEvent[]): TrackingEvent | null {
  return events.find(({ status, exceptionCode }) => exceptionCode !== null || status === 'EXCEPTION') ?? null
}
