import { createServer, type IncomingHttpHeaders } from 'node:http'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { webhookPayloadSchema, type WebhookPayload } from '../../src-shared/freight/webhook.ts'

export interface Received {
  path: string
  headers: IncomingHttpHeaders
  /** The raw body. */
  body: string
  payload: WebhookPayload
}

/** Somebody's HTTP server that webhooks are sent to. `answer` is what it answers from now on; null: nothing at all. */
export interface Receiver {
  url: string
  received: Received[]
  answer: { status: number; headers?: Record<string, string>; body?: string } | null
  /** Resolves once this many deliveries have come in all. */
  count(wanted: number): Promise<Received[]>
}

/** A receiver on the loopback address, ended with the test. */
export async function testReceiver(): Promise<Receiver> {
  const received: Received[] = []
  let announce = () => {}
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      received.push({
        path: request.url ?? '',
        headers: request.headers,
        body,
        payload: webhookPayloadSchema.parse(JSON.parse(body)),
      })
      if (receiver.answer) response.writeHead(receiver.answer.status, receiver.answer.headers).end(receiver.answer.body)
      announce()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answer: { status: 204 },
    count: async (wanted) => {
      while (received.length < wanted) {
        await new Promise<void>((resolve) => {
          announce = resolve
        })
      }
      return received
    },
  }
  return receiver
}
