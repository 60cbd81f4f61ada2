import { basename } from 'node:path'
import { z } from 'zod'
import { isRunning } from '../../../src-shared/machine/batch.ts'
import { DOUBTED_BOOKINGS, NEVER_BOOKED } from '../../../src-shared/machine/booking.ts'
import { columnMapSchema, type ColumnMap } from '../../../src-shared/station/batch/batch-field.ts'
import {
  batchRulesSchema,
  MOST_CHUNK_BYTES,
  MOST_TITLE_ROWS,
  type Batch,
  type BatchEstimate,
  type BatchRow,
  type ResultsPiece,
} from '../../../src-shared/station/batch/batch.ts'
import { StationError } from '../../../src-shared/station/error.ts'
import { amountText } from '../../../src-shared/station/rules/rule.ts'
import { cliCommand, countFlag, issueLines, nameFlag, waitFlag, type Reported } from '../command.ts'
import { base64Of, readJson, readNamed, writeNamed } from '../files.ts'
import { UsageError, type CliIo, type StationLink } from '../io.ts'
import { batchExit, isNamed, until } from '../outcome.ts'

const options = z.object({
  map: z.string().optional(),
  'on-error': batchRulesSchema.shape.onError.default('stop-all'),
  'on-duplicate': batchRulesSchema.shape.onDuplicate.default('skip'),
  numbers: z.enum(['point', 'comma'], { error: 'must be point or comma' }).optional(),
  'header-row': countFlag(MOST_TITLE_ROWS).optional(),
  'with-hidden': z.boolean().default(false),
  results: z.string().optional(),
  'approved-by': nameFlag.optional(),
  agree: countFlag(Number.MAX_SAFE_INTEGER).optional(),
  again: z.boolean().default(false),
  wait: waitFlag.default(3600),
})
type Flags = z.output<typeof options>

/** `waybill batch`: books a table of shipments, each row separately. */
export const batchCommand = cliCommand({
  name: 'batch',
  usage: `waybill batch check FILE [--map NAME|FILE.json] [--on-duplicate RULE]   checks every row, sends nothing
waybill batch run FILE [--map ...] [--on-error RULE] [--on-duplicate RULE] [--results OUT.csv]
waybill batch resume BATCH [--results OUT.csv]
                                   both get a price for each row, print totals by carrier, and book at those prices
waybill batch list
waybill batch results BATCH --results OUT.csv

  --map          a saved column map's name, or a JSON file {"columns": [{"header", "field"}], "numbers", "dates", ...};
                 default: the one that matches the headers
  --numbers FORM point (1,234.5) or comma (1.234,5); needed only if the file does not show which
  --header-row N the row with the headers, if it is not detected
  --with-hidden  also reads the sheet's hidden rows and columns
  --on-error     stop-all (default; nothing is sent while a row has an error) or skip-row
  --on-duplicate for a reference that was used before: skip (default), create (adds a suffix), or ask (pauses until
                 it is answered in the app; exit code 3)
  --results      writes the result of each row: a workbook if OUT ends in .xlsx, otherwise CSV
  --again        books a file that was uploaded before a second time; otherwise it is refused
  --agree N      confirms N bookings; needed for more than 50 in one file
  --approved-by NAME   the supervisor who approves going over Settings > Limits and warnings or a carrier rule
  --wait SECONDS how long to wait for the batch to finish (default 3600)

Exit code 1 when a row has an error, failed, or was refused, 3 when the batch waits for an answer or a booking is not
known yet, 4 when bookings are saved and not sent yet.`,

  options,
  run({ flags, words, common, io, inStation }) {
    const [action, subject = '', ...others] = words
    if (action === undefined || others.length > 0)
      throw new UsageError('batch: use check, run, resume, list, or results')
    if (action !== 'list' && subject === '') throw new UsageError(`batch ${action}: give the file or the batch`)
    const work = async (link: StationLink): Promise<Reported> => {
      if (action === 'list') {
        const batches = await link.run('batches.list', {})
        return { value: batches, lines: batches.map(batchLine) }
      }
      const batch = await act(link, action, subject, flags, io)
      const rows = common.json ? [] : await badRows(link, batch)
      return { value: batch, lines: [batchLine(batch), ...rows.flatMap(rowLines)], exit: batchExit(batch) }
    }
    return inStation(work, { background: true })
  },
})

