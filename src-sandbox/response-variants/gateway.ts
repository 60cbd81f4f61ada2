import { isObject, type JsonObject } from './json.ts'

/** A refusal as it leaves the house. */
export interface Refusal {
  status: number
  contentType: string
  body: string
}

const page = (title: string) =>
  `<html>\n<head><title>${title}</title></head>\n<body>\n<center><h1>${title}</h1></center>\n<hr><center>nginx</center>\n</body>\n</html>\n`

/** A refusal of the service in the words of a gateway in front of it, or of its framework. */
export function refusedByGateway(status: number, answer: unknown): Refusal {
  const error = isObject(answer) && isObject(answer['error']) ? answer['error'] : {}
  const details = isObject(error['details']) ? error['details'] : {}
  switch (status) {
    case 401:
      return json(401, { message: 'Unauthorized' })
    case 403:
      return json(403, { message: 'You cannot consume this service' })
    case 429:
      return json(429, { message: 'API rate limit exceeded' })
    case 413:
      return html(413, '413 Request Entity Too Large')
    case 500:
      return html(502, '502 Bad Gateway')
    case 503:
      return html(503, '503 Service Temporarily Unavailable')
    case 404:
      if (details['reason'] === 'NO_SUCH_ENDPOINT') {
        return json(404, { message: 'no Route matched with those values' })
      }
      return json(404, { error })
    default:
      return asOfAFramework(status, error, details)
  }
}

/** Three habits, by the code: one reason is always refused in one way. */
function asOfAFramework(status: number, error: JsonObject, details: JsonObject): Refusal {
  const code = typeof error['code'] === 'string' ? error['code'] : ''
  const list = Object.entries(details).map(([field, value]) => ({ field, message: describe(value) }))
  switch (code.length % 3) {
    case 0:
      return json(422, { success: false, data: null, error: { ...error, details: list } })
    case 1:
      return json(200, { success: false, data: null, error })
    default:
      return json(status, { error })
  }
}

const describe = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
const json = (status: number, body: unknown): Refusal => ({
  status,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
})
const html = (status: number, title: string): Refusal => ({ status, contentType: 'text/html', body: page(title) })
