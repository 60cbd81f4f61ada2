import { connect } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openHttpHost, type HttpHostOptions } from '../../src-main/kernel/net/http-host.ts'
import { idleConnections } from '../support/idle-connections.ts'

/** A server that answers `/slow` when it is told to, and everything else at once. */
async function opened(limits: Partial<HttpHostOptions> = {}) {
  const failure = { cannot: 'The test cannot be served' }
  const where = { host: '127.0.0.1', port: 0, failure }
  const host = await openHttpHost({ total: 8, perAddress: 8, requestWithinMs: 10_000, ...where, ...limits })
  onTestFinished(host.close)
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<undefined>()
  host.onRequest((request, response, hold) => {
    hold()
    if (request.url === '/slow') void mayEnd.then(() => response.end('slow'))
    else response.end(String(Object.keys(request.headers).length))
  })
  return { port: host.port, url: `http://127.0.0.1:${host.port}`, end: () => end(undefined) }
}

/** What comes back for these bytes until the connection is closed. */
function said(port: number, words: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk) => (answer += String(chunk)))
    socket.on('error', () => socket.destroy())
    socket.once('close', () => resolve(answer))
    socket.write(words)
  })
}

describe('an HTTP server of ours', () => {
  it('says which port is taken, by whom it was asked for, and what to do', async () => {
    const { port } = await opened()
    await expect(opened({ port })).rejects.toMatchObject({
      code: 'LISTEN_FAILED',
      message: `The test cannot be served on 127.0.0.1:${port} (EADDRINUSE). Choose another port, or close what uses it.`,
      details: { host: '127.0.0.1', port, reason: 'EADDRINUSE' },
    })
  })

  it('closes the connection that has been idle longest when one more comes', async () => {
    const { port, url } = await opened()
    const idle = await idleConnections(port, 8, 'GET / HTTP/1.1\r\n')
    const firstGone = new Promise<void>((resolve) => idle[0]?.once('close', () => resolve()))
    expect((await fetch(url)).status).toBe(200)
    await firstGone
    expect(idle.at(-1)?.destroyed).toBe(false)
  })

  it('keeps a request that is being answered, however many idle ones come', async () => {
    const { port, url, end } = await opened()
    const slow = fetch(`${url}/slow`)
    await idleConnections(port, 40)
    end()
    expect(await (await slow).text()).toBe('slow')
  })

  it('closes those of an address that has too many, and of no other', async () => {
    const { port, url } = await opened({ total: 8, perAddress: 2 })
    const idle = await idleConnections(port, 5)
    expect((await fetch(url)).status).toBe(200)
    const open = idle.filter((socket) => !socket.destroyed && !socket.closed)
    expect(open.length).toBeLessThanOrEqual(2)
  })

  it('closes a connection whose headers do not come in time, also when they drip', async () => {
    const { port } = await opened({ headersWithinMs: 300 })
    const dripped = connect(port, '127.0.0.1')
    onTestFinished(() => void dripped.destroy())
    dripped.on('error', () => dripped.destroy())
    dripped.resume()
    dripped.write('GET / HTTP/1.1\r\nx: ')
    const drip = setInterval(() => dripped.write('x'), 20)
    const gone = new Promise<void>((resolve) => dripped.once('close', () => resolve()))
    expect(await said(port, '')).not.toContain('200 OK')
    await gone
    clearInterval(drip)
  })

  it('closes a connection whose body does not come in time', async () => {
    const { port } = await opened({ headersWithinMs: 200, requestWithinMs: 300 })
    const head = 'POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nx'
    expect(await said(port, head)).toContain('408')
  })

  it('takes sixteen kilobytes of headers, and reads no more than a few dozen', async () => {
    const { port } = await opened()
    const request = (more: string) => `GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${more}\r\n`
    expect(await said(port, request(`x: ${'x'.repeat(20_000)}\r\n`))).toContain('431')
    const many = Array.from({ length: 500 }, (_, n) => `x${n}: 1\r\n`).join('')
    expect(
      Number((await said(port, request(many))).split('\r\n').find((line) => /^\d+$/.test(line) && line !== '2')),
    ).not.toBeGreaterThan(64)
  })
})
