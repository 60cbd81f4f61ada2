import { basename } from 'node:path'
import { z } from 'zod'
import { fieldsOf, type LabelTemplate } from '../../../src-shared/station/printing/label-template.ts'
import type { PrintJob } from '../../../src-shared/station/printing/printing.ts'
import { agreeing } from '../agreeing.ts'
import { copiesFlag, readArguments, waitFlag } from '../command.ts'
import { EXIT, type ExitCode } from '../exit.ts'
import { UsageError, type CliIo, type StationLink } from '../io.ts'
import { jobEnd, printerNamed } from '../job-end.ts'
import { jobExit, jobLine } from '../job-text.ts'
import { withStation } from '../with-station.ts'

export const TEMPLATE_USAGE = `waybill label template list [--json]
waybill label template print NAME [--field NAME=TEXT]... [--copies N] [--printer NAME] [--yes] [--wait SECONDS] [--json]
waybill label template print NAME --csv FILE [--column FIELD=HEADER]... [--printer NAME] [--yes] [--wait SECONDS] [--json]

Labels of your own (Labels > Templates): one, or one for each row of a CSV file in UTF-8. A field takes the column of its
name, or the one that --column names. When one row is wrong nothing is printed: it is told by row and column.
--yes prints also more labels than this station prints unasked (Settings, Rules).`

const flagsSchema = z.object({
  field: z.array(z.string()).default([]),
  column: z.array(z.string()).default([]),
  csv: z.string().optional(),
  printer: z.string().optional(),
  copies: copiesFlag,
  yes: z.boolean().default(false),
  wait: waitFlag.default(120),
})
const OPTIONS = {
  field: { type: 'string', multiple: true },
  column: { type: 'string', multiple: true },
  csv: { type: 'string' },
  printer: { type: 'string' },
  copies: { type: 'string' },
  yes: { type: 'boolean' },
  wait: { type: 'string' },
} as const

/** `waybill label template`. */
export async function runLabelTemplate(args: string[], io: CliIo): Promise<ExitCode> {
  const { flags, words, common } = readArguments(args, OPTIONS, flagsSchema)
  const [action, name, ...others] = words
  const isList = action === 'list' && name === undefined
  if (others.length > 0 || (!isList && (action !== 'print' || name === undefined))) {
    throw new UsageError('label template: say list, or print and the name of one template')
  }
  return withStation(io, common, { background: false }, async (link) => {
    const templates = await link.run('labelTemplates.list', {})
    if (isList) {
      if (common.json) io.out(JSON.stringify(templates))
      else for (const template of templates) io.out(lineOf(template))
      return EXIT.done
    }
    const template = named(templates, name ?? '')
    const { templateId } = template
    const printer = flags.printer === undefined ? {} : await printerOf(link, flags.printer)
    if (flags.csv === undefined) {
      const input = { templateId, values: pairsOf('--field', flags.field), copies: flags.copies, ...printer }
      const job = await agreeing(flags.yes, (agreed) => link.run('labelTemplates.print', { ...input, ...agreed }))
      const last = await jobEnd(link, job, flags.wait, io)
      io.out(common.json ? JSON.stringify(last) : jobLine(last))
      return jobExit(last)
    }
    const bytes = await io.readFile(flags.csv).catch((error: unknown) => {
      throw new UsageError(`--csv: the file cannot be read (${error instanceof Error ? error.message : String(error)})`)
    })
    const file = { name: basename(flags.csv), base64: Buffer.from(bytes).toString('base64') }
    const input = { templateId, ...file, columns: pairsOf('--column', flags.column), ...printer }
    const printed = await agreeing(flags.yes, (agreed) => link.run('labelTemplates.printCsv', { ...input, ...agreed }))
    const jobs = await Promise.all(printed.jobs.map((job) => jobEnd(link, job, flags.wait, io)))
    if (common.json) io.out(JSON.stringify({ labels: printed.labels, jobs }))
    else for (const job of jobs) io.out(jobLine(job))
    return exitOf(jobs)
  })
}

function lineOf({ templateId, name, kind, rows }: LabelTemplate): string {
  const fields = fieldsOf(rows).map((field) => (field.isRequired ? `${field.name}*` : field.name))
  return `${name} (${templateId}, ${kind}): ${fields.join(', ')}`
}

function named(templates: readonly LabelTemplate[], text: string): LabelTemplate {
  const found = templates.find(
    ({ name, templateId }) => templateId === text || name.toLowerCase() === text.toLowerCase(),
  )
  if (found) return found
  const names = templates.map(({ name }) => `"${name}"`).join(', ')
  throw new UsageError(`label template: there is no template "${text}"; there are ${names}`)
}

async function printerOf(link: StationLink, text: string): Promise<{ printerId?: string }> {
  const named = await printerNamed(link, text, { mayBeAddress: false })
  return named ? { printerId: named.printerId } : {}
}

/** The worst of the jobs' ends. */
function exitOf(jobs: readonly PrintJob[]): ExitCode {
  return jobs.map(jobExit).find((exit) => exit !== EXIT.done) ?? EXIT.done
}

/** `lot=AB-1` as a field and its text. */
function pairsOf(option: string, texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => {
      const at = text.indexOf('=')
      if (at < 1) throw new UsageError(`${option}: "${text}" must be a name, =, and a text`)
      return [text.slice(0, at).trim(), text.slice(at + 1)]
    }),
  )
}
