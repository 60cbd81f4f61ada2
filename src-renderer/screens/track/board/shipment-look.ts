import CalendarX from '~icons/calendar-x'
import Stamp from '~icons/stamp'
import { isInException, isOnTheDock } from '../../../../src-shared/machine/shipment.ts'
import type { Shipment } from '../../../../src-shared/station/tracking/shipment.ts'
import { statusLook, type StatusLook } from '../../../ui/basic/status.ts'
import { CUSTOMS } from './tile-counts.ts'

/** The status of a shipment with what its status alone does not tell. */
export interface ShipmentLook extends StatusLook {
  /** Why it is in an exception, a word of the interface; null: it is in none, or nobody says. */
  reason: string | null
}

/**
 * Customs waits, any other exception is bad; what the carrier did not pick up on its day waits.
 * @param today YYYY-MM-DD on this machine's calendar
 */
export function shipmentLook(shipment: Shipment, today: string): ShipmentLook {
  const look = statusLook('shipment', shipment.status)
  if (isInException(shipment)) {
    const { exceptionCode = null, exceptionReason: reason = null } = shipment.lastEvent ?? {}
    return exceptionCode === CUSTOMS ? { tone: 'wait', icon: Stamp, reason } : { ...look, reason }
  }
  const pickup = shipment.estimatedPickup?.slice(0, 10)
  const isMissed = isOnTheDock(shipment) && pickup !== undefined && pickup < today
  return isMissed ? { tone: 'wait', icon: CalendarX, reason: null } : { ...look, reason: null }
}
