import type { z } from 'zod'
import type { Endpoint } from '../../src-shared/freight/endpoints.ts'

/** A JSON request body of a route. */
export function jsonBody<T extends z.ZodType>(schema: T) {
  return { content: { 'application/json': { schema } }, required: true } as const
}

/** A JSON answer of a route. */
export function jsonAnswer<T extends z.ZodType>(description: string, schema: T) {
  return { description, content: { 'application/json': { schema } } } as const
}

/** The head of a route: where an endpoint of the interface is, and its purpose. */
export function routeOf<E extends Endpoint>({ method, path, summary }: E) {
  return { method: lowerCased(method), path, summary } as const
}

function lowerCased<M extends string>(method: M): Lowercase<M> {
  return method.toLowerCase() as Lowercase<M>
}
