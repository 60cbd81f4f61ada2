import { z } from 'zod'
import { atStation, nothing, returns } from '../command.ts'
import { idSchema } from '../limits.ts'
import { weighedGramsSchema } from '../scale/reading.ts'
import type { SerialPortInfo, StationScale, WeightRequote } from '../scale/status.ts'

/** The rows of the command table about the scale and the serial scanner. */
export const scaleCommands = {
  /** Returns the scale on the serial line in its current state; one that a page reads by WebHID is that page's. */
  'scale.state': returns<StationScale>()(nothing, atStation.packer),
  /** SERIAL_UNAVAILABLE. */
  'scale.ports': returns<{ ports: SerialPortInfo[] }>()(nothing, atStation.supervisor),
  /** Requests the price of a shipment booked here at its actual weight. Nothing is booked. NOT_FOUND, WRONG_STATE. */
  'scale.requote': returns<WeightRequote>()(
    z.object({ shipmentId: idSchema('shipmentId'), weighedGrams: weighedGramsSchema }),
    atStation.clerk,
  ),
} as const