async function act(link: StationLink, action: string, subject: string, flags: Flags, io: CliIo): Promise<Batch> {
  switch (action) {
    case 'check':
      return check(link, subject, flags, io)
    case 'run': {
      const checked = await check(link, subject, flags, io)
      if (isStopped(checked)) return checked
      return finish(link, checked.batchId, flags, io)
    }
    case 'resume':
      return finish(link, subject, flags, io)
    case 'results': {
      if (flags.results === undefined) throw new UsageError('batch results: give the file with --results')
      await writeResults(link, subject, flags.results, io)
      return link.run('batches.get', { batchId: subject })
    }
    default:
      throw new UsageError(`batch: unknown action "${action}"; use check, run, resume, list, or results`)
  }
}

/** Hands the file over and has every row looked at. */
async function check({ run }: StationLink, path: string, flags: Flags, io: CliIo): Promise<Batch> {
  const bytes = await readNamed(io, path, 'FILE')
  const { batchId } = await run('batches.begin', { name: basename(path) })
  for (let index = 0; index * MOST_CHUNK_BYTES < bytes.length; index++) {
    const chunk = bytes.subarray(index * MOST_CHUNK_BYTES, (index + 1) * MOST_CHUNK_BYTES)
    await run('batches.append', { batchId, index, base64: base64Of(chunk) })
  }
  const suggestion = await run('batches.finish', {
    batchId,
    ...(flags['header-row'] !== undefined && { headerRow: flags['header-row'] }),
    ...(flags['with-hidden'] && { withHidden: true }),
  })
  const { hidden = { rows: 0, columns: 0 } } = suggestion.batch.form ?? {}
  if (!flags['with-hidden'] && hidden.rows + hidden.columns > 0) {
    io.say(
      `The sheet's hidden rows (${hidden.rows}) and columns (${hidden.columns}) are left out; use --with-hidden to read them.`,
    )
  }
  if (suggestion.batch.form?.isEncodingGuessed === true) {
    const { encoding } = suggestion.batch.form
    io.say(
      `${basename(path)} does not say its encoding; it is read as ${encoding}. Check names with accents, or save it as UTF-8.`,
    )
  }
  const map = flags.map === undefined ? suggestion.map : await mapOf({ run }, flags.map, io)
  if (map === null) {
    throw new UsageError('--map: the headers match no column map; give a saved map or a JSON file')
  }
  if (flags.numbers === undefined && flags.map === undefined && suggestion.unsureNumber !== null) {
    throw new StationError({
      code: 'ASKS_FIRST',
      message: `"${suggestion.unsureNumber}" could be a decimal or thousands, and no other number in ${basename(path)} shows which. Use --numbers point if 1.5 is one and a half, or --numbers comma if 1,5 is.`,
      details: { key: 'NUMBERS', value: suggestion.unsureNumber },
    })
  }
  return run('batches.check', {
    batchId,
    map: flags.numbers === undefined ? map : { ...map, numbers: flags.numbers },
    rules: { onError: flags['on-error'], onDuplicate: flags['on-duplicate'] },
  })
}

async function mapOf({ run }: Pick<StationLink, 'run'>, text: string, io: CliIo): Promise<ColumnMap> {
  const saved = await run('columnMaps.list', {})
  const named = saved.find(({ name, mapId }) => isNamed(text, mapId, name))
  if (named) return named.map
  if (!text.toLowerCase().endsWith('.json')) {
    const names = saved.map(({ name }) => name).join(', ')
    throw new UsageError(`--map: no map "${text}"; ${names === '' ? 'none is saved' : `saved maps: ${names}`}`)
  }
  const parsed = columnMapSchema.safeParse(await readJson(io, text, 'map'))
  if (parsed.success) return parsed.data
  throw new UsageError(issueLines(parsed.error, '--map: '))
}

const isStopped = ({ counts, rules }: Batch): boolean => counts.errors > 0 && rules.onError === 'stop-all'

