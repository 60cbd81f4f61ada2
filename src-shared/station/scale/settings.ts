import { z } from 'zod'
import { SCALE_UNITS } from './reading.ts'
import { SCALE_PROTOCOLS } from './serial-answer.ts'

export const BAUD_RATES = [1200, 2400, 4800, 9600, 19200, 38400, 57600, 115200] as const
export const PARITIES = ['none', 'even', 'odd'] as const

const portPath = z
  .string()
  .trim()
  .min(1, 'give the port, such as COM3 or /dev/ttyUSB0')
  .max(200, 'the port must be at most 200 characters')

const lineSchema = z.object({
  /** `COM3`, `/dev/ttyUSB0`. */
  port: portPath,
  baudRate: z.literal(BAUD_RATES, 'choose one of the speeds').default(9600),
  dataBits: z.literal([7, 8], 'data bits must be 7 or 8').default(8),
  parity: z.enum(PARITIES, 'parity must be none, even, or odd').default('none'),
})
/** How a serial device is spoken to; one stop bit. */
export type SerialLine = z.output<typeof lineSchema>

export const scaleSettingsSchema = z.object({
  /** `hid`: by the page, where the browser may; `serial`: by the station. */
  connection: z.enum(['none', 'hid', 'serial'], 'connection must be none, hid, or serial'),
  serial: lineSchema
    .extend({
      protocol: z.enum(SCALE_PROTOCOLS, 'protocol must be nci or toledo').default('nci'),
      /** Of a protocol whose answers name none. */
      unit: z.enum(SCALE_UNITS, 'unit must be lb, oz, kg, or g').default('lb'),
    })
    .optional(),
  /** The constant load on the scale, in grams. */
  tareGrams: z
    .number('tare must be a number')
    .min(0, 'tare must not be negative')
    .max(2_000_000, 'tare must be at most 2,000 kg')
    .default(0),
  /** The allowed difference of a weight from the booked one, the larger of both, before it is asked about. */
  limitPercent: z
    .number('the limit must be a percentage')
    .min(0, 'the limit must not be negative')
    .max(100, 'the limit must be at most 100 percent')
    .default(3),
  limitLb: z
    .number('the limit must be a number of pounds')
    .min(0, 'the limit must not be negative')
    .max(10_000, 'the limit must be at most 10,000 lb')
    .default(5),
})
export type ScaleSettings = z.output<typeof scaleSettingsSchema>

/** Settings of a station without a configured scale. */
export const NO_SCALE: ScaleSettings = scaleSettingsSchema.parse({ connection: 'none' })

/** A scanner on a serial line; one that types needs no setting. Null: there is none. */
export const scannerSettingsSchema = lineSchema.nullable()
