import type { z } from 'zod'

/** A JSON request body of a route. */
export function jsonBody<T extends z.ZodType>(schema: T) {
  return { content: { 'application/json': { schema } }, required: true } as const
}

/** A JSON answer of a route. */
export function jsonAnswer<T extends z.ZodType>(description: string, schema: T) {
  return { description, content: { 'application/json': { schema } } } as const
}
