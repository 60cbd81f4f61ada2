import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { MiddlewareHandler } from 'hono'
import { endpointAt, type Endpoint } from '../../src-shared/freight/endpoints.ts'
import { API_PATH } from '../../src-shared/freight/envelope.ts'
import type { Settings } from '../fault-api/settings.ts'
import { keyFinder, type ApiKey } from '../limits/keys.ts'
import { bare } from './bare.ts'
import { chatty } from './chatty.ts'
import { responseVariantOf, type ResponseVariant } from './variant.ts'
import { refusedByGateway } from './gateway.ts'
import { isObject, type JsonObject } from './json.ts'
import { nulls } from './nulls.ts'
import { strings } from './strings.ts'
import { terse } from './terse.ts'

const JSON_TYPE = /^application\/json\b/
/** Headers about the body's length or type: another body has its own. */
const OF_THE_BODY = ['content-length', 'content-type']

/** Puts every answer of the interface into the service's response variant, or into that of the key it was asked with. */
export function responseVariants(settings: Settings, keys: readonly ApiKey[]): MiddlewareHandler {
  const find = keyFinder(keys)
  return async (c, next) => {
    await next()
    const setting = find(c.req.header('authorization'))?.responseVariant ?? settings.responseVariant
    if (setting === 'plain' || c.res === RESPONSE_ALREADY_SENT) return
    const endpoint = endpointAt(c.req.method, c.req.path.slice(API_PATH.length))
    const responseVariant = responseVariantOf(setting, endpoint ? `${endpoint.method} ${endpoint.path}` : '')
    if (responseVariant === 'plain' || !JSON_TYPE.test(c.res.headers.get('content-type') ?? '')) return
    const said = await spoken(c.res, responseVariant, endpoint)
    // The framework adds the headers of an answer that is replaced to the new one; an empty answer in between leaves none.
    c.res = undefined
    c.res = said
  }
}

async function spoken(
  response: Response,
  responseVariant: ResponseVariant,
  endpoint: Endpoint | undefined,
): Promise<Response> {
  const { status } = response
  const text = await response.text()
  const answer = parsed(text)
  const again = (body: string | null, newStatus: number, contentType: string | null) => {
    const headers = new Headers(response.headers)
    for (const name of OF_THE_BODY) headers.delete(name)
    if (contentType !== null) headers.set('content-type', contentType)
    return new Response(body, { status: newStatus, headers })
  }
  const asJson = (body: unknown) =>
    again(JSON.stringify(body, null, responseVariant === 'chatty' ? 2 : undefined), status, 'application/json')
  // A fault that was asked for broke it already.
  if (answer === null) return again(text, status, 'application/json')
  if (status >= 400) {
    if (responseVariant !== 'gateway') return asJson(answer)
    const refusal = refusedByGateway(status, answer)
    return again(refusal.body, refusal.status, refusal.contentType)
  }
  if (responseVariant === 'gateway' || !endpoint) return asJson(answer)
  const body = inVariant(responseVariant, answer, endpoint)
  return body === undefined ? again(null, 204, null) : asJson(body)
}

/** A success in a response variant; undefined: without a body. */
function inVariant(
  responseVariant: Exclude<ResponseVariant, 'gateway'>,
  answer: JsonObject,
  endpoint: Endpoint,
): unknown {
  switch (responseVariant) {
    case 'plain':
      return answer
    case 'terse':
      return terse(answer)
    case 'nulls':
      return nulls(answer, endpoint.answer)
    case 'bare':
      return bare(answer, endpoint)
    case 'chatty':
      return chatty(answer)
    case 'strings':
      return strings(answer)
  }
}

function parsed(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}
