import type { Shipment } from '../../../../src-shared/station/tracking/shipment.ts'
import type { Station } from '../../../station.ts'

/** These shipments as the station knows them, each once; unknown ones are left out. */
export async function shipmentsOf(station: Station, shipmentIds: readonly string[]): Promise<Shipment[]> {
  if (shipmentIds.length === 0) return []
  const { found } = await station.invoke('shipments.lookupMany', { codes: [...shipmentIds] })
  const rows = found.flatMap(({ shipments }) => shipments)
  return rows.filter((row, index) => rows.findIndex((other) => other.shipmentId === row.shipmentId) === index)
}
