import type { CliCommand } from '../command.ts'
import { EXIT, type ExitCode } from '../exit.ts'
import { UsageError, type CliIo } from '../io.ts'
import { CONVERT_USAGE, runLabelConvert } from '../label/convert.ts'
import { INSPECT_USAGE, runLabelInspect } from '../label/inspect.ts'
import type { LabelIo } from '../label/label-io.ts'
import { PREVIEW_USAGE, runLabelPreview } from '../label/preview.ts'
import { runLabelTemplate, TEMPLATE_USAGE } from '../label/template.ts'

const ACTIONS = new Map([
  ['inspect', runLabelInspect],
  ['convert', runLabelConvert],
  ['preview', runLabelPreview],
])

/** `waybill label`: looks at label files, without a station; labels of our own, in one. */
export const labelCommand: CliCommand = {
  name: 'label',
  summary: 'inspect, convert and draw label files; print labels of your own',
  usage: [INSPECT_USAGE, CONVERT_USAGE, PREVIEW_USAGE, TEMPLATE_USAGE].join('\n\n'),
  async run([word = '', ...args], io) {
    if (word === 'template') return runLabelTemplate(args, io)
    const action = ACTIONS.get(word)
    if (!action) throw new UsageError('label: say inspect, convert, preview or template')
    return exitOf(await action(args, labelIo(io)))
  },
}

function labelIo(io: CliIo): LabelIo {
  return {
    readFile: (path) => io.readFile(path),
    writeFile: (path, bytes) => io.writeFile(path, bytes),
    stdout: (text) => io.out(text.trimEnd()),
    stderr: (text) => io.say(text.trimEnd()),
  }
}

function exitOf(code: number): ExitCode {
  return code === EXIT.done || code === EXIT.usage ? code : EXIT.failed
}
