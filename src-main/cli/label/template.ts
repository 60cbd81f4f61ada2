import { basename } from 'node:path'
import { fieldsOf, type LabelTemplate } from '../../../src-shared/station/printing/label-template.ts'
import type { PrintJob } from '../../../src-shared/station/printing/printing.ts'
import type { Asked, Reported } from '../command.ts'
import type { LabelFlags } from './label-options.ts'
import { EXIT, type ExitCode } from '../exit.ts'
import { base64Of, readNamed } from '../files.ts'
import { UsageError, type StationLink } from '../io.ts'
import { agreeing, isNamed, jobEnd, jobExit, printerNamed } from '../outcome.ts'
import { jobLine } from '../text.ts'

export const TEMPLATE_USAGE = `waybill label template list [--json]
waybill label template print NAME [--field NAME=TEXT]... [--copies N] [--printer NAME] [--yes] [--wait SECONDS] [--json]
waybill label template print NAME --csv FILE [--column FIELD=HEADER]... [--printer NAME] [--yes] [--wait SECONDS] [--json]

Your own labels (Labels > Templates): one label, or one for each row of a CSV file in UTF-8. A field uses the column of its
name, or the one given by --column. If a row has an error, nothing prints: the error is reported by row and column.
--yes confirms printing more labels than Settings > Limits and warnings allows.`

/** `waybill label template`. */
export async function printTemplate({ flags, words, io, inStation }: Asked<LabelFlags>): Promise<Reported> {
  const [action, name, ...others] = words
  const isList = action === 'list' && name === undefined
  if (others.length > 0 || (!isList && (action !== 'print' || name === undefined))) {
    throw new UsageError('label template: use list, or print and the name of a template')
  }
  const { csv, copies = 1, yes, wait } = flags
  const file = csv === undefined ? null : { name: basename(csv), base64: base64Of(await readNamed(io, csv, 'csv')) }
  return inStation(async (link) => {
    const templates = await link.run('labelTemplates.list', {})
    if (isList) return { value: templates, lines: templates.map(lineOf) }
    const { templateId } = named(templates, name ?? '')
    const printer = flags.printer === undefined ? {} : await printerOf(link, flags.printer)
    if (file === null) {
      const input = { templateId, values: pairsOf('--field', flags.field), copies, ...printer }
      const job = await agreeing(yes, (agreed) => link.run('labelTemplates.print', { ...input, ...agreed }))
      const last = await jobEnd(link, job, wait, io)
      return { value: last, lines: [jobLine(last)], exit: jobExit(last) }
    }
    const input = { templateId, ...file, columns: pairsOf('--column', flags.column), ...printer }
    const printed = await agreeing(yes, (agreed) => link.run('labelTemplates.printCsv', { ...input, ...agreed }))
    const jobs = await Promise.all(printed.jobs.map((job) => jobEnd(link, job, wait, io)))
    return { value: { labels: printed.labels, jobs }, lines: jobs.map(jobLine), exit: exitOf(jobs) }
  })
}

function lineOf({ templateId, name, kind, rows }: LabelTemplate): string {
  const fields = fieldsOf(rows).map((field) => (field.isRequired ? `${field.name}*` : field.name))
  return `${name} (${templateId}, ${kind}): ${fields.join(', ')}`
}

function named(templates: readonly LabelTemplate[], text: string): LabelTemplate {
  const found = templates.find(({ name, templateId }) => isNamed(text, templateId, name))
  if (found) return found
  const names = templates.map(({ name }) => `"${name}"`).join(', ')
  throw new UsageError(`label template: unknown template "${text}"; use ${names}`)
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
      if (at < 1) throw new UsageError(`${option}: "${text}" must be NAME=TEXT`)
      return [text.slice(0, at).trim(), text.slice(at + 1)]
    }),
  )
}
