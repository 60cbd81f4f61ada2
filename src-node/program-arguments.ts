import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { z } from 'zod'

export interface ProgramArguments<F> {
  flags: F
  /** The arguments that are no options. */
  words: string[]
}

interface Taken {
  /** Arguments that are no options; without it there are none. */
  words?: boolean
  args?: readonly string[]
}

/**
 * The arguments of a program that a person starts. `--help` prints the usage and ends it with 0; an option that there is
 * not, or a value that is none, prints a line that names it and ends it with 2. Nothing may be started before.
 */
export function programArguments<S extends z.ZodType>(
  usage: string,
  schema: S,
  { words = false, args = process.argv.slice(2) }: Taken = {},
): ProgramArguments<z.output<S>> {
  if (args.includes('--help') || args.includes('-h')) {
    console.log(usage)
    process.exit(0)
  }
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: parseArgsOptions(schema),
      allowPositionals: words,
      allowNegative: true,
    })
    return { flags: schema.parse(values), words: positionals }
  } catch (error) {
    return refuseArguments(error)
  }
}

/** Ends the program with 2 and what is wrong with its arguments. @throws what is no fault of theirs */
export function refuseArguments(error: unknown): never {
  const why = whyRefused(error)
  if (why === null) throw error
  console.error(`${why}; see --help`)
  process.exit(2)
}

/** What is wrong with arguments, in a line; null: it is another fault. */
function whyRefused(error: unknown): string | null {
  if (error instanceof z.ZodError) {
    const lines = error.issues.map((issue) => {
      const { path, message } = issue
      if (message.startsWith('--') || path.length === 0) return message
      // What the library says of a text that is no number is for programmers.
      const isNoNumber = issue.code === 'invalid_type' && issue.expected === 'number'
      return `--${path.join('.')}: ${isNoNumber ? 'must be a number' : message}`
    })
    return lines.join('; ')
  }
  const isOfParseArgs = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  // Behind the first sentence it explains how to write an argument that begins with a dash.
  return isOfParseArgs ? (error.message.split(/\. |\n/)[0] ?? '').replace(/\.$/, '') : null
}

/** A schema's options for `parseArgs`: of each only its kind matters, a switch, one that may be repeated, or a text. */
export function parseArgsOptions(schema: z.ZodType): ParseArgsOptionsConfig {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const type = typeof property === 'object' ? property.type : undefined
      return [name, type === 'boolean' ? { type } : { type: 'string' as const, multiple: type === 'array' }]
    }),
  )
}
