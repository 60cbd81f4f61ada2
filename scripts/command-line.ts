import { parseArgs, type ParseArgsConfig } from 'node:util'
import { z } from 'zod'

/**
 * The options of a script's command line, named as `parseArgs` takes them.
 * @param usage told to who asks by --help, and below what is wrong
 * @returns what to say where there is nothing to run
 */
export function readOptions<S extends z.ZodType>(
  options: NonNullable<ParseArgsConfig['options']>,
  schema: S,
  usage: string,
): z.output<S> | string {
  try {
    const { values } = parseArgs({ options: { ...options, help: { type: 'boolean' } } })
    if (values['help'] === true) return usage
    const parsed = schema.safeParse(values)
    return parsed.success ? parsed.data : `${parsed.error.issues.map(({ message }) => message).join('\n')}\n\n${usage}`
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n\n${usage}`
  }
}

/** What decides a run of chaos; a new word when none is given. */
export const seedOption = z
  .string()
  .regex(/^[\w-]{1,12}$/, '--seed must be 1 to 12 letters, digits, - or _')
  .default(() => Math.floor(Math.random() * 36 ** 6).toString(36))

/** Only this round of a run. */
export const roundOption = z.coerce
  .number('--round must be a number')
  .int()
  .positive('--round must be at least 1')
  .optional()

/** Asked to stop, a run ends the round under way and says what it has; asked again, it goes at once. */
export function stopBySignal(): { isAsked: boolean } {
  const stop = { isAsked: false }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stop.isAsked) process.exit(130)
      stop.isAsked = true
    })
  }
  return stop
}
