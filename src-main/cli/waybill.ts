import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { StationError } from '../../src-shared/station/error.ts'
import { createFilesPrivately } from '../app/private-files.ts'
import { systemClock } from '../clock.ts'
import { runCli } from './cli.ts'
import { EXIT } from './exit.ts'
import type { CliIo } from './io.ts'
import { systemLabelIo } from './label/label-io.ts'

/** The command line's way in: `npx waybill ...`. */

createFilesPrivately()
const interrupted = new AbortController()
process.once('SIGINT', () => interrupted.abort())
process.once('SIGTERM', () => interrupted.abort())
// A reader that has seen enough (`| head`) is no failure.
process.stdout.on('error', () => process.exit(EXIT.done))

const io: CliIo = {
  out: (line) => process.stdout.write(`${line}\n`),
  say: (line) => process.stderr.write(`${line}\n`),
  readFile: async (path) => new Uint8Array(await readFile(path)),
  writeFile: systemLabelIo().writeFile,
  readInput: async () => new Uint8Array(await buffer(process.stdin)),
  env: process.env,
  clock: systemClock,
  signal: interrupted.signal,
}

process.exitCode = await runCli(process.argv.slice(2), io).catch((error: unknown) => {
  if (error instanceof StationError || error instanceof z.ZodError) io.say(error.message)
  else console.error(error)
  return EXIT.failed
})
