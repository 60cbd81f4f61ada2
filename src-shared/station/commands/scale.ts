import { z } from 'zod'
import { atStation, nothing, returns } from '../command.ts'
import { idSchema } from '../limits.ts'
import { weighedGramsSchema } from '../scale/reading.ts'
import type { SerialPortInfo, StationScale, WeightRequote } from '../scale/status.ts'

/** The rows of the command table about the scale and the serial scanner. */
export const scaleCommands = {
  /** The scale on the serial line as it stands; one that a page reads by WebHID is that page's. */
  'scale.state': returns<StationScale>()(nothing, atStation.packer),
  /** SERIAL_UNAVAILABLE. */
  'scale.ports': returns<{ ports: SerialPortInfo[] }>()(nothing, atStation.supervisor),
  /** Asks what a shipment that was booked here costs at the weight that it has. Nothing is booked. NOT_FOUND, WRONG_STATE. */
  'scale.requote': returns<WeightRequote>()(
    z.object({ shipmentId: idSchema('shipmentId'), weighedGrams: weighedGramsSchema }),
    atStation.clerk,
  ),
} as const
