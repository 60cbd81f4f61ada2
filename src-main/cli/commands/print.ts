import { basename } from 'node:path'
import { z } from 'zod'
import { StationError } from '../../../src-shared/station/error.ts'
import { answeredTo, type LabelQuestion } from '../../../src-shared/station/printing/label-question.ts'
import type { ScanResult } from '../../../src-shared/station/printing/scan.ts'
import { choicesOf, choiceText } from '../../../src-shared/station/printing/scan-choice.ts'
import { cliCommand, countFlag, waitFlag, type Reported } from '../command.ts'
import { EXIT } from '../exit.ts'
import { base64Of, readNamed } from '../files.ts'
import { UsageError, type CliIo, type StationLink } from '../io.ts'
import { agreeing, jobEnd, jobExit, printerNamed } from '../outcome.ts'
import { jobLine } from '../text.ts'

const options = z.object({
  file: z.string().optional(),
  printer: z.string().optional(),
  which: z.string().optional(),
  copies: countFlag(999).optional(),
  reason: z.string().trim().min(1, 'must not be empty').max(200).optional(),
  despite: z.string().trim().min(1, 'must not be empty').max(200).optional(),
  'from-page': countFlag(1_000_000).optional(),
  label: z.union([z.literal('all'), countFlag(99)], { error: 'must be a number from 1, or all' }).optional(),
  yes: z.boolean().default(false),
  wait: waitFlag.default(120),
})
type Flags = z.output<typeof options>

/** `waybill print`: a shipment's label, or a file. */
export const printCommand = cliCommand({
  name: 'print',
  usage: `waybill print CODE [--which ID] [--printer NAME] [--reason TEXT [--despite WORD]] [--yes] [--wait SECONDS]
waybill print --file FILE --printer URI|NAME [--copies N] [--from-page N] [--label N|all] [--reason TEXT --despite WORD] [--yes] [--wait SECONDS]

  CODE             shipment id, tracking number, PRO, or reference, as scanned
  --which ID       the shipment or booking to print, if several match the code (they are listed; none prints)
  --reason TEXT    needed to reprint a label; saved with the job
  --despite WORD   prints although the shipment is DELIVERED, CUSTOMS_HOLD ..., or the file has a warning such as STOCK, BARS, BLANK,
                   or LABELS, or at a site ELSEWHERE (another station printed it) or ISLAND (the site is offline, another station
                   may print it): a print without it shows which, several as STOCK,BARS; needs --reason
  --file FILE      ZPL, EPL, PDF, or PNG, detected by its content
  --printer        a printer's name as "waybill call printers.list" shows it, or an address such as tcp://192.168.1.50:9100
  --copies N       copies of the file; one if it is left out
  --from-page N    starts at that page or label of the file
  --label N        for a PDF with several labels per page: label N (from the top, then the left), or all
  --yes            confirms printing more labels than Settings > Limits and warnings allows
  --wait SECONDS   how long to wait for the job to finish (default 120)

The job of a file is always shown as one line of JSON: {"jobId", "state", "bytesSent", ...}.`,

  options,
  async run({ flags, words, io, inStation }) {
    const [code, ...others] = words
    if ((code === undefined) === (flags.file === undefined) || others.length > 0) {
      throw new UsageError('print: give one code, or --file')
    }
    // What the other form alone understands is not left out silently: one label instead of three.
    const other =
      code === undefined
        ? ({ which: 'a code' } as const)
        : ({ copies: '--file', 'from-page': '--file', label: '--file' } as const)
    for (const [flag, form] of Object.entries(other)) {
      if (Reflect.get(flags, flag) !== undefined) throw new UsageError(`--${flag}: only with ${form}`)
    }
    if (flags.despite !== undefined && flags.reason === undefined) {
      throw new UsageError('--despite: give a --reason')
    }
    return inStation((link) =>
      code === undefined ? printFile(link, flags, flags.file ?? '', io) : printLabel(link, code, flags, io),
    )
  },
})

async function printFile(link: StationLink, flags: Flags, file: string, io: CliIo): Promise<Reported> {
  const { printer, copies = 1, reason, despite, yes, wait, label, 'from-page': fromPage } = flags
  if (printer === undefined) throw new UsageError('print --file: give the printer with --printer')
  const input = {
    name: basename(file),
    base64: base64Of(await readNamed(io, file, 'file')),
    printer: await printerOf(link, printer),
    copies,
    ...(fromPage !== undefined && { fromPage }),
    ...(label !== undefined && { label }),
    ...(despite !== undefined && { reason, despite: despite.split(',') }),
  }
  const job = await asking(() => agreeing(yes, (agreed) => link.run('jobs.printFile', { ...input, ...agreed })))
  const last = await jobEnd(link, job, wait, io)
  return { value: last, lines: [JSON.stringify(last)], exit: jobExit(last) }
}

