import { z } from 'zod'

/** JSON Schema 2020-12, which OpenAPI 3.1 schemas are. */
export type JsonSchema = z.core.JSONSchema.JSONSchema

const documented = new WeakMap<z.ZodType, z.ZodType>()

/** Lets a schema that decides by itself which of several forms a body has be documented as those forms. */
export function documentAs(schema: z.ZodType, forms: z.ZodType): void {
  documented.set(schema, forms)
}

/**
 * The JSON Schema of what a caller sends (`input`) or is answered (`output`). What JSON Schema has no words for, such as a
 * transformation, is left open.
 */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(documented.get(schema) ?? schema, { io, unrepresentable: 'any' })
  return rest
}
