import { z } from 'zod'
import { StationError } from '../../src-shared/station/error.ts'
import { backupCommand } from './commands/backup.ts'
import { batchCommand } from './commands/batch.ts'
import { bookCommand } from './commands/book.ts'
import { callCommand, callHelp } from './commands/call.ts'
import { completionCommand } from './commands/completion.ts'
import { doctorCommand } from './commands/doctor.ts'
import { labelCommand } from './commands/label.ts'
import { outboxCommand } from './commands/outbox.ts'
import { printCommand } from './commands/print.ts'
import { quoteCommand } from './commands/quote.ts'
import { siteCommand } from './commands/site.ts'
import { supportCommand } from './commands/support.ts'
import { trackCommand } from './commands/track.ts'
import { issueLines, type CliCommand } from './command.ts'
import { EXIT, type ExitCode } from './exit.ts'
import { CliError, UsageError, type CliIo } from './io.ts'

/** Every command, in the order of the overview. */
export const COMMANDS: readonly CliCommand[] = [
  quoteCommand,
  bookCommand,
  batchCommand,
  outboxCommand,
  trackCommand,
  printCommand,
  labelCommand,
  backupCommand,
  doctorCommand,
  supportCommand,
  siteCommand,
  callCommand,
  completionCommand(() => COMMANDS),
]

/** Runs one command line, without the program's name. Never throws for anything a person or a service did. */
export async function runCli(args: readonly string[], io: CliIo): Promise<ExitCode> {
  const [word, ...rest] = args
  if (word === undefined || word === 'help' || word === '--help' || word === '-h') {
    for (const line of overview()) io.out(line)
    return word === undefined ? EXIT.usage : EXIT.done
  }
  const command = COMMANDS.find(({ name }) => name === word)
  if (!command) {
    io.say(`waybill: unknown command "${word}".`)
    for (const line of overview()) io.say(line)
    return EXIT.usage
  }
  const isCall = command === callCommand
  try {
    if (!rest.includes('--help') && !rest.includes('-h')) return await command.run(rest, io)
    io.out(isCall ? callHelp(rest) : command.usage)
    return EXIT.done
  } catch (error) {
    const failure = failureOf(error)
    if (failure === null) throw error
    const { exit, ...reported } = failure
    // A script reads one line of JSON in every case; a person reads a sentence.
    if (isCall) io.say(JSON.stringify({ error: reported }))
    else if (rest.includes('--json')) io.out(JSON.stringify({ error: reported }))
    else io.say(`${reported.code}: ${reported.message}${error instanceof UsageError ? `\n\n${command.usage}` : ''}`)
    return exit
  }
}

function failureOf(error: unknown) {
  if (error instanceof StationError) return { exit: EXIT.failed, ...error.toData() }
  const known = error instanceof z.ZodError ? new UsageError(issueLines(error)) : error
  if (!(known instanceof CliError)) return null
  const { code, message, exit } = known
  return { exit, code, message, retryable: false, details: {} }
}

/** What `waybill` without a command prints. */
export function overview(): string[] {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length))
  return [
    'waybill <command> [options]     waybill <command> --help',
    '',
    ...COMMANDS.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    '  --json          one line of JSON instead of text',
    '  --data DIR      the data folder (default: WAYBILL_DATA, or that of the app)',
    '  --base-url URL  another freight service in this run; its key comes from WAYBILL_API_KEY',
    '  --log-level L   how much the log includes: error, warn, info or debug',
    '',
    `exit codes: ${EXIT.done} done, ${EXIT.failed} failed, ${EXIT.usage} wrong command line, ${EXIT.undecided} result unknown (check before you repeat), ${EXIT.waiting} saved here, not sent yet`,
  ]
}
