import { createHmac } from 'node:crypto'
import { httpServer, type ReceivedRequest } from '../../support/http-server.ts'
import { bodySchema, createDesk, type Said } from './desk.ts'
import { inManner, type Json, type ResponseVariant } from './manners.ts'

/**
 * A freight service of other makers, written from the interface document alone and small: what the document calls "not shown"
 * it does not have. Its ids are digits, its list of shipments is short, and a booking's answer holds no label.
 */
export async function outsider(responseVariant: ResponseVariant, now: () => number) {
  const isOdd = responseVariant === 'odd'
  const { baseUrl: storage, received: fetchedElsewhere } = await httpServer(({ url }, response) => {
    const id = /\/papers\/(\w+)/.exec(url)?.[1]
    const stored = id === undefined ? signatureImage : desk.content(id).body
    response.writeHead(200, { 'content-type': 'application/octet-stream' })
    response.end(typeof stored === 'string' || Buffer.isBuffer(stored) ? stored : '')
  })
  const desk = createDesk(isOdd, now, storage)
  let losesAnswerTo: string | null = null

  function answerTo({ method, url, headers, body }: ReceivedRequest): Said {
    const { pathname, searchParams } = new URL(url, 'http://outsider')
    const path = pathname.slice('/api/v1'.length)
    if (headers.authorization !== 'Bearer outsider-key' && path !== '/help') {
      return desk.noKey
    }
    for (const [verb, pattern, say] of desk.routes) {
      const match = verb === method ? pattern.exec(path) : null
      if (!match) continue
      const words = match.slice(1).map((word) => decodeURIComponent(word))
      return say({ words, query: searchParams, body: body === '' ? {} : bodySchema.parse(JSON.parse(body)) })
    }
    return desk.noRoute
  }

  const { baseUrl, received } = await httpServer((request, response) => {
    const { status, body, type, headers = {} } = answerTo(request)
    if (losesAnswerTo !== null && request.url.endsWith(losesAnswerTo)) {
      losesAnswerTo = null
      response.destroy()
      return
    }
    const said =
      body === null || typeof body === 'string' ? body : status < 400 ? inManner(responseVariant, body) : body
    const text = typeof said === 'string' ? said : said === undefined || said === null ? '' : JSON.stringify(said)
    const contentType = type ?? 'application/json'
    response
      .writeHead(text === '' && status < 300 ? 204 : status, {
        ...(text !== '' && { 'content-type': contentType }),
        ...headers,
      })
      .end(text)
  })

  return {
    baseUrl,
    received,
    fetchedElsewhere,
    shipments: desk.shipments,
    /** Carries the next call of this path out and breaks its connection. */
    loseAnswerTo: (path: string) => {
      losesAnswerTo = path
    },
    pass: desk.pass,
    /** A delivery of a webhook as the interface signs it, under this service's own header. */
    delivery: (secret: string, payload: Json) => {
      const body = JSON.stringify(payload)
      const digest = createHmac('sha256', secret).update(body).digest('hex')
      return { method: 'POST', body, headers: { 'X-Outsider-Signature': `sha256=${digest}` } }
    },
  }
}

/** One white dot. */
const signatureImage = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=',
  'base64',
)
