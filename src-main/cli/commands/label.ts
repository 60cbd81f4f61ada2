import { ConversionProblem } from '../../labels/conversion/problem.ts'
import { cliCommand } from '../command.ts'
import { CliError, UsageError } from '../io.ts'
import { CONVERT_USAGE, convertLabel } from '../label/convert.ts'
import { INSPECT_USAGE, inspectFile } from '../label/inspect.ts'
import { labelOptions } from '../label/label-options.ts'
import { PREVIEW_USAGE, previewLabel } from '../label/preview.ts'
import { printTemplate, TEMPLATE_USAGE } from '../label/template.ts'

const ACTIONS = new Map([
  ['inspect', inspectFile],
  ['convert', convertLabel],
  ['preview', previewLabel],
  ['template', printTemplate],
])

/** `waybill label`: looks at label files, without a station; labels of our own, in one. */
export const labelCommand = cliCommand({
  name: 'label',
  usage: [INSPECT_USAGE, CONVERT_USAGE, PREVIEW_USAGE, TEMPLATE_USAGE].join('\n\n'),
  options: labelOptions,
  async run({ words: [word = '', ...words], ...asked }) {
    const action = ACTIONS.get(word)
    if (!action) throw new UsageError('label: use inspect, convert, preview, or template')
    try {
      return await action({ ...asked, words })
    } catch (error) {
      if (error instanceof ConversionProblem) throw new CliError('CONVERSION_FAILED', error.message)
      throw error
    }
  },
})
