import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'

export interface ReceivedRequest {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

/** A real HTTP server on loopback that answers as the test says and keeps what it received. */
export async function httpServer(
  answer: (request: ReceivedRequest, response: ServerResponse, count: number) => void,
): Promise<{ baseUrl: string; received: ReceivedRequest[]; close: () => Promise<void> }> {
  const received: ReceivedRequest[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const entry = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      }
      received.push(entry)
      answer(entry, response, received.length)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  onTestFinished(close)
  return { baseUrl: `http://127.0.0.1:${address.port}/api/v1`, received, close }
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

export function errorAnswer(code: string, message = code) {
  return {
    success: false,
    data: null,
    error: { code, message, details: {} },
    meta: { requestId: 'req-1', timestamp: '2026-11-21T15:00:00Z', version: '1.0.0' },
  }
}
