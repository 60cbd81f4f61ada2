import type { z } from 'zod'
import type { Message } from '../messages/catalogue.ts'

/** A field's error, to be shown in the language in use. */
export type FieldError = Message

/** Errors by the dotted path of their field, e.g. `cargo.0.weight`. */
export type FieldErrors = Readonly<Record<string, FieldError>>

/** A form that was read: the station's input, or the errors of its fields. */
export type ParsedForm<T> = { ok: true; input: T } | { ok: false; errors: FieldErrors }

/** A schema's issue in the catalogue's words; the schema's own sentences are for programs that call the station. */
function issueError(issue: z.core.$ZodIssue, isBlank: boolean): FieldError {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'int') return { key: 'field.whole' }
      return { key: issue.expected === 'number' && !isBlank ? 'field.number' : 'field.required' }
    case 'too_small':
      if (issue.origin === 'string' || issue.origin === 'array') return { key: 'field.required' }
      return {
        key: issue.inclusive ? 'field.atLeast' : 'field.moreThan',
        params: { minimum: Number(issue.minimum) },
      }
    case 'too_big':
      return {
        key: issue.origin === 'string' ? 'field.tooLong' : 'field.atMost',
        params: { maximum: Number(issue.maximum) },
      }
    case 'invalid_format':
      if (issue.format === 'url') return { key: 'field.url' }
      return { key: issue.format === 'date' ? 'field.day' : 'field.characters' }
    default:
      return { key: 'field.invalid' }
  }
}

/**
 * The first issue of each field.
 * @param input what was read, so that a number that is left out is distinguished from one that cannot be read
 */
export function fieldErrors(error: z.ZodError, input?: unknown): FieldErrors {
  const errors: Record<string, FieldError> = {}
  for (const issue of error.issues) {
    errors[issue.path.join('.')] ??= issueError(issue, input !== undefined && isBlankAt(input, issue.path))
  }
  return errors
}

function isBlankAt(input: unknown, path: readonly PropertyKey[]): boolean {
  const found = path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    input,
  )
  return found === undefined
}

/** Reads a form that is nothing more than its schema. */
export function parseWith<T>(schema: z.ZodType<T>, form: unknown): ParsedForm<T> {
  const parsed = schema.safeParse(form)
  return parsed.success ? { ok: true, input: parsed.data } : { ok: false, errors: fieldErrors(parsed.error) }
}

/** Reads a stored value by its schema; null: it does not fit. */
export const readWith =
  <T>(schema: z.ZodType<T>) =>
  (body: unknown): T | null => {
    const parsed = schema.safeParse(body)
    return parsed.success ? parsed.data : null
  }

/** Did anything under this path fail? */
export function hasErrorUnder(errors: FieldErrors, path: string): boolean {
  return Object.keys(errors).some((key) => key === path || key.startsWith(`${path}.`))
}
