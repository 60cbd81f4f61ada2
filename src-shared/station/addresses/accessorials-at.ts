import { ACCESSORIALS, type Accessorial } from '../../freight/accessorial.ts'

export type PartySide = 'shipper' | 'consignee'

/** The accessorials that belong to each end of the way. */
export const ACCESSORIALS_AT: Record<PartySide, readonly Accessorial[]> = {
  shipper: ['LIFTGATE_PICKUP', 'INSIDE_PICKUP', 'RESIDENTIAL_PICKUP'],
  consignee: ['LIFTGATE_DELIVERY', 'INSIDE_DELIVERY', 'RESIDENTIAL_DELIVERY', 'APPOINTMENT_DELIVERY', 'WHITE_GLOVE'],
}

/** Those of these that belong to one end, in the interface's order. */
export function accessorialsAt(side: PartySide, codes: readonly Accessorial[]): Accessorial[] {
  return ACCESSORIALS.filter((code) => ACCESSORIALS_AT[side].includes(code) && codes.includes(code))
}

/** The dock of a place that needs these, as far as they say it. */
export function dockFor(accessorials: readonly Accessorial[]) {
  const needs = (...codes: Accessorial[]) => codes.some((code) => accessorials.includes(code))
  return {
    hasDock: !needs('LIFTGATE_PICKUP', 'LIFTGATE_DELIVERY'),
    isResidential: needs('RESIDENTIAL_PICKUP', 'RESIDENTIAL_DELIVERY'),
    needsLiftgate: needs('LIFTGATE_PICKUP', 'LIFTGATE_DELIVERY'),
    needsAppointment: needs('APPOINTMENT_DELIVERY'),
  }
}
