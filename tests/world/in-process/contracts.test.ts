import { createServer, type Server } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { onTestFinished, describe, expect, it } from 'vitest'
import { failureOfFetch } from '../../../src-main/freight/http/failure.ts'
import { ask } from '../../../src-main/printing/status/ask.ts'
import { tcpTransport } from '../../../src-main/printing/transports/tcp.ts'
import { inRuntime, runtime } from '../../../src-node/runtime/runtime.ts'
import { after, monotonic, sleep, timeoutSignal } from '../../../src-node/runtime/wait.ts'
import { Host } from './host.ts'
import { Loop } from './loop.ts'
import { Network } from './network.ts'

/** A world with a station in it, or the machine itself: what holds here must hold in either. */
interface Ground {
  /** Runs in the runtime of a station, and lets time pass until it is through. */
  run<T>(work: () => Promise<T>): Promise<T>
  /** A service that answers so; its base URL. */
  service(answer: () => Response): Promise<string>
  /** A service that breaks every connection. */
  breakingService(): Promise<string>
  /** A printer's port that answers "ok" to what it is told and ends. */
  printer(): Promise<{ host: string; port: number }>
}

function machine(): Ground {
  const listening = (server: Server | ReturnType<typeof createTcpServer>) =>
    new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address()
        resolve(address !== null && typeof address === 'object' ? address.port : 0)
      })
      onTestFinished(() => void server.close())
    })
  return {
    run: (work) => work(),
    service: async (answer) => {
      const server = createServer((_request, response) => {
        const given = answer()
        void given.text().then((text) => {
          response.writeHead(given.status, Object.fromEntries(given.headers))
          response.end(text)
        })
      })
      return `http://127.0.0.1:${await listening(server)}`
    },
    breakingService: async () => {
      const server = createServer((request) => void request.socket.resetAndDestroy())
      return `http://127.0.0.1:${await listening(server)}`
    },
    printer: async () => {
      const server = createTcpServer({ allowHalfOpen: true }, (socket) => {
        socket.on('data', () => socket.write('ok'))
        socket.on('end', () => socket.end())
        socket.on('error', () => undefined)
      })
      return { host: '127.0.0.1', port: await listening(server) }
    },
  }
}

function world(): Ground {
  const loop = new Loop(Date.parse('2026-10-21T20:00:00.000Z'), 'contract')
  const network = new Network(loop, 'contract')
  const station = new Host('station 1', 'contract', loop, network)
  const other = new Host('other 1', 'contract', loop, network)
  return {
    run: (work) => loop.finish('the contract', 60_000, station.run(work)),
    service: async (answer) => {
      network.serve('freight.example', { host: other, fetch: answer })
      return 'http://freight.example'
    },
    breakingService: async () => {
      network.serve('freight.example', { host: other, fetch: () => Response.json({}) })
      network.weather = { 'lost-before': 1000 }
      return 'http://freight.example'
    },
    printer: async () => {
      const { port } = await network.listenFrom(other)({ host: '10.0.0.9', port: 0, highWaterMark: 4096 }, (socket) => {
        socket.on('data', () => void socket.write('ok'))
        socket.on('end', () => socket.end())
        socket.on('error', () => undefined)
      })
      return { host: '10.0.0.9', port }
    },
  }
}

describe.each([
  ['the machine', machine],
  ['a world', world],
] as const)('%s, by the ports of the runtime', (_name, make) => {
  it('gives timers in order, once, and not when they were cancelled', async () => {
    const seen: string[] = []
    await make().run(async () => {
      after(30, () => seen.push('late'))
      after(5, () => seen.push('early'))
      after(10, () => seen.push('cancelled')).cancel()
      runtime().timers.soon(() => seen.push('soon'))
      const before = monotonic()
      await sleep(60)
      expect(monotonic() - before).toBeGreaterThanOrEqual(59)
    })
    expect(seen).toEqual(['soon', 'early', 'late'])
  })

  it('breaks a sleep off with the signal, and a signal with a TimeoutError', async () => {
    await make().run(async () => {
      const signal = timeoutSignal(20)
      await expect(sleep(10_000, { signal })).rejects.toMatchObject({ name: 'TimeoutError' })
    })
  })

  it('gives chance in the shapes that are asked for', async () => {
    await make().run(async () => {
      const { random } = runtime()
      expect(random.uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(random.uuid()).not.toBe(random.uuid())
      expect(random.bytes(24)).toHaveLength(24)
      expect(random.fraction()).toBeLessThan(1)
    })
  })

  it('brings an answer whole, with its status and headers', async () => {
    const ground = make()
    const url = await ground.service(() => Response.json({ a: 1 }, { status: 429, headers: { 'Retry-After': '3' } }))
    const [status, wait, body] = await ground.run(async () => {
      const answer = await runtime().network.fetch(`${url}/x`, { method: 'POST', body: '{}' })
      return [answer.status, answer.headers.get('retry-after'), await answer.json()] as const
    })
    expect([status, wait, body]).toEqual([429, '3', { a: 1 }])
  })

  it('tells a connection that nobody takes from one that breaks, as the client reads failures', async () => {
    const ground = make()
    const url = await ground.breakingService()
    const failureAt = (where: string) =>
      ground.run(async () =>
        runtime()
          .network.fetch(where, { method: 'POST', body: '{}' })
          .then(
            () => 'answered',
            (cause: unknown) => failureOfFetch(cause, where).delivery,
          ),
      )
    expect(await failureAt(url)).toBe('uncertain')
    if (make === machine) expect(await failureAt('http://127.0.0.1:1')).toBe('unsent')
    else {
      const quiet = world()
      const nobody = quiet.run(async () =>
        runtime()
          .network.fetch('http://nobody.example')
          .then(
            () => 'answered',
            (cause: unknown) => failureOfFetch(cause, '').delivery,
          ),
      )
      expect(await nobody).toBe('unsent')
    }
  })

  it('carries bytes to a printer and its words back, and tells of a port where none is', async () => {
    const ground = make()
    const printer = await ground.printer()
    const sent = await ground.run(() => tcpTransport(printer).send(Buffer.alloc(50_000, 'x')))
    expect(sent).toMatchObject({ kind: 'accepted', bytes: 50_000 })
    const asked = await ground.run(() => ask(printer, '~HS', (soFar) => soFar.length >= 2, { deadlineMs: 2_000 }))
    expect(asked).toMatchObject({ isWhole: true })
    expect(Buffer.from(asked.answer ?? []).toString()).toContain('ok')
    const nobody = await ground.run(() => tcpTransport({ host: printer.host, port: 1 }).send(Buffer.from('x')))
    expect(nobody).toMatchObject({ kind: 'refused', error: { code: 'PRINTER_UNREACHABLE' } })
  })
})

it('work begun in a runtime stays in it', async () => {
  const loop = new Loop(0, 'stay')
  const host = new Host('station 1', 'stay', loop, new Network(loop, 'stay'))
  const seen = inRuntime(host.runtime, async () => {
    await Promise.resolve()
    return runtime() === host.runtime
  })
  expect(await seen).toBe(true)
  expect(runtime()).not.toBe(host.runtime)
})
