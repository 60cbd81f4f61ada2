import { ON_THE_DOCK } from '../../../../src-shared/machine/shipment.ts'
import type { ShipmentTiles } from '../../../../src-shared/station/tracking/shipment.ts'

/** The exception code of freight that customs keeps. */
export const CUSTOMS = '006'

/** How many shipments are in an exception of this code. */
export const countOfCode = ({ exceptionCodes }: Pick<ShipmentTiles, 'exceptionCodes'>, code: string): number =>
  exceptionCodes[code] ?? 0

/** How many are booked and still with us. */
export const notPickedUp = ({ statuses }: ShipmentTiles): number =>
  ON_THE_DOCK.reduce((sum, status) => sum + (statuses[status] ?? 0), 0)
