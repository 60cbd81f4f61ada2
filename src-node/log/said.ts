import { z } from 'zod'
import { LOG_LEVELS } from '../../src-shared/station/app/log.ts'
import { errorFacts, rebuiltError, sayingIn } from './error-facts.ts'
import type { Log } from './log.ts'

/** A line of a program of ours that has no file of its own (`consoleLog`). */
const lineSchema = z.object({
  level: z.enum(LOG_LEVELS),
  what: z.string().regex(/^[a-z -]{1,60}$/),
  requestId: z.string().optional(),
  error: z
    .object({
      name: z.string().regex(/^[\w.-]{1,60}$/),
      code: z
        .string()
        .regex(/^[\w.-]{1,60}$/)
        .optional(),
      said: z.string().transform(sayingIn).optional(),
      at: z.array(z.string().regex(/^[\w.$#<>@/:-]{1,240}(?: \([\w@./:-]{1,200}\))?$/)).optional(),
    })
    .optional(),
})

const THROWN = /^(?:Uncaught )?(\w*Error)(?: \[\w+\])?: ?(.*)$/
const MOST_TEXT = 16_000

/**
 * Reads the stderr of a program or a thread and passes it on: lines of a log as they are, errors by their names
 * and frames, the last words of a dying process. Of anything else only the size: it may hold an address.
 */
export function logWhatIsSaid(stream: NodeJS.ReadableStream, log: Log): void {
  let rest = ''
  stream.on('data', (chunk: Buffer | string) => {
    const text = (rest + chunk.toString()).slice(-MOST_TEXT)
    const end = text.lastIndexOf('\n') + 1
    rest = text.slice(end)
    report(text.slice(0, end), log)
  })
  stream.on('end', () => report(rest, log))
}

function report(text: string, log: Log): void {
  const other = text.split('\n').filter((line) => line.trim() !== '' && !writeLine(line, log))
  if (other.length === 0) return
  const thrownAt = other.findIndex((line) => THROWN.test(line))
  const [, name = 'Error', message = ''] = THROWN.exec(other[thrownAt] ?? '') ?? []
  const lastWords = other.map(sayingIn).find((found) => found !== '')
  log.warn('said on stderr', {
    bytes: text.length,
    ...(lastWords !== undefined && { error: { name: 'Error', said: lastWords } }),
    ...(thrownAt >= 0 && {
      error: errorFacts(rebuiltError({ name, message, stack: other.slice(thrownAt).join('\n') })),
    }),
  })
}

function writeLine(line: string, log: Log): boolean {
  const parsed = line.startsWith('{') ? lineSchema.safeParse(jsonOf(line)) : null
  if (!parsed?.success) return false
  const { level, what, requestId, error } = parsed.data
  const { name, code, said, at } = error ?? { name: '' }
  log[level](what, {
    ...(requestId !== undefined && { requestId }),
    ...(error && {
      error: { name, ...(code !== undefined && { code }), ...(said !== undefined && { said }), ...(at && { at }) },
    }),
  })
  return true
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
