import { basename } from 'node:path'
import { z } from 'zod'
import { StationError } from '../../../src-shared/station/error.ts'
import type { LabelQuestion } from '../../../src-shared/station/printing/label-question.ts'
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
  copies: countFlag(999).default(1),
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
  summary: "print a shipment's label, or a label file",
  usage: `waybill print CODE [--which ID] [--printer NAME] [--reason TEXT [--despite WORD]] [--yes] [--wait SECONDS]
waybill print --file FILE --printer URI|NAME [--copies N] [--from-page N] [--label N|all] [--reason TEXT --despite WORD] [--yes] [--wait SECONDS]

  CODE             shipment id, tracking number, PRO or reference, as a scanner reads it
  --which ID       the shipment or booking meant, where several carry the code: it lists them, and prints none
  --reason TEXT    prints a label that was printed before; kept with the job
  --despite WORD   prints although the shipment is DELIVERED, CUSTOMS_HOLD ..., or the file asks about STOCK, BARS, BLANK or LABELS, as a
                   print without it says; needs --reason
  --file FILE      ZPL, EPL, PDF or PNG, recognised by what is in it
  --printer        a printer's name as "waybill call printers.list" shows it, or an address such as tcp://192.168.1.50:9100
  --copies N       of the file (default 1)
  --from-page N    begins with that page or label of the file
  --label N        of a PDF with several labels on a page: that one, from the top and then from the left, or all
  --yes            prints also more labels than this station prints unasked (Settings > Limits and warnings)
  --wait SECONDS   how long to wait for the job's end (default 120)

A file's job is always printed as one line of JSON: {"jobId", "state", "bytesSent", ...}.`,

  options,
  async run({ flags, words, io, inStation }) {
    const [code, ...others] = words
    if ((code === undefined) === (flags.file === undefined) || others.length > 0) {
      throw new UsageError('print: give either one code, or --file')
    }
    if (flags.despite !== undefined && flags.reason === undefined) {
      throw new UsageError('--despite: say why with --reason')
    }
    return inStation((link) =>
      code === undefined ? printFile(link, flags, flags.file ?? '', io) : printLabel(link, code, flags, io),
    )
  },
})

async function printFile(link: StationLink, flags: Flags, file: string, io: CliIo): Promise<Reported> {
  const { printer, copies, reason, despite, yes, wait, label, 'from-page': fromPage } = flags
  if (printer === undefined) throw new UsageError('print --file: name the printer with --printer')
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
    throw new UsageError('--printer: a label goes to a printer that is set up; "waybill call printers.list" names them')
  }
  const input = {
    code,
    ...target,
    ...(which !== undefined && { chosen: which }),
    ...(reason !== undefined && { reprintReason: reason }),
    ...(despite !== undefined && { despite: despite.split(',') }),
  }
  const result = await agreeing(yes, (agreed) => link.run('pack.scan', { ...input, ...agreed }))
  if (result.kind !== 'printing') return { value: result, lines: [whyNot(result)], exit: EXIT.failed }
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
      return `may have been printed after the backup of ${question.backupAt}, to which the ledger was put back`
    case 'stock':
      if (question.madeFor !== null)
        return `is made for ${question.madeFor} dpi, and has another size on this printer than its labels (${question.stock})`
      return `is another size than the labels that the printer is loaded with (${question.stock})`
    case 'weight':
      return `weighs ${question.weighedLb} lb, and ${question.bookedLb} lb were booked`
    case 'printed-elsewhere':
      return `was printed elsewhere (${question.prints.map(({ stationName, at }) => `${stationName}, ${at}`).join('; ')})`
    case 'offline':
      return 'was booked at another station, and the site cannot say whether it was printed there'
    case 'bars':
      return `would have a barcode with bars of ${question.narrowestMm} mm, made to fit, which scanners may not read`
    case 'labels':
      return `has ${question.labels} labels on page ${question.page}: print it with --file and --label`
    case 'blank':
      return `would come out blank on page ${question.pages.join(', ')}`
  }
}

function whyNot(result: Exclude<ScanResult, { kind: 'printing' }>): string {
  switch (result.kind) {
    case 'already-printed':
      return `${result.code} was printed before (${result.times} times, last ${result.lastJob.createdAt}): give a --reason to print it again`
    case 'asks':
      return `${result.code} ${whyAsked(result.question)}: give a --reason and --despite ${result.question.key} to print it`
    case 'in-queue':
      return `${result.code} is on its way to ${result.job.printerName} (${result.job.jobId} is ${result.job.state}): see "waybill call jobs.list"`
    case 'no-label':
    case 'not-printable':
      return `${result.code}: ${result.message}`
    case 'not-booked':
      return `${result.code} is not booked: it is ${result.booking.state}, see "waybill outbox"`
    case 'order':
      return `${result.code} is an order of ${result.order.source} that is not booked yet${result.refusal ? `: ${result.refusal.message}` : ''}`
    case 'ambiguous':
      return [
        result.isAlike
          ? `No order is exactly ${result.code}; nothing was printed. If it is one of these, choose it with --which ID:`
          : `${result.code} is carried by several; nothing was printed. Choose one with --which ID:`,
        ...choicesOf(result).map((choice) => `  ${choice.chosen}  ${choiceText(choice)}`),
      ].join('\n')
    case 'not-found':
      return `${result.code}: not found${result.isUnasked ? ' here, and the service did not answer within 3 s' : ''}`
    case 'elsewhere':
      return `${result.code}: not found here`
  }
}
