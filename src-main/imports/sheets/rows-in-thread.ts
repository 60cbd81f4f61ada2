import { stat } from 'node:fs/promises'
import { isOutOfMemory } from '../../../src-node/runtime/processes.ts'
import { runtime } from '../../../src-node/runtime/runtime.ts'
import { after } from '../../../src-node/runtime/wait.ts'
import { StationError } from '../../../src-shared/station/error.ts'
import type { CsvForm, CsvRow } from '../csv/csv-read.ts'
import { unreadable } from './refusal.ts'
import { cleanRows, tableMessageSchema, type Table, type TableMessage } from './table-thread.ts'

/** Memory the reader may use: the shared texts of a large workbook are most of it. */
const HEAP_MB = 512
const YOUNG_MB = 16
/** From one window of rows to the next; records are read through once before the first. */
const LEAST_SILENCE_MS = 20_000
const SILENCE_MS_PER_MB = 1_000

const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js'

/**
 * The rows of a table as `typedRows` and `readCsvFile` give them, read in a thread of its own: excess memory or time
 * ends the thread, and the file is refused with that reason. A window of rows at a time is here.
 * @throws StationError UNREADABLE_FILE (details.why: memory, time, or what its reader says), TOO_LARGE
 */
export async function* rowsInThread(table: Table): AsyncGenerator<CsvRow> {
  // It decides how long its reader may be silent.
  const bytes = table.kind === 'csv-text' ? Buffer.byteLength(table.text) : (await stat(table.path)).size
  const { processes, log } = runtime()
  const thread = processes.thread(new URL(`./table.worker${extension}`, import.meta.url), {
    log,
    data: table,
    limits: { heapMb: HEAP_MB, youngMb: YOUNG_MB },
  })
  let next = Promise.withResolvers<TableMessage>()
  // It may end while no caller waits.
  const fail = (error: unknown) => {
    next.promise.catch(() => undefined)
    next.reject(error)
  }
  thread.ref()
  thread.on('message', (message: unknown) => next.resolve(tableMessageSchema.parse(message)))
  thread.on('error', (error: unknown) => fail(isOutOfMemory(error) ? tooMuch() : error))
  thread.on('exit', () => fail(new Error('the thread that reads a table ended without an answer')))
  try {
    for (;;) {
      const silence = after(LEAST_SILENCE_MS + (bytes / 1024 / 1024) * SILENCE_MS_PER_MB, () => fail(tooSlow()))
      const message = await next.promise.finally(() => silence.cancel())
      next = Promise.withResolvers()
      if (message.kind === 'end') return
      if (message.kind === 'refused') throw StationError.from(message.error)
      if (message.kind === 'failed') {
        const { kind: _, message: text, ...parts } = message
        throw Object.assign(new Error(text), parts)
      }
      yield* message.rows
      thread.postMessage('more')
    }
  } finally {
    await thread.terminate()
  }
}

/** A CSV of no more bytes is read here, in some milliseconds: it holds what it takes, and a thread starts in a hundred. */
const MOST_BYTES_HERE = 64 * 1024

/** The rows of a CSV file. @throws StationError UNREADABLE_FILE */
export async function* csvFileRows(path: string, form: CsvForm): AsyncGenerator<CsvRow> {
  const { encoding, delimiter, hasDelimiterLine, headerRow = 1 } = form
  const table = { kind: 'csv', path, form: { encoding, delimiter, hasDelimiterLine, headerRow } } as const
  yield* (await stat(path)).size <= MOST_BYTES_HERE ? cleanRows(table) : rowsInThread(table)
}

/** The rows of a CSV that was uploaded whole. @throws StationError UNREADABLE_FILE */
export function csvTextRows(text: string): AsyncGenerator<CsvRow> {
  const table = { kind: 'csv-text', text } as const
  return Buffer.byteLength(text) <= MOST_BYTES_HERE ? cleanRows(table) : rowsInThread(table)
}

const tooMuch = () =>
  unreadable('The file takes more memory to read than a list of orders does. Split it into several.', 'memory')
const tooSlow = () =>
  unreadable(
    'The file takes longer to read than a list of orders does. Save it again, or split it into several.',
    'time',
  )
