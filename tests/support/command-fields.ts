import { z } from 'zod'
import { jsonBounds, type JsonBounds } from '../../src-shared/bounded-json.ts'
import { COMMAND_NAMES, commands, type CommandName } from '../../src-shared/station/commands.ts'

/** A field of a command's input that could be long or large, with the most that it takes. */
export interface CommandField {
  command: CommandName
  /** `.name` for a field, `[]` for an element, `|n` for the n-th choice of a union. */
  path: string
  kind: 'text' | 'number' | 'list' | 'json'
  /** Characters, size, or elements; null: none, which the table of commands must not have. For `json` its values. */
  most: number | null
  /** The least of a number; the least length of a list or text. */
  least: number | null
  json: JsonBounds | null
  schema: z.core.$ZodType
}

/** Every such field of every command. A kind of schema that is not known here fails: it may be one without a most. */
export function commandFields(): CommandField[] {
  return COMMAND_NAMES.flatMap((command) => {
    const fields: CommandField[] = []
    walk(command, commands[command].input, '', fields)
    return fields
  })
}

function walk(command: CommandName, schema: z.core.$ZodType, path: string, fields: CommandField[]): void {
  const json = jsonBounds.get(schema) ?? null
  const add = (kind: CommandField['kind'], most: number | null, least: number | null) =>
    fields.push({ command, path, kind, most, least, json, schema })
  if (json !== null) return void add('json', json.values, null)
  const next = (inner: z.core.$ZodType, step = '') => walk(command, inner, path + step, fields)

  if (schema instanceof z.ZodObject) {
    for (const [name, inner] of fieldsOf(schema)) next(inner, `.${name}`)
    const { catchall } = schema.def
    if (catchall !== undefined && !(catchall instanceof z.ZodNever))
      throw new Error(`${command}${path} takes any field`)
  } else if (schema instanceof z.ZodISODate) add('text', 'YYYY-MM-DD'.length, 'YYYY-MM-DD'.length)
  else if (isText(schema)) add('text', schema.maxLength, schema.minLength)
  else if (schema instanceof z.ZodNumber) add('number', finite(schema.maxValue), finite(schema.minValue))
  else if (schema instanceof z.ZodArray) {
    add('list', lengthCheck(schema, 'max_length'), lengthCheck(schema, 'min_length'))
    next(schema.element, '[]')
  } else if (schema instanceof z.ZodUnion) optionsOf(schema).forEach((option, index) => next(option, `|${index}`))
  else if (schema instanceof z.ZodPipe) {
    next(schema.in)
    // What is behind a transform sees what the station made itself.
  } else if (isWrapper(schema)) next(schema.unwrap())
  else if (!isClosed(schema)) throw new Error(`${command}${path} is a ${schema._zod.def.type}, whose most nobody knows`)
}

/** The fields of an object, whose own type names none. */
export function fieldsOf(schema: z.ZodObject): [name: string, schema: z.core.$ZodType][] {
  return Object.entries(schema.shape)
}

/** The choices of a union, whose own type names none. */
export function optionsOf(schema: z.ZodUnion): readonly z.core.$ZodType[] {
  return schema.options
}

/** One of a few values that the schema itself lists. */
function isClosed(schema: z.core.$ZodType): boolean {
  return (
    schema instanceof z.ZodEnum ||
    schema instanceof z.ZodLiteral ||
    schema instanceof z.ZodBoolean ||
    schema instanceof z.ZodNull
  )
}

export function isText(schema: z.core.$ZodType): schema is z.ZodString | z.ZodStringFormat {
  return schema instanceof z.ZodString || schema instanceof z.ZodStringFormat
}

export function isWrapper(
  schema: z.core.$ZodType,
): schema is z.ZodOptional | z.ZodNullable | z.ZodDefault | z.ZodPrefault {
  return (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
}

function finite(value: number | null): number | null {
  return value !== null && Number.isFinite(value) ? value : null
}

function lengthCheck(schema: z.core.$ZodType, name: 'max_length' | 'min_length'): number | null {
  for (const { _zod } of schema._zod.def.checks ?? []) {
    if (_zod.def.check !== name) continue
    const { maximum, minimum } = z
      .object({ maximum: z.number().optional(), minimum: z.number().optional() })
      .parse(_zod.def)
    return maximum ?? minimum ?? null
  }
  return null
}
