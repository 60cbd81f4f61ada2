import { createServer, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { createTransport, type TransportOptions } from '../../src-main/freight/http/transport.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { freightFailure } from '../support/freight.ts'
import { httpServer } from '../support/http-server.ts'

const DEADLINE_MS = 400

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n'

/** A server that answers each connection with these bytes, one every few milliseconds, and never comes to an end. */
async function drippingServer(atOnce: string, dripped: string) {
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    let at = 0
    socket.once('data', () => {
      socket.write(atOnce)
      const timer = setInterval(() => socket.write(dripped[at++ % dripped.length] ?? ''), 10)
      socket.once('close', () => clearInterval(timer))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return { port: address.port, connections: () => connections }
}

const transport = (baseUrl: string, options: Partial<TransportOptions> = {}) =>
  createTransport(async () => ({ baseUrl, apiKey: 'key' }), {
    clock: new FakeClock(),
    deadlineMs: DEADLINE_MS,
    random: () => 0,
    ...options,
  })

const read = { method: 'GET', path: '/shipments', family: 'general', repeatable: 'read' } as const

describe('one deadline for the whole call', () => {
  it.each([
    ['its headers', 'HTTP/1.1 200 OK\r\n', 'x-more: and more\r\n'],
    ['its body', `${HEAD}\r\n{`, ' '],
  ])('ends one whose server drips %s byte by byte', async (_what, atOnce, dripped) => {
    const { port, connections } = await drippingServer(atOnce, dripped)
    const error = await freightFailure(transport(`http://127.0.0.1:${port}/api/v1`).json(read, z.unknown()))
    expect(error).toMatchObject({ code: 'SERVICE_TIMEOUT', delivery: 'uncertain' })
    expect(connections()).toBe(1)
  })

  it('covers the attempts and the pauses between them', async () => {
    const { baseUrl, received } = await httpServer((_request, response, count) => {
      // The second is never answered: with a deadline of its own it would be followed by a third.
      if (count === 1) response.writeHead(500).end()
    })
    const error = await freightFailure(transport(baseUrl, { deadlineMs: 5 * DEADLINE_MS }).json(read, z.unknown()))
    expect(error.code).toBe('SERVICE_TIMEOUT')
    expect(received).toHaveLength(2)
  })

  it('does not wait for an attempt for which no time would be left', async () => {
    const { baseUrl, received } = await httpServer((_request, response) =>
      response.writeHead(503, { 'retry-after': '5' }).end(),
    )
    const error = await freightFailure(transport(baseUrl, { deadlineMs: 4_000 }).json(read, z.unknown()))
    expect(error).toMatchObject({ code: 'SERVICE_FAILED', retryAfterMs: 5_000 })
    expect(received).toHaveLength(1)
  })

  it('ends a document that another host drips, and a name that nobody finds', async () => {
    const { port } = await drippingServer(`${HEAD}\r\n%PDF`, ' ')
    const service = 'http://127.0.0.1:1/api/v1'
    const dripped = await freightFailure(transport(service).documentAt(`http://127.0.0.1:${port}/label.pdf`))
    expect(dripped.delivery).toBe('uncertain')
    const unresolved = transport(service, { resolve: () => new Promise(() => undefined) })
    const lost = await freightFailure(unresolved.documentAt('https://documents.example/label.pdf'))
    expect(lost.code).toBe('SERVICE_TIMEOUT')
  })
})
