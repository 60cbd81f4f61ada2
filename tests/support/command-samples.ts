import { z } from 'zod'
import { commands } from '../../src-shared/station/commands.ts'
import { fieldsOf, isText, isWrapper, optionsOf, type CommandField } from './command-fields.ts'

/** Texts of the forms that schemas ask for; the first that fits is taken. */
const FORMS = [
  'x',
  'x'.repeat(16),
  'QUJD',
  '08:00',
  '2026-11-23',
  '2026-11-23T10:00:00Z',
  '2026-11-23T09:30',
  '11/23/2026 08:00 -6',
  '43211503',
  'USD',
  'LLB',
  '/x',
  'x.csv',
  'http://127.0.0.1:9/',
  '9565550123',
  'a@b.example',
]

/** How a text is made longer and keeps its form. */
const LONG_FORMS: ((length: number) => string)[] = [
  (length) => 'x'.repeat(length),
  (length) => 'A'.repeat(length - (length % 4)),
  (length) => `/${'x'.repeat(length - 1)}`,
  (length) => `${'x'.repeat(Math.max(0, length - 4))}.csv`,
  (length) => `http://127.0.0.1:9/${'x'.repeat(Math.max(0, length - 19))}`,
  (length) => `2026-11-23T10:00:00.${'0'.repeat(Math.max(0, length - 21))}Z`,
  (length) => '5'.repeat(length),
  (length) => `${'x'.repeat(Math.max(1, length - 2))}@x`,
]

const NUMBERS = [1, 0, 2, 100, 150, 203]

/**
 * Values for fields, where any other leads nowhere: by name, for wherever a field of that name must be there, or by command and
 * path, which puts one there although it may be left out.
 */
export type Known = Record<string, unknown>

/** An input of a field's command that has `value` in that field and plausible values in those that must be there. */
export function inputWith(field: CommandField, value: unknown, known: Known): unknown {
  return sampleOf(commands[field.command].input, '', { field, value, known })
}

interface Plan {
  field: CommandField
  value: unknown
  known: Known
}

function sampleOf(schema: z.core.$ZodType, path: string, plan: Plan): unknown {
  const { field, value, known } = plan
  const leads = (to: string) => field.path === to || ['.', '[', '|'].some((sign) => field.path.startsWith(to + sign))
  const isGoal = field.path === path && schema === field.schema
  if (isGoal) return value
  const place = `${field.command}${path}`
  if (!leads(path) && place in known) return known[place]
  if (isWrapper(schema)) {
    const isNeeded = leads(path) || !z.safeParse(schema, undefined).success
    return isNeeded ? sampleOf(schema.unwrap(), path, plan) : undefined
  }
  if (schema instanceof z.ZodPipe) return sampleOf(schema.in, path, plan)
  const name = /\.(\w+)$/.exec(path)?.[1]
  if (!leads(path) && name !== undefined && name in known) return known[name]
  if (schema instanceof z.ZodObject) {
    const entries = fieldsOf(schema)
      .map(([key, inner]) => [key, sampleOf(inner, `${path}.${key}`, plan)] as const)
      .filter(([, inner]) => inner !== undefined)
    return Object.fromEntries(entries)
  }
  if (schema instanceof z.ZodUnion) {
    const index = Math.max(
      0,
      optionsOf(schema).findIndex((_option, at) => leads(`${path}|${at}`)),
    )
    const option = optionsOf(schema)[index]
    return option === undefined ? undefined : sampleOf(option, `${path}|${index}`, plan)
  }
  if (schema instanceof z.ZodArray) return [sampleOf(schema.element, `${path}[]`, plan)]
  return smallest(schema)
}

/** A value that is no more than right. */
function smallest(schema: z.core.$ZodType): unknown {
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodLiteral) return [...schema.values][0]
  if (schema instanceof z.ZodBoolean) return false
  if (schema instanceof z.ZodNull) return null
  const candidates: unknown[] = isText(schema) ? FORMS : schema instanceof z.ZodNumber ? NUMBERS : [{}]
  return candidates.find((value) => z.safeParse(schema, value).success) ?? candidates[0]
}

/** The largest that a field takes, and one more of it. */
export function edgeOf(field: CommandField): { most: unknown; more: unknown } {
  const { kind, schema, json } = field
  const most = field.most ?? 0
  if (kind === 'number') return { most, more: most + Math.max(1, most * Number.EPSILON) }
  if (kind === 'text') {
    const form = LONG_FORMS.find((long) => z.safeParse(schema, long(most)).success)
    return { most: form?.(most) ?? smallest(schema), more: (form ?? LONG_FORMS[0])?.(most + 4) }
  }
  if (kind === 'json' && json !== null) {
    // An object in which one list holds all the values there may be.
    const list = (length: number) => ({ list: Array.from({ length }, () => 0) })
    return { most: list(json.values - 2), more: list(json.values - 1) }
  }
  if (!(schema instanceof z.ZodArray)) throw new Error(`${field.command}${field.path} is no list`)
  const elements = (length: number) => Array.from({ length }, (_, index) => elementOf(schema.element, index))
  return { most: elements(most), more: elements(most + 1) }
}

/** The n-th element of a list: another than the one before where that is possible. */
function elementOf(schema: z.core.$ZodType, index: number): unknown {
  if (isWrapper(schema)) return elementOf(schema.unwrap(), index)
  if (schema instanceof z.ZodPipe) return elementOf(schema.in, index)
  if (schema instanceof z.ZodArray) return [elementOf(schema.element, index)]
  if (schema instanceof z.ZodEnum) return schema.options[index % schema.options.length]
  if (schema instanceof z.ZodUnion) return elementOf(optionsOf(schema)[0] ?? schema, index)
  if (isText(schema) && z.safeParse(schema, `x${index}`).success) return `x${index}`
  if (!(schema instanceof z.ZodObject)) return smallest(schema)
  return Object.fromEntries(
    fieldsOf(schema)
      .filter(([, inner]) => !z.safeParse(inner, undefined).success)
      .map(([name, inner]) => [name, elementOf(inner, index)]),
  )
}

/** What a broken program sends in the place of anything. */
export const JUNK: readonly unknown[] = [
  null,
  true,
  -1,
  1.5,
  Number.NaN,
  Number.MAX_VALUE,
  '',
  '\u0000',
  '../../etc/passwd\u0000',
  '\ud800',
  "'; DROP TABLE booking; --",
  'x'.repeat(100_000),
  [],
  [[]],
  Array.from({ length: 30_000 }, () => 'x'),
  {},
  { toString: 'x', constructor: null },
  JSON.parse('{"__proto__": {"polluted": true}}'),
]
