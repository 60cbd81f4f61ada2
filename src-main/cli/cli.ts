import { z } from 'zod'
import { StationError } from '../../src-shared/station/error.ts'
import { issueLines, type CliCommand } from './command.ts'
import { EXIT, type ExitCode } from './exit.ts'
import { CliError, UsageError, type CliIo } from './io.ts'

interface ListedCommand {
  name: string
  /** For the overview. */
  summary: string
  /** Its code, which only its own run needs. */
  load(): Promise<CliCommand>
}

/** Every command, in the order of the overview. */
export const COMMANDS: readonly ListedCommand[] = [
  { name: 'quote', summary: 'get rates', load: async () => (await import('./commands/quote.ts')).quoteCommand },
  {
    name: 'book',
    summary: 'book a rate of a quote',
    load: async () => (await import('./commands/book.ts')).bookCommand,
  },
  {
    name: 'batch',
    summary: 'check and book a CSV file of shipments',
    load: async () => (await import('./commands/batch.ts')).batchCommand,
  },
  {
    name: 'outbox',
    summary: 'bookings that are not sent, unknown, or need an answer',
    load: async () => (await import('./commands/outbox.ts')).outboxCommand,
  },
  { name: 'track', summary: 'track shipments', load: async () => (await import('./commands/track.ts')).trackCommand },
  {
    name: 'print',
    summary: "print a shipment's label, or a label file",
    load: async () => (await import('./commands/print.ts')).printCommand,
  },
  {
    name: 'label',
    summary: 'inspect, convert and draw label files; print labels of your own',
    load: async () => (await import('./commands/label.ts')).labelCommand,
  },
  {
    name: 'backup',
    summary: 'back up, list, verify and restore the records',
    load: async () => (await import('./commands/backup.ts')).backupCommand,
  },
  {
    name: 'doctor',
    summary: 'check everything this station needs to work',
    load: async () => (await import('./commands/doctor.ts')).doctorCommand,
  },
  {
    name: 'support',
    summary: 'write a support file: log, versions, status',
    load: async () => (await import('./commands/support.ts')).supportCommand,
  },
  {
    name: 'site',
    summary: 'run and manage a site of stations',
    load: async () => (await import('./commands/site.ts')).siteCommand,
  },
  {
    name: 'call',
    summary: 'run any command of the station, with its input as JSON',
    load: async () => (await import('./commands/call.ts')).callCommand,
  },
  {
    name: 'completion',
    summary: 'a script that completes these commands in your shell',
    load: async () => (await import('./commands/completion.ts')).completionCommand(loadCommands),
  },
]

/** The code of them all, in the same order. */
export const loadCommands = (): Promise<CliCommand[]> => Promise.all(COMMANDS.map(({ load }) => load()))

/** Runs one command line, without the program's name. Never throws for anything a person or a service did. */
export async function runCli(args: readonly string[], io: CliIo): Promise<ExitCode> {
  const [word, ...rest] = args
  if (word === undefined || word === 'help' || word === '--help' || word === '-h') {
    for (const line of overview()) io.out(line)
    return word === undefined ? EXIT.usage : EXIT.done
  }
  const listed = COMMANDS.find(({ name }) => name === word)
  if (!listed) {
    io.say(`waybill: unknown command "${word}".`)
    for (const line of overview()) io.say(line)
    return EXIT.usage
  }
  const command = await listed.load()
  const isCall = command.name === 'call'
  try {
    if (!rest.includes('--help') && !rest.includes('-h')) return await command.run(rest, io)
    io.out(command.help?.(rest) ?? command.usage)
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
  if (error instanceof StationError) {
    const data = error.toData()
    return { exit: data.code === 'STATION_GONE' ? EXIT.undecided : EXIT.failed, ...data }
  }
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
