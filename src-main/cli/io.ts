import type { RunCommand } from '../app/run-command.ts'
import type { ChildLauncher } from '../kernel/child-program.ts'
import type { Clock } from '../kernel/clock.ts'
import { EXIT, type ExitCode } from './exit.ts'

/** The resources that a command of the command line may use. */
export interface CliIo {
  /** One line on standard output. */
  out(line: string): void
  /** One line on standard error: progress and sentences, never results. */
  say(line: string): void
  readFile(path: string): Promise<Uint8Array<ArrayBuffer>>
  /** Whole or not at all: a file that was there stays until the new one is complete. */
  writeFile(path: string, bytes: Uint8Array): Promise<void>
  /** Standard input to its end. */
  readInput(): Promise<Uint8Array<ArrayBuffer>>
  env: NodeJS.ProcessEnv
  clock: Clock
  /** Aborted by the first Ctrl-C. */
  signal: AbortSignal
  /** How a station that is opened for the command starts programs of its own; as Node.js does when absent. */
  launcher?: ChildLauncher
}

/** A station to run commands in: the one that is open, or one opened for this command. */
export interface StationLink {
  run: RunCommand
  /** `running`: a Waybill that was open already; `own`: opened here, and closed by `close`. */
  kind: 'running' | 'own'
  dataDir: string
  close(): Promise<void>
}

/** A failure that the person at the command line can fix. */
export class CliError extends Error {
  override readonly name: string = 'CliError'
  readonly code: string
  readonly exit: ExitCode

  constructor(code: string, message: string, exit: ExitCode = EXIT.failed) {
    super(message)
    this.code = code
    this.exit = exit
  }
}

/** A wrong command line: the message says the error and the right form. */
export class UsageError extends CliError {
  override readonly name = 'UsageError'

  constructor(message: string) {
    super('USAGE', message, EXIT.usage)
  }
}