/** What a run would cost, carrier by carrier: the requested prices, and separately the rows without a price. */
function priceLines({ carriers, totals }: BatchEstimate): string[] {
  const lines = carriers.map(({ carrier, bookings, total, isEstimate }) => {
    const amount = total === null ? 'no price before it is booked' : `${isEstimate ? 'about ' : ''}${amountText(total)}`
    return `  ${String(bookings).padStart(5)}  ${carrier === '' ? '(by offer)' : carrier}: ${amount}`
  })
  return totals.length === 0 ? lines : [...lines, `  total: ${totals.map(amountText).join(' + ')}`]
}

/**
 * Gets the prices, prints them, and books the remaining rows at them; then waits until every booking of it is
 * answered or only a person can continue.
 */
async function finish(link: StationLink, batchId: string, flags: Flags, io: CliIo): Promise<Batch> {
  let said = ''
  if (!isRunning(await link.run('batches.get', { batchId }))) {
    const quoted = await link.run('batches.quote', { batchId })
    if (isStopped(quoted)) return quoted
    const estimate = await link.run('batches.estimate', { batchId })
    for (const line of priceLines(estimate)) io.say(line)
    await link.run('batches.run', {
      batchId,
      isSameFileMeant: flags.again,
      agreedBookings: flags.agree,
      agreedTotals: estimate.totals,
      approvedBy: flags['approved-by'],
    })
  }
  await until(
    async () => {
      const batch = await link.run('batches.get', { batchId })
      const line = batchLine(batch)
      if (line !== said) io.say(line)
      said = line
      return batch
    },
    (batch) => !isRunning(batch),
    flags.wait,
    io,
  )
  const batch = await until(
    () => link.run('batches.get', { batchId }),
    ({ bookings: { QUEUED, SENDING, UNKNOWN } }) => QUEUED + SENDING + UNKNOWN === 0,
    Math.min(flags.wait, 60),
    io,
  )
  if (flags.results !== undefined) await writeResults(link, batchId, flags.results, io)
  return batch
}

async function writeResults({ run }: StationLink, batchId: string, path: string, io: CliIo): Promise<void> {
  const parts: Buffer[] = []
  const format = path.toLowerCase().endsWith('.xlsx') ? 'xlsx' : 'csv'
  let from: { offset?: number; snapshot?: string } | null = {}
  while (from !== null) {
    const piece: ResultsPiece = await run('batches.resultsChunk', { batchId, format, ...from })
    parts.push(Buffer.from(piece.base64, 'base64'))
    from = piece.nextOffset === null ? null : { offset: piece.nextOffset, snapshot: piece.snapshot }
  }
  await writeNamed(io, path, Buffer.concat(parts))
  io.say(`results in ${path}`)
}

/** The first rows that a person has to look at. */
async function badRows({ run }: StationLink, { batchId }: Batch): Promise<BatchRow[]> {
  const errors = await run('batches.rows', { batchId, outcome: 'error', limit: 50 })
  const failed = await run('batches.rows', { batchId, state: 'failed', limit: 50 })
  const bookingStates = [...NEVER_BOOKED, ...DOUBTED_BOOKINGS]
  const unbooked = await run('batches.rows', { batchId, bookingStates, limit: 50 })
  const known = new Set(errors.map(({ row }) => row))
  return [...errors, ...[...failed, ...unbooked].filter(({ row }) => !known.has(row))]
}

function rowLines({ row, problems, error, booking }: BatchRow): string[] {
  if (booking !== null) {
    const { state, error: why } = booking
    return [`  row ${row}: ${state}${why === null ? '' : `: ${why.code}: ${why.message}`}`]
  }
  const lines = problems.map(
    ({ row: at, column, message }) => `  row ${at}${column === null ? '' : `, ${column}`}: ${message}`,
  )
  return error === null || lines.length > 0 ? lines : [...lines, `  row ${row}: ${error.code}: ${error.message}`]
}

function batchLine({ batchId, name, state, counts, reason }: Batch): string {
  const { rows, errors, duplicates, submitted, skipped, failed } = counts
  const reported = `${rows} rows, ${errors} with errors, ${duplicates} duplicates, ${submitted} submitted, ${skipped} skipped, ${failed} failed`
  return `${state.padEnd(9)}  ${batchId}  ${name}  ${reported}${reason === null ? '' : `  (${reason.message})`}`
}
