import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { z } from 'zod'
import type { LogLevel } from '../../src-shared/station/app/log.ts'
import { parseArgsOptions } from '../../src-node/program-arguments.ts'
import { logLevelSchema } from '../app/host-options.ts'
import type { LedgerAnswer } from '../data/ledger/ledger.ts'
import { EXIT, type ExitCode } from './exit.ts'
import { UsageError, type CliIo, type StationLink } from './io.ts'
import { linkStation } from './station-link.ts'

/** One command of the command line, `waybill <name> ...`. */
export interface CliCommand {
  name: string
  /** Everything it takes, for `waybill <name> --help`. */
  usage: string
  /** What `waybill <name> --help ...` prints instead, by the words beside it. */
  help?(args: readonly string[]): string
  /** The schema of its own options; null: it reads its arguments itself. */
  options: z.ZodType | null
  /** @throws CliError for what a person can fix here, StationError for everything that fails */
  run(args: string[], io: CliIo): Promise<ExitCode>
}

export interface CommonFlags {
  json: boolean
  data: string | undefined
  baseUrl: string | undefined
  logLevel: LogLevel | undefined
}

/** The arguments after a command's name. */
export interface Asked<F> {
  flags: F
  /** The arguments that are no options. */
  words: string[]
  common: CommonFlags
  io: CliIo
  /** In the Waybill that is open or a station of its own, which is closed again; `background`: it sends meanwhile. */
  inStation<T>(work: (link: StationLink) => Promise<T>, how?: StationUse): Promise<T>
}

interface StationUse {
  background?: boolean
  /** Another freight service than the one that --base-url names. */
  baseUrl?: string | undefined
  ledgerAnswer?: LedgerAnswer | undefined
}

/** An answer: `value` for a script that says --json, `lines` for people. `exit`: 0 when absent. */
export interface Reported {
  value: unknown
  lines: readonly string[]
  exit?: ExitCode
}

interface CommandParts<S extends z.ZodType> extends Omit<CliCommand, 'run' | 'options'> {
  /** An object of its options; --json, --data, --base-url and --log-level are every command's. */
  options: S
  /** Gives the answer, or the exit code when everything was already printed. */
  run(asked: Asked<z.output<S>>): Promise<Reported | ExitCode>
}

/** A command that is run with its arguments parsed, and whose answer is printed as JSON or as text. */
export function cliCommand<S extends z.ZodType>({ options, run, ...named }: CommandParts<S>): CliCommand {
  return {
    ...named,
    options,
    async run(args, io) {
      const asked = readArguments(args, options)
      const reported = await run({ ...asked, io, inStation: stationOf(io, asked.common) })
      if (typeof reported === 'number') return reported
      for (const line of asked.common.json ? [JSON.stringify(reported.value)] : reported.lines) io.out(line)
      return reported.exit ?? EXIT.done
    },
  }
}

/** Runs work in a station and closes everything opened for it, also when it fails. */
export function stationOf(
  { env, clock, launcher }: CliIo,
  { data: dataDir, baseUrl, logLevel }: CommonFlags,
): Asked<unknown>['inStation'] {
  return async (work, use = {}) => {
    const asked = { dataDir, logLevel, background: false, ...use, baseUrl: use.baseUrl ?? baseUrl }
    const link = await linkStation({ ...asked, env, clock, launcher })
    try {
      return await work(link)
    } finally {
      await link.close()
    }
  }
}

/** `--wait`: seconds. */
export const waitFlag = z.coerce.number('must be a number of seconds').nonnegative('must not be negative')
/** A number from 1 on. */
export const countFlag = (most: number) =>
  z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(most, `must be at most ${most}`)
/** One of these words, in any letter case. */
export const wordFlag = <const W extends readonly string[]>(words: W) =>
  z
    .string()
    .transform((word) => word.toUpperCase())
    .pipe(z.enum(words, { error: `must be one of ${words.join(', ')}` }))
export const nameFlag = z.string().trim().min(2, 'must be a name').max(40)

const COMMON_OPTIONS = {
  json: { type: 'boolean' },
  data: { type: 'string' },
  'base-url': { type: 'string' },
  'log-level': { type: 'string' },
} as const satisfies ParseArgsOptionsConfig

/**
 * The arguments as the schema makes them.
 * @throws UsageError that names the option and what would be right
 */
export function readArguments<S extends z.ZodType>(
  args: string[],
  schema: S,
): Pick<Asked<z.output<S>>, 'flags' | 'words' | 'common'> {
  const { values, positionals } = parse(args, { ...COMMON_OPTIONS, ...parseArgsOptions(schema) })
  const { json, data, 'base-url': baseUrl, 'log-level': logLevel } = values
  const parsed = schema.safeParse(values)
  if (!parsed.success) throw new UsageError(issueLines(parsed.error, '--'))
  return {
    flags: parsed.data,
    words: positionals,
    common: {
      json: json === true,
      data: textOf(data),
      baseUrl: textOf(baseUrl),
      logLevel: logLevelSchema.parse(logLevel),
    },
  }
}

/** The problems, one line per field. */
export const issueLines = ({ issues }: z.ZodError, before = ''): string =>
  issues.map(({ path, message }) => (path.length === 0 ? message : `${before}${path.join('.')}: ${message}`)).join('\n')

function parse(args: string[], options: ParseArgsOptionsConfig) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
