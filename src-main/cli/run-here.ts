import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { StationError } from '../../src-shared/station/error.ts'
import type { ChildLauncher } from '../kernel/child-program.ts'
import { systemClock } from '../kernel/clock.ts'
import { runCli } from './cli.ts'
import { EXIT, type ExitCode } from './exit.ts'
import { writeWhole } from './files.ts'
import type { CliIo } from './io.ts'

interface Surroundings {
  /** Ends the running command, as Ctrl-C does. */
  interrupted: AbortController
  /** How a station that is opened for the command starts programs of its own; as Node.js does when absent. */
  launcher?: ChildLauncher
}

/** Runs a command line on this process's own streams. Resolves with its exit code; nothing is thrown. */
export async function runHere(args: readonly string[], { interrupted, launcher }: Surroundings): Promise<ExitCode> {
  process.once('SIGINT', () => interrupted.abort())
  process.once('SIGTERM', () => interrupted.abort())
  let isUnsaid = false
  for (const stream of [process.stdout, process.stderr]) {
    // A reader that has seen enough (`| head`) is no failure, and no end: what the command came to is in its exit code.
    stream.on('error', ({ code }: NodeJS.ErrnoException) => (isUnsaid ||= code !== 'EPIPE'))
  }
  const io: CliIo = {
    out: (line) => process.stdout.write(`${line}\n`),
    say: (line) => process.stderr.write(`${line}\n`),
    readFile: async (path) => new Uint8Array(await readFile(path)),
    writeFile: writeWhole,
    readInput: async () => new Uint8Array(await buffer(process.stdin)),
    env: process.env,
    clock: systemClock,
    signal: interrupted.signal,
    ...(launcher && { launcher }),
  }
  const exit = await runCli(args, io).catch((error: unknown) => {
    if (error instanceof StationError || error instanceof z.ZodError) io.say(error.message)
    else console.error(error)
    return EXIT.failed
  })
  return isUnsaid && exit === EXIT.done ? EXIT.undecided : exit
}
