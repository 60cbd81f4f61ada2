import { z } from 'zod'

/** JSON Schema 2020-12, which OpenAPI 3.1 schemas are. */
export type JsonSchema = z.core.JSONSchema.JSONSchema

const documented = new WeakMap<z.ZodType, z.ZodType>()

/** Lets a schema that decides in code which of several forms a body has be documented as those forms. */
export function documentAs(schema: z.ZodType, forms: z.ZodType): void {
  documented.set(schema, forms)
}

/**
 * The JSON Schema of a caller's `input` or of an `output`. Constructs without a JSON Schema equivalent, such as a
 * transformation, are left open.
 */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(documented.get(schema) ?? schema, { io, unrepresentable: 'any' })
  return rest
}
