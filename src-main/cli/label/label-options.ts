import { z } from 'zod'
import { LABEL_LANGUAGES } from '../../../src-labels/language.ts'
import { GRAPHIC_ENCODINGS } from '../../../src-labels/zpl/graphics.ts'
import { LABEL_FORMATS } from '../../../src-shared/freight/document.ts'
import { mediaSchema, PRINTER_DPIS } from '../../../src-shared/station/printing/printing.ts'
import { countFlag, waitFlag, wordFlag } from '../command.ts'

/** `4x6`: width and height in inches. */
const mediaFlag = z
  .string()
  .regex(/^\d+(\.\d+)?x\d+(\.\d+)?$/i, 'must be width x height in inches, such as 4x6')
  .transform((text) => {
    const [widthIn, heightIn] = text.toLowerCase().split('x').map(Number)
    return { widthIn, heightIn }
  })
  .pipe(mediaSchema)

/** The options of `waybill label`. */
export const labelOptions = z.object({
  to: wordFlag(LABEL_FORMATS).optional(),
  language: wordFlag(LABEL_LANGUAGES).optional(),
  encoding: wordFlag(GRAPHIC_ENCODINGS).optional(),
  media: mediaFlag.optional(),
  dpi: z.coerce
    .number()
    .pipe(z.literal(PRINTER_DPIS, { error: `must be one of ${PRINTER_DPIS.join(', ')}` }))
    .optional(),
  copies: countFlag(9999).optional(),
  label: countFlag(9999).default(1),
  field: z.array(z.string()).default([]),
  column: z.array(z.string()).default([]),
  csv: z.string().optional(),
  printer: z.string().optional(),
  yes: z.boolean().default(false),
  wait: waitFlag.default(120),
})
export type LabelFlags = z.output<typeof labelOptions>
