import { basename } from 'node:path'
import { z } from 'zod'
import { StationError } from '../../../src-shared/station/error.ts'
import type { LabelQuestion } from '../../../src-shared/station/printing/label-question.ts'
import type { ScanResult } from '../../../src-shared/station/printing/scan.ts'
import { choicesOf, choiceText } from '../../../src-shared/station/printing/scan-choice.ts'
import { agreeing } from '../agreeing.ts'
import { copiesFlag, readArguments, type CliCommand, waitFlag } from '../command.ts'
import { EXIT, type ExitCode } from '../exit.ts'
import { UsageError, type CliIo, type StationLink } from '../io.ts'
import { jobEnd, printerNamed } from '../job-end.ts'
import { jobExit, jobLine } from '../job-text.ts'
import { withStation } from '../with-station.ts'

const flagsSchema = z.object({
  file: z.string().optional(),
  printer: z.string().optional(),
  which: z.string().optional(),
  copies: copiesFlag,
  reason: z.string().trim().min(1, 'must not be empty').max(200).optional(),
  despite: z.string().trim().min(1, 'must not be empty').max(200).optional(),
  'from-page': z.coerce.number().int().min(1, 'is counted from 1').max(1_000_000).optional(),
  yes: z.boolean().default(false),
  wait: waitFlag.default(120),
})
type Flags = z.output<typeof flagsSchema>

/** `waybill print`: a shipment's label, or a file. */
export const printCommand: CliCommand = {
  name: 'print',
  summary: "print a shipment's label, or a label file",
  usage: `waybill print CODE [--which ID] [--printer NAME] [--reason TEXT [--despite WORD]] [--yes] [--wait SECONDS]
waybill print --file FILE --printer URI|NAME [--copies N] [--from-page N] [--reason TEXT --despite WORD] [--yes] [--wait SECONDS]

  CODE             shipment id, tracking number, PRO or reference, as a scanner reads it
  --which ID       the shipment or booking meant, where several carry the code: it lists them, and prints none
  --reason TEXT    prints a label that was printed before; kept with the job
  --despite WORD   prints although the shipment is DELIVERED, CUSTOMS_HOLD ..., or the file asks about STOCK or BARS, as a
                   print without it says; needs --reason
  --file FILE      ZPL, EPL, PDF or PNG, recognised by what is in it
  --printer        a printer's name as "waybill printers" shows it, or an address such as tcp://192.168.1.50:9100
  --copies N       of the file (default 1)
  --from-page N    begins with that page or label of the file
  --yes            prints also more labels than this station prints unasked (Settings, Rules)
  --wait SECONDS   how long to wait for the job's end (default 120)

A file's job is always told as one line of JSON: {"jobId", "state", "bytesSent", ...}.`,

  async run(args, io) {
    const { flags, words, common } = readArguments(
      args,
      {
        file: { type: 'string' },
        printer: { type: 'string' },
        which: { type: 'string' },
        copies: { type: 'string' },
        reason: { type: 'string' },
        despite: { type: 'string' },
        'from-page': { type: 'string' },
        yes: { type: 'boolean' },
        wait: { type: 'string' },
      },
      flagsSchema,
    )
    const [code, ...others] = words
    if ((code === undefined) === (flags.file === undefined) || others.length > 0) {
      throw new UsageError('print: give either one code, or --file')
    }
    if (flags.despite !== undefined && flags.reason === undefined) {
      throw new UsageError('--despite: say why with --reason')
    }
    return withStation(io, common, { background: false }, (link) =>
      code === undefined ? printFile(link, flags, io) : printLabel(link, code, flags, common.json, io),
    )
  },
}

