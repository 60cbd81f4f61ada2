import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { programArguments } from '../src-node/program-arguments.ts'
import { LABEL_FORMATS } from '../src-shared/freight/document.ts'
import { createFilesPrivately } from '../src-main/app/private-files.ts'
import { StationError } from '../src-shared/station/error.ts'
import { runMainJob } from './main-job.ts'

const USAGE = `npm run demo -- [--base-url URL] [--printer tcp://HOST:PORT] [--format ZPL|EPL|PDF|PNG] [--data DIR]

Quotes, books, prints and tracks one shipment through the very services the app uses.
  --base-url URL   another freight service than the embedded one; its key comes from WAYBILL_API_KEY
  --printer URI    another printer than the demo's own; then bytesReceived is null
  --format WORD    the label format to book with (default ZPL)
  --data DIR       keep the databases there (default: a temporary folder, removed at the end)`

const optionsSchema = z.object({
  'base-url': z.string().optional(),
  printer: z.string().optional(),
  format: z
    .string()
    .transform((word) => word.toUpperCase())
    .pipe(z.enum(LABEL_FORMATS, { error: `--format must be one of ${LABEL_FORMATS.join(', ')}` }))
    .default('ZPL'),
  data: z.string().min(1, '--data must name a folder').optional(),
})

/** 0: the label came out and its barcode is the tracking number. 1: the job failed. 2: the command line is off. */
async function main(): Promise<number> {
  const { flags: options } = programArguments(USAGE, optionsSchema)
  const dataDir = options.data ?? mkdtempSync(join(tmpdir(), 'waybill-demo-'))
  try {
    const { report, problem } = await runMainJob({
      dataDir,
      baseUrl: options['base-url'],
      apiKey: process.env['WAYBILL_API_KEY'],
      printer: options.printer,
      format: options.format,
      say: (line) => console.log(line),
    })
    if (problem !== null) console.error(problem)
    console.log(JSON.stringify(report))
    return problem === null ? 0 : 1
  } catch (error) {
    if (!(error instanceof StationError)) throw error
    console.error(`${error.code}: ${error.message}`)
    return 1
  } finally {
    if (options.data === undefined) rmSync(dataDir, { recursive: true, force: true })
  }
}

createFilesPrivately()
process.exitCode = await main()
