import { isOutOfMemory } from '../../src-node/runtime/processes.ts'
import { runtime } from '../../src-node/runtime/runtime.ts'
import { after } from '../../src-node/runtime/wait.ts'
import { StationError } from '../../src-shared/station/error.ts'
import type { CsvRow } from '../csv/csv-read.ts'
import { unreadable } from './refusal.ts'
import { tableMessageSchema, type TableMessage } from './table-thread.ts'
import type { TypedTable } from './typed-rows.ts'

/** What the reader may keep: the texts that a large workbook's cells share are the most of it. */
const HEAP_MB = 512
const YOUNG_MB = 16
/** From one window of rows to the next; records are read through once before the first. */
const LEAST_SILENCE_MS = 20_000
const SILENCE_MS_PER_MB = 1_000

const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js'

/**
 * The rows of a table as `typedRows` gives them, read in a thread of its own: what a file makes of memory or time ends the
 * thread, and the file is refused by name of what it lacks. A window of rows at a time is here.
 * @param bytes the size of the file, which decides how long its reader may be silent
 * @throws StationError UNREADABLE_FILE (details.why: memory, time, or what typedRows says), TOO_LARGE
 */
export async function* rowsInThread(table: TypedTable, bytes: number): AsyncGenerator<CsvRow> {
  const { processes, log } = runtime()
  const thread = processes.thread(new URL(`./table.worker${extension}`, import.meta.url), {
    log,
    data: table,
    limits: { heapMb: HEAP_MB, youngMb: YOUNG_MB },
  })
  let next = Promise.withResolvers<TableMessage>()
  // It may end while no one is waiting.
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

const tooMuch = () =>
  unreadable('The file takes more memory to read than a list of orders does. Split it into several.', 'memory')
const tooSlow = () =>
  unreadable(
    'The file takes longer to read than a list of orders does. Save it again, or split it into several.',
    'time',
  )
