import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { z } from 'zod'
import { LABEL_LANGUAGES } from '../../../src-labels/language.ts'
import { LABEL_FORMATS } from '../../../src-shared/freight/document.ts'
import { mediaSchema, PRINTER_DPIS } from '../../../src-shared/station/printing/printing.ts'

/** A failure that the person at the command line can put right; `exit` is 2 for a wrong command line or file. */
export class LabelCommandError extends Error {
  override readonly name = 'LabelCommandError'
  readonly code: string
  readonly exit: 1 | 2

  constructor(code: string, message: string, exit: 1 | 2) {
    super(message)
    this.code = code
    this.exit = exit
  }
}

const upper = (value: unknown) => (typeof value === 'string' ? value.toUpperCase() : value)

/** `4x6`: width and height in inches. */
export const mediaOption = z
  .string()
  .regex(/^\d+(\.\d+)?x\d+(\.\d+)?$/i, 'must be width x height in inches, such as 4x6')
  .transform((text) => {
    const [widthIn, heightIn] = text.toLowerCase().split('x').map(Number)
    return { widthIn, heightIn }
  })
  .pipe(mediaSchema)

export const dpiOption = z.coerce
  .number()
  .pipe(z.literal(PRINTER_DPIS, { error: `must be one of ${PRINTER_DPIS.join(', ')}` }))

export const languageOption = z.preprocess(
  upper,
  z.enum(LABEL_LANGUAGES, { error: `must be one of ${LABEL_LANGUAGES.join(', ')}` }),
)

export const formatOption = z.preprocess(
  upper,
  z.enum(LABEL_FORMATS, { error: `must be one of ${LABEL_FORMATS.join(', ').toLowerCase()}` }),
)

/** A count from 1 to `most`. */
export const countOption = (most: number) =>
  z.coerce.number().int('must be a whole number').min(1, 'must be at least 1').max(most, `must be at most ${most}`)

/**
 * The arguments as the schema makes them, with exactly as many words (arguments that are no options) as `names`.
 * @throws LabelCommandError USAGE that names the argument and what would be right
 */
export function labelArguments<S extends z.ZodType>(
  args: readonly string[],
  options: ParseArgsOptionsConfig,
  schema: S,
  names: readonly string[],
): { flags: z.output<S>; words: string[] } {
  const usage = (message: string) => new LabelCommandError('USAGE', message, 2)
  let parsed: ReturnType<typeof parseArgs>
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw usage(error instanceof Error ? error.message : String(error))
  }
  const { values, positionals } = parsed
  if (positionals.length !== names.length) {
    const missing = names[positionals.length]
    throw usage(missing === undefined ? `${positionals.at(-1)} is one argument too many` : `${missing} is missing`)
  }
  const flags = schema.safeParse(values)
  if (flags.success) return { flags: flags.data, words: positionals }
  throw usage(flags.error.issues.map(({ path, message }) => `--${path.join('.')} ${message}`).join('; '))
}
