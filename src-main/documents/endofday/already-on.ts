import { wrongState, type StationError } from '../../../src-shared/station/error.ts'

/** What a shipment that somebody else put on a manifest meanwhile leads to. */
export function alreadyOn(shipmentId: string, reference: string): StationError {
  return wrongState(`${reference} is on a manifest already.`, { shipmentId, reference })
}
