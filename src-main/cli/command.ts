import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { z } from 'zod'
import type { LogLevel } from '../../src-shared/station/app/log.ts'
import { logLevelSchema } from '../app/host-options.ts'
import type { ExitCode } from './exit.ts'
import { UsageError, type CliIo } from './io.ts'

/** One word of the command line, `waybill <name> ...`. */
export interface CliCommand {
  name: string
  /** For the overview. */
  summary: string
  /** Everything it takes, for `waybill <name> --help`. */
  usage: string
  /** @throws UsageError for a wrong command line, StationError for everything that fails */
  run(args: string[], io: CliIo): Promise<ExitCode>
}

/** `--copies`: how often each label comes out. */
export const copiesFlag = z.coerce
  .number()
  .int('must be a whole number')
  .min(1, 'must be at least 1')
  .max(999, 'must be at most 999')
  .default(1)

/** `--wait`: seconds. */
export const waitFlag = z.coerce.number('must be a number of seconds').nonnegative('must not be negative')

/** What every command takes beside its own options. */
const COMMON_OPTIONS = {
  json: { type: 'boolean', default: false },
  data: { type: 'string' },
  'base-url': { type: 'string' },
  'log-level': { type: 'string' },
} as const satisfies ParseArgsOptionsConfig

export interface CommonFlags {
  json: boolean
  data: string | undefined
  baseUrl: string | undefined
  logLevel: LogLevel | undefined
}

/**
 * The arguments as the schema makes them: `words` holds those that are no options.
 * @throws UsageError that names the option and what would be right
 */
export function readArguments<S extends z.ZodType>(
  args: string[],
  options: ParseArgsOptionsConfig,
  schema: S,
): { flags: z.output<S>; words: string[]; common: CommonFlags } {
  const { values, positionals } = parse(args, { ...COMMON_OPTIONS, ...options })
  const parsed = schema.safeParse(values)
  if (!parsed.success) {
    throw new UsageError(
      parsed.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`.replace(/^--: /, '')).join('\n'),
    )
  }
  return {
    flags: parsed.data,
    words: positionals,
    common: {
      json: values['json'] === true,
      data: textOf(values['data']),
      baseUrl: textOf(values['base-url']),
      logLevel: logLevelSchema.parse(values['log-level']),
    },
  }
}

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
