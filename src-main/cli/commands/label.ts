import { z } from 'zod'
import { LABEL_LANGUAGES } from '../../../src-labels/language.ts'
import { GRAPHIC_ENCODINGS } from '../../../src-labels/zpl/graphics.ts'
import { LABEL_FORMATS } from '../../../src-shared/freight/document.ts'
import { mediaSchema, PRINTER_DPIS } from '../../../src-shared/station/printing/printing.ts'
import { ConversionProblem } from '../../labels/conversion/problem.ts'
import { cliCommand, countFlag, waitFlag, wordFlag } from '../command.ts'
import { CliError, UsageError } from '../io.ts'
import { CONVERT_USAGE, convertLabel } from '../label/convert.ts'
import { INSPECT_USAGE, inspectFile } from '../label/inspect.ts'
import { PREVIEW_USAGE, previewLabel } from '../label/preview.ts'
import { printTemplate, TEMPLATE_USAGE } from '../label/template.ts'

/** `4x6`: width and height in inches. */
const mediaFlag = z
  .string()
  .regex(/^\d+(\.\d+)?x\d+(\.\d+)?$/i, 'must be width x height in inches, such as 4x6')
  .transform((text) => {
    const [widthIn, heightIn] = text.toLowerCase().split('x').map(Number)
    return { widthIn, heightIn }
  })
  .pipe(mediaSchema)

const options = z.object({
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
export type LabelFlags = z.output<typeof options>

const ACTIONS = new Map([
  ['inspect', inspectFile],
  ['convert', convertLabel],
  ['preview', previewLabel],
  ['template', printTemplate],
])

/** `waybill label`: looks at label files, without a station; labels of our own, in one. */
export const labelCommand = cliCommand({
  name: 'label',
  summary: 'inspect, convert and draw label files; print labels of your own',
  usage: [INSPECT_USAGE, CONVERT_USAGE, PREVIEW_USAGE, TEMPLATE_USAGE].join('\n\n'),
  options,
  async run({ words: [word = '', ...words], ...asked }) {
    const action = ACTIONS.get(word)
    if (!action) throw new UsageError('label: say inspect, convert, preview or template')
    try {
      return await action({ ...asked, words })
    } catch (error) {
      if (error instanceof ConversionProblem) throw new CliError('CONVERSION_FAILED', error.message)
      throw error
    }
  },
})
