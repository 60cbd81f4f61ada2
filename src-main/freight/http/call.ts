import type { z } from 'zod'
import { ENDPOINTS, type Endpoint, type EndpointName, type PathWord } from '../../../src-shared/freight/endpoints.ts'
import { filledPath } from './path.ts'

/** One call of an endpoint, ready for the transport. */
export interface FreightCall extends Pick<Endpoint, 'method' | 'family' | 'repeatable'> {
  /** Below the base URL, each part already encoded. */
  path: string
  query?: Record<string, string | number | boolean | undefined>
  body?: unknown
}

type Asked<E extends Endpoint> = ([PathWord<E['path']>] extends [never]
  ? { words?: never }
  : { words: Record<PathWord<E['path']>, string> }) &
  (E extends { body: z.ZodType } ? { body: z.input<E['body']> } : { body?: never }) & { query?: FreightCall['query'] }

/**
 * A call of an endpoint: its parameters filled into the path, its body as the interface has it.
 * @throws FreightError INVALID_REQUEST, unsent, for a value that cannot be in a path
 */
export function callOf<N extends EndpointName>(name: N, asked: Asked<(typeof ENDPOINTS)[N]>): FreightCall {
  const { method, family, repeatable, path }: Endpoint = ENDPOINTS[name]
  const {
    words = {},
    query,
    body,
  }: { words?: Record<string, string>; query?: FreightCall['query']; body?: unknown } = asked
  return {
    method,
    family,
    repeatable,
    path: filledPath(path, words),
    ...(query && { query }),
    ...(body !== undefined && { body }),
  }
}
