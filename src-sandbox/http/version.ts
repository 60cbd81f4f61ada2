import type { MiddlewareHandler } from 'hono'
import { API_VERSION_HEADER } from '../../src-shared/freight/envelope.ts'
import { invalidField } from './failure.ts'
import { announceHeaders } from './headers.ts'

/**
 * Names the version in every answer, and refuses a request that asks for another one: an answer of a version that was not
 * asked for would be misread. A request that names none gets this one.
 * @throws FreightFailure INVALID_REQUEST, details.field X-API-Version.
 */
export function version(): MiddlewareHandler {
  const { name, value } = API_VERSION_HEADER
  return async (c, next) => {
    const asked = c.req.header(name)
    if (asked !== undefined && asked !== value) {
      throw invalidField(name, `there is no version "${asked}".`, { reason: 'UNKNOWN_VERSION', supported: [value] })
    }
    const complete = announceHeaders(c, { [name]: value })
    await next()
    complete()
  }
}