async function printLabel(link: StationLink, code: string, flags: Flags, io: CliIo): Promise<Reported> {
  const { printer, which, reason, despite, yes, wait } = flags
  const target = printer === undefined ? {} : await printerOf(link, printer)
  if ('uri' in target) {
    throw new UsageError(
      '--printer: labels print only on printers that are set up; list them with "waybill call printers.list"',
    )
  }
  const input = {
    code,
    ...target,
    ...(which !== undefined && { chosen: which }),
    ...(reason !== undefined && { reprintReason: reason }),
    ...(despite !== undefined && { despite: despite.split(',') }),
  }
  const result = await agreeing(yes, (agreed) => link.run('pack.scan', { ...input, ...agreed }))
  if (result.kind !== 'printing') return { value: result, lines: [whyNot(result, input.despite)], exit: EXIT.failed }
  const job = await jobEnd(link, result.job, wait, io)
  return { value: job, lines: [jobLine(job)], exit: jobExit(job) }
}

/** Where the station asks about a file, the way to answer it here. */
async function asking<T>(print: () => Promise<T>): Promise<T> {
  try {
    return await print()
  } catch (error) {
    if (!(error instanceof StationError) || error.code !== 'ASKS_FIRST') throw error
    const ways =
      error.details['kind'] === 'labels'
        ? 'Give --label 1 (or 2 ...), or --label all; to print the page as it is: '
        : ''
    const way = `${ways}Give a --reason and --despite ${String(error.details['key'])} to print it.`
    throw StationError.from({ ...error.toData(), message: `${error.message} ${way}` })
  }
}

async function printerOf(link: StationLink, text: string): Promise<{ printerId: string } | { uri: string }> {
  const named = await printerNamed(link, text, { mayBeAddress: true })
  return named ? { printerId: named.printerId } : { uri: text }
}

function whyAsked(question: LabelQuestion): string {
  switch (question.kind) {
    case 'status':
      return `is ${question.key}${question.at === null ? '' : ` since ${question.at}`}`
    case 'restored':
      return `may have been printed after the backup of ${question.backupAt} that the ledger was restored from`
    case 'stock':
      if (question.madeFor !== null)
        return `is made for ${question.madeFor} dpi, so its size on this printer does not match the labels loaded (${question.stock})`
      return `does not match the size of the labels loaded (${question.stock})`
    case 'weight':
      return `weighs ${question.weighedLb} lb, but ${question.bookedLb} lb were booked`
    case 'printed-elsewhere':
      return `was printed elsewhere (${question.prints.map(({ stationName, at }) => `${stationName}, ${at}`).join('; ')})`
    case 'offline':
      return 'was booked at another station, and it is unknown whether it was printed there'
    case 'bars':
      return `would be shrunk to fit, and its barcode's bars of ${question.narrowestMm} mm may not scan`
    case 'labels':
      return `has ${question.labels} labels on page ${question.page}: print it with --file and --label`
    case 'blank':
      return `would print blank on page ${question.pages.join(', ')}`
  }
}

/** @param despite the questions that were answered already */
function whyNot(result: Exclude<ScanResult, { kind: 'printing' }>, despite: readonly string[] = []): string {
  const answered = (question: LabelQuestion | null) => `--despite ${answeredTo(question, despite).join(',')}`
  switch (result.kind) {
    case 'already-printed':
      return `${result.code} was printed before (${result.times} times, last ${result.lastJob.createdAt}): give a --reason${despite.length === 0 ? '' : ` and ${answered(null)}`} to print it again`
    case 'asks':
      return `${result.code} ${whyAsked(result.question)}: give a --reason and ${answered(result.question)} to print it`
    case 'in-queue':
      return `${result.code} is on its way to ${result.job.printerName} (${result.job.jobId} is ${result.job.state}): see "waybill call jobs.list"`
    case 'no-label':
    case 'not-printable':
      return `${result.code}: ${result.message}`
    case 'not-booked':
      return `${result.code} is not booked (${result.booking.state}); see "waybill outbox"`
    case 'order':
      return `${result.code} is an order from ${result.order.source} that is not booked yet${result.refusal ? `: ${result.refusal.message}` : ''}`
    case 'ambiguous':
      return [
        result.isAlike
          ? `No order matches ${result.code} exactly; nothing was printed. To print one of these, use --which ID:`
          : `Several orders match ${result.code}; nothing was printed. Choose one with --which ID:`,
        ...choicesOf(result).map((choice) => `  ${choice.chosen}  ${choiceText(choice)}`),
      ].join('\n')
    case 'not-found':
      return `${result.code}: not found${result.isUnasked ? ' here, and the service did not answer within 3 s' : ''}`
    case 'elsewhere':
      return `${result.code}: not found here`
  }
}
