import { z } from 'zod'
import { StationError, type StationErrorData } from '../../src-shared/station/error.ts'
import { archiveCommand } from './commands/archive.ts'
import { backupCommand } from './commands/backup.ts'
import { batchCommand } from './commands/batch.ts'
import { bookCommand } from './commands/book.ts'
import { doctorCommand } from './commands/doctor.ts'
import { forgetCommand } from './commands/forget.ts'
import { jobsCommand } from './commands/jobs.ts'
import { keepCommand } from './commands/keep.ts'
import { labelCommand } from './commands/label.ts'
import { ledgerCommand } from './commands/ledger.ts'
import { outboxCommand } from './commands/outbox.ts'
import { printCommand } from './commands/print.ts'
import { printersCommand } from './commands/printers.ts'
import { quoteCommand } from './commands/quote.ts'
import { settingsCommand } from './commands/settings.ts'
import { siteCommand } from './commands/site.ts'
import { supportCommand } from './commands/support.ts'
import { syncCommand } from './commands/sync.ts'
import { trackCommand } from './commands/track.ts'
import type { CliCommand } from './command.ts'
import { EXIT, type ExitCode } from './exit.ts'
import { UsageError, type CliIo } from './io.ts'

const COMMANDS: readonly CliCommand[] = [
  quoteCommand,
  bookCommand,
  batchCommand,
  outboxCommand,
  trackCommand,
  syncCommand,
  printCommand,
  printersCommand,
  jobsCommand,
  labelCommand,
  backupCommand,
  archiveCommand,
  keepCommand,
  forgetCommand,
  ledgerCommand,
  doctorCommand,
  settingsCommand,
  supportCommand,
  siteCommand,
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
    io.say(`waybill: there is no command "${word}".`)
    for (const line of overview()) io.say(line)
    return EXIT.usage
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    io.out(command.usage)
    return EXIT.done
  }
  const asJson = rest.includes('--json')
  try {
    return await command.run(rest, io)
  } catch (error) {
    if (error instanceof UsageError) {
      tell(io, asJson, { code: 'USAGE', message: error.message, retryable: false, details: {} })
      if (!asJson) io.say(`\n${command.usage}`)
      return EXIT.usage
    }
    if (error instanceof z.ZodError) {
      const message = error.issues.map((issue) => issue.message).join('\n')
      tell(io, asJson, { code: 'USAGE', message, retryable: false, details: {} })
      return EXIT.usage
    }
    if (!(error instanceof StationError)) throw error
    tell(io, asJson, error.toData())
    return EXIT.failed
  }
}

/** A script reads one line of JSON whatever happened; a person reads a sentence. */
function tell(io: CliIo, asJson: boolean, error: StationErrorData): void {
  if (asJson) io.out(JSON.stringify({ error }))
  else io.say(`${error.code}: ${error.message}`)
}

function overview(): string[] {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length))
  return [
    'waybill <command> [options]     waybill <command> --help',
    '',
    ...COMMANDS.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    '  --json          one line of JSON instead of text',
    '  --data DIR      the data folder (default: WAYBILL_DATA, or where the app keeps it)',
    '  --base-url URL  another freight service in this run; its key comes from WAYBILL_API_KEY',
    '  --log-level L   how much the log tells: error, warn, info or debug',
    '',
    `exit codes: ${EXIT.done} done, ${EXIT.failed} failed, ${EXIT.usage} wrong command line, ${EXIT.undecided} nobody knows yet (look before you repeat), ${EXIT.waiting} saved here, not sent yet`,
  ]
}