async function printFile(
  link: StationLink,
  { file = '', printer, copies, reason, despite, yes, wait, 'from-page': fromPage }: Flags,
  io: CliIo,
): Promise<ExitCode> {
  if (printer === undefined) throw new UsageError('print --file: name the printer with --printer')
  const bytes = await io.readFile(file).catch((error: unknown) => {
    throw new UsageError(`--file: ${file} cannot be read (${error instanceof Error ? error.message : String(error)})`)
  })
  const input = {
    name: basename(file),
    base64: Buffer.from(bytes).toString('base64'),
    printer: await printerOf(link, printer),
    copies,
    ...(fromPage === undefined ? {} : { fromPage }),
    ...(despite === undefined ? {} : { reason, despite: despite.split(',') }),
  }
  const job = await asking(() => agreeing(yes, (agreed) => link.run('jobs.printFile', { ...input, ...agreed })))
  const last = await jobEnd(link, job, wait, io)
  io.out(JSON.stringify(last))
  return jobExit(last)
}

async function printLabel(
  link: StationLink,
  code: string,
  { printer, which, reason, despite, yes, wait }: Flags,
  asJson: boolean,
  io: CliIo,
): Promise<ExitCode> {
  const target = printer === undefined ? {} : await printerOf(link, printer)
  if ('uri' in target)
    throw new UsageError('--printer: a label goes to a printer that is set up; name one of "waybill printers"')
  const input = {
    code,
    ...target,
    ...(which === undefined ? {} : { chosen: which }),
    ...(reason === undefined ? {} : { reprintReason: reason }),
    ...(despite === undefined ? {} : { despite: despite.split(',') }),
  }
  const result = await agreeing(yes, (agreed) => link.run('pack.scan', { ...input, ...agreed }))
  if (result.kind !== 'printing') {
    io.out(asJson ? JSON.stringify(result) : whyNot(result))
    return EXIT.failed
  }
  const job = await jobEnd(link, result.job, wait, io)
  io.out(asJson ? JSON.stringify(job) : jobLine(job))
  return jobExit(job)
}

/** Where the station asks about a file, the way to answer it here. */
async function asking<T>(print: () => Promise<T>): Promise<T> {
  try {
    return await print()
  } catch (error) {
    if (!(error instanceof StationError) || error.code !== 'ASKS_FIRST') throw error
    const way = `Give a --reason and --despite ${String(error.details['key'])} to print it.`
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
      return `is another size than the labels that the printer is loaded with (${question.stock})`
    case 'weight':
      return `weighs ${question.weighedLb} lb, and ${question.bookedLb} lb were booked`
    case 'printed-elsewhere':
      return `was printed elsewhere (${question.prints.map(({ stationName, at }) => `${stationName}, ${at}`).join('; ')})`
    case 'island':
      return 'was booked at another station, and the site cannot say whether it was printed there'
    case 'bars':
      return `would have a barcode with bars of ${question.narrowestMm} mm, made to fit, which scanners may not read`
  }
}

function whyNot(result: Exclude<ScanResult, { kind: 'printing' }>): string {
  switch (result.kind) {
    case 'already-printed':
      return `${result.code} was printed before (${result.times} times, last ${result.lastJob.createdAt}): give a --reason to print it again`
    case 'asks':
      return `${result.code} ${whyAsked(result.question)}: give a --reason and --despite ${result.question.key} to print it`
    case 'in-queue':
      return `${result.code} is on its way to ${result.job.printerName} (${result.job.jobId} is ${result.job.state}): see "waybill jobs"`
    case 'no-label':
    case 'not-printable':
      return `${result.code}: ${result.message}`
    case 'not-booked':
      return `${result.code} is not booked: it is ${result.booking.state}, see "waybill outbox"`
    case 'order':
      return `${result.code} is an order of ${result.order.source} that nobody booked yet${result.refusal ? `: ${result.refusal.message}` : ''}`
    case 'ambiguous':
      return [
        `${result.code} is carried by several; nothing was printed. Choose one with --which ID:`,
        ...choicesOf(result).map((choice) => `  ${choice.chosen}  ${choiceText(choice)}`),
      ].join('\n')
    case 'not-found':
      return `${result.code}: not found`
  }
}
