import { z } from 'zod'
import {
  COMMAND_NAMES,
  commands,
  isCommandName,
  type CommandInput,
  type CommandName,
} from '../../../src-shared/station/commands.ts'
import { inputSchemaOf, takenBy } from '../../integrations/openapi.ts'
import { issueLines, readArguments, stationOf, type CliCommand } from '../command.ts'
import { EXIT } from '../exit.ts'
import { jsonOf, readJson } from '../files.ts'
import { UsageError, type CliIo } from '../io.ts'
import { table } from '../text.ts'

const USAGE = `waybill call                         lists every command, its lowest role, and its input
waybill call NAME --help             shows the schema of its input
waybill call NAME [--json INPUT]     runs it and prints the answer as JSON

  --json '{...}'      the input (default: {})
  --json @FILE        the input from a file; --json -: from standard input
  --json FIELD=@FILE  the JSON of a file as one field of the input

An error is one line of JSON on standard error. Exit code 0 means that the command was done; the state of a booking or a
print job is in the answer. Anything that could not be sent waits for the next time Waybill runs.`

/** `waybill call`: any row of the command table, as a screen or the local API gives it. */
export const callCommand: CliCommand = {
  name: 'call',
  usage: USAGE,
  help: callHelp,
  options: null,
  async run(args, io) {
    const { flags, words, common } = readArguments(args, z.object({ json: z.string().default('{}') }))
    const [word, ...more] = words
    if (word === undefined) {
      io.out(callHelp([]))
      return EXIT.done
    }
    if (more.length > 0) throw new UsageError('call: give one command; its input goes in --json')
    const name = known(word)
    const input = checked(name, await inputOf(flags.json, io))
    const answer = await stationOf(io, common)(({ run }) => run(name, input))
    io.out(JSON.stringify(answer, null, 2))
    return EXIT.done
  },
}

/** `waybill call --help`: the commands; with the name of one, the schema of its input. @throws UsageError */
function callHelp(args: readonly string[]): string {
  const word = args.find((arg) => !arg.startsWith('-'))
  if (word !== undefined) return JSON.stringify(inputSchemaOf(known(word)), null, 2)
  const rows = COMMAND_NAMES.toSorted().map((name) => [name, commands[name].access.least, takes(name)])
  return [USAGE, '', ...table(['command', 'least role', 'takes'], rows)].join('\n')
}

function takes(name: CommandName): string {
  const { fields, isOneOfSeveral } = takenBy(name)
  return isOneOfSeveral ? 'one of several forms' : fields.join(', ')
}

function known(word: string): CommandName {
  if (isCommandName(word)) return word
  throw new UsageError(`call: unknown command "${word}"; "waybill call" lists them all`)
}

async function inputOf(text: string, io: CliIo): Promise<unknown> {
  if (text === '-') return readJson(io, text, 'json')
  const { field, path } = /^(?:(?<field>\w+)=)?@(?<path>.+)$/s.exec(text)?.groups ?? {}
  if (path === undefined) return jsonOf(text, 'json: it')
  const file = await readJson(io, path, 'json')
  return field === undefined ? file : { [field]: file }
}

/** The input as it was given, once it is known to fit. @throws UsageError that names each field */
function checked(name: CommandName, input: unknown): CommandInput<CommandName> {
  const parsed = commands[name].input.safeParse(input)
  if (!parsed.success) throw new UsageError(issueLines(parsed.error))
  // The schema took it, so it is of its input's type.
  return input as CommandInput<CommandName>
}
