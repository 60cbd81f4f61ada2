import {
  cancelledShipmentSchema,
  updatedShipmentSchema,
  type CancelledShipment,
  type ShipmentCancel,
  type ShipmentUpdate,
  type UpdatedShipment,
} from '../../../src-shared/freight/shipment-change.ts'
import { dataOf } from '../http/envelope.ts'
import { callOf } from '../http/call.ts'
import type { Transport } from '../http/transport.ts'

/** POST /update-shipment/{loadId} with fields to change. Never repeated here: the outbox looks before it sends again. */
export async function updateShipment(
  transport: Transport,
  shipmentId: string,
  patch: ShipmentUpdate,
): Promise<UpdatedShipment> {
  const { data } = await transport.json(
    callOf('changeShipment', { words: { loadId: shipmentId }, body: patch }),
    dataOf(updatedShipmentSchema),
  )
  return data
}

/** POST /update-shipment/{loadId} with a reason, which cancels. Never repeated here: the outbox looks first. */
export async function cancelShipment(
  transport: Transport,
  shipmentId: string,
  request: ShipmentCancel,
): Promise<CancelledShipment> {
  const { data } = await transport.json(
    callOf('changeShipment', { words: { loadId: shipmentId }, body: request }),
    dataOf(cancelledShipmentSchema),
  )
  return data
}
