import { expect, test } from 'vitest'
import { z } from 'zod'
import { timestampSchema } from '../../../src-shared/freight/scalar.ts'
import { errorOf, type Answer } from '../service.ts'
import type { Section } from './sections.ts'

/** One row of the interface document, as a test that is named after it. docs/interface.md lists them all. */
export function row(section: Section, name: string, check: () => Promise<void> | void): void {
  test(`${section}: ${name}`, check)
}

/** The words of the document for types, as schemas. */
export const is = {
  string: z.string().min(1),
  text: z.string(),
  number: z.number(),
  integer: z.int(),
  boolean: z.boolean(),
  array: z.array(z.unknown()),
  object: z.record(z.string(), z.unknown()),
  timestamp: timestampSchema,
  day: z.iso.date(),
}

/** An object's fields, whatever they are. */
export function recordOf(value: unknown): Record<string, unknown> {
  return is.object.parse(value)
}

/** `data` of a success, whatever it is. */
export function dataIn(answer: Answer): unknown {
  const { success, data } = recordOf(answer.body)
  expect(success, JSON.stringify(answer.body)).toBe(true)
  return data
}

/** The elements of a list that must have some. */
export function listOf(value: unknown): [Record<string, unknown>, ...Record<string, unknown>[]] {
  return z.tuple([is.object], is.object).parse(value)
}

/** A row for each field of an object of an answer: it is there, and of its type. */
export function answerFields(section: Section, read: () => unknown, fields: Record<string, z.ZodType>): void {
  for (const [field, shape] of Object.entries(fields)) {
    row(section, field, async () => {
      const record = recordOf(await read())
      expect(Object.keys(record)).toContain(field)
      expect(shape.safeParse(record[field]).error?.issues, JSON.stringify(record[field])).toBeUndefined()
    })
  }
}

export interface RequestField {
  /** A value that is taken. */
  good: unknown
  /** A value of another type or form. */
  bad: unknown
  /** Without it the request is refused. */
  isRequired?: boolean
}

export interface RequestBody {
  send(body: unknown): Promise<Answer>
  body(): unknown
  /** Where in the body the fields stand. */
  at?: readonly (string | number)[]
}

/** A row for each field of a body: a good value is taken, a bad one refused by name, and so is a missing one if required. */
export function requestFields(
  section: Section,
  { send, body, at = [] }: RequestBody,
  fields: Record<string, RequestField>,
): void {
  for (const [field, { good, bad, isRequired = false }] of Object.entries(fields)) {
    row(section, field, async () => {
      const path = [...at, field]
      const taken = await send(withValue(body(), path, good))
      expect(taken.status, JSON.stringify(taken.body)).toBeLessThan(300)
      const refused = await send(withValue(body(), path, bad))
      expect(refused.status, JSON.stringify(refused.body)).toBe(400)
      expect(errorOf(refused).code).toBe('INVALID_REQUEST')
      expect(z.object({ field: z.string() }).parse(errorOf(refused).details).field).toContain(path.join('.'))
      const without = await send(withValue(body(), path, undefined))
      if (isRequired) expect(errorOf(without).details).toMatchObject({ field: path.join('.') })
      else expect(without.status, JSON.stringify(without.body)).toBeLessThan(300)
    })
  }
}

/** The same value with another one at a path; undefined leaves the field out of the JSON. */
export function withValue(whole: unknown, path: readonly (string | number)[], value: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return value
  if (Array.isArray(whole))
    return whole.map((part: unknown, index) => (index === key ? withValue(part, rest, value) : part))
  const record = whole === undefined ? {} : recordOf(whole)
  return { ...record, [key]: withValue(record[key], rest, value) }
}
