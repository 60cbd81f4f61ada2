import { wrongState, type StationError } from '../../../src-shared/station/error.ts'

/** The outcome for a shipment that was put on another manifest meanwhile. */
export function alreadyOn(shipmentId: string, reference: string): StationError {
  return wrongState(`${reference} is already on a manifest.`, { shipmentId, reference })
}
