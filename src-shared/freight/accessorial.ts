/** Accessorial codes of a domestic quote (interface section "Domestic quote request"). */
export const ACCESSORIALS = [
  'LIFTGATE_PICKUP',
  'LIFTGATE_DELIVERY',
  'INSIDE_PICKUP',
  'INSIDE_DELIVERY',
  'RESIDENTIAL_PICKUP',
  'RESIDENTIAL_DELIVERY',
  'APPOINTMENT_DELIVERY',
  'WHITE_GLOVE',
] as const
export type Accessorial = (typeof ACCESSORIALS)[number]
