import { z } from 'zod'
import { idSchema } from '../limits.ts'
import { agreedLabelsSchema } from './printer-settings.ts'
import { mediaSchema, PRINTER_DPIS, PRINTER_LANGUAGES } from './printing.ts'

const MOST_BYTES = 16 * 1024 * 1024

/** A label file of any format. */
export const labelFileSchema = z.object({
  /** What people call it. */
  name: z.string().trim().min(1, 'name is required').max(120),
  base64: z
    .base64('the file must be base64')
    .max(Math.ceil(MOST_BYTES / 3) * 4, `a label file holds at most ${MOST_BYTES} bytes`),
})

/** Input of `jobs.printFile`: a label file of any format, for a printer that is set up or that is only named. */
export const printFileSchema = labelFileSchema.extend({
  printer: z.union([
    z.object({ printerId: idSchema('printerId') }),
    /** Not kept under the printers. What is not said is taken from the file, or is 203 dpi and 4 x 6 in. */
    z.object({
      uri: z.string().trim().min(1, 'printer address is required').max(300),
      language: z.enum(PRINTER_LANGUAGES).optional(),
      dpi: z.literal(PRINTER_DPIS).default(203),
      media: mediaSchema.default({ widthIn: 4, heightIn: 6 }),
    }),
  ]),
  copies: z.int().min(1, 'copies must be at least 1').max(999, 'copies must be at most 999').default(1),
  agreedLabels: agreedLabelsSchema.optional(),
})
export type PrintFileInput = z.output<typeof printFileSchema>
