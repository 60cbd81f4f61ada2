import type { ShipmentCancel, ShipmentUpdate } from '../../../src-shared/freight/shipment-change.ts'
import { cancelledAnswer, updatedAnswer, type CancelledAnswer } from '../answer/shipment-change.ts'
import { callOf } from '../http/call.ts'
import type { Transport } from '../http/transport.ts'

/** POST /update-shipment/{loadId} with fields to change. Never repeated here: the outbox looks before it sends again. */
export function updateShipment(
  transport: Transport,
  shipmentId: string,
  patch: ShipmentUpdate,
): Promise<Pick<CancelledAnswer, 'requestId'>> {
  return transport.json(callOf('changeShipment', { words: { loadId: shipmentId }, body: patch }), updatedAnswer)
}

/**
 * POST /update-shipment/{loadId} with a reason, which cancels; `answer` null when the service reports success alone.
 * Never repeated here: the outbox looks first.
 */
export function cancelShipment(
  transport: Transport,
  shipmentId: string,
  request: ShipmentCancel,
): Promise<CancelledAnswer> {
  return transport.json(callOf('changeShipment', { words: { loadId: shipmentId }, body: request }), cancelledAnswer)
}
