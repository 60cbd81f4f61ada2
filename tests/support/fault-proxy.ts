import {
  createServer,
  request as forward,
  Agent,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../src-main/kernel/clock.ts'
import { z } from 'zod'
import { answerWithFault, sendAnswer, type Answer } from './fault-proxy-answer.ts'
import type { CallFamily, Fault, FaultPlan } from './fault-proxy-plan.ts'
import { freePort } from './free-port.ts'

/** One call that came through, for the trail of a booking that went wrong. */
export interface ProxiedCall {
  family: CallFamily
  /** The how-manieth of its family, from 1. */
  count: number
  method: string
  path: string
  /** Of a booking, as its body names it. */
  reference: string | null
  fault: Fault | null
  /** What the service answered; null when the call did not reach it or was not answered. */
  status: number | null
}

export interface FaultProxyOptions {
  /** The base URL of the service behind. */
  target: string
  plan: FaultPlan
  /** The caller's deadline, in milliseconds. */
  deadlineMs: number
  /** What the service's clock says. */
  clock: Clock
  /** How long the door stays shut after a `shut`; 300 ms when absent. */
  shutMs?: number
}

export interface FaultProxy {
  baseUrl: string
  calls: readonly ProxiedCall[]
  /** True while a booking is on its way to the service or carried out there. */
  isBooking(): boolean
  /** From now on everything passes as it is. */
  calm(): void
  /** How many followed a redirect away from the service with the key, or to do more than read. */
  ledAstray(): number
  close(): Promise<void>
}

const HOST = '127.0.0.1'
const SHUT_MS = 300
const referenceSchema = z.object({ reference: z.string() })

/** A real HTTP server in front of a service, which does to each call what the plan says. On loopback, on a free port. */
export async function startFaultProxy(options: FaultProxyOptions): Promise<FaultProxy> {
  const { target, plan, deadlineMs, clock, shutMs = SHUT_MS } = options
  const { origin, pathname } = new URL(target)
  const agent = new Agent({ keepAlive: true })
  const calls: ProxiedCall[] = []
  const counts: Record<CallFamily, number> = { book: 0, change: 0, look: 0, other: 0 }
  const sockets = new Set<Socket>()
  let isCalm = false
  let isClosed = false
  let bookingsUnderWay = 0
  let reopening = Promise.resolve()

  let strays = 0
  const decoy = createServer((request, response) => {
    // A document may be fetched from another server; nothing else may be asked there, and the key stays here.
    if (request.headers.authorization !== undefined || request.method !== 'GET') strays += 1
    response.end()
  })
  const decoyUrl = `http://${HOST}:${await listen(decoy, 0)}/api/v1/elsewhere`

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request)
    const { method = 'GET', url = '/' } = request
    const path = url.slice(pathname.length)
    const family = familyOf(method, path)
    const count = ++counts[family]
    const fault = isCalm ? null : plan(family, count)
    const call: ProxiedCall = { family, count, method, path, reference: referenceOf(family, body), fault, status: null }
    calls.push(call)

    let real: Answer | null = null
    if (fault === null || fault.isCarriedOut) {
      real = await passOn(call, request, body)
      if (fault?.kind === 'copied') await passOn(call, request, body)
    }
    if (fault === null) {
      if (real) sendAnswer(response, real)
      else response.destroy()
      return
    }
    await answerWithFault(response, fault, real, { deadlineMs, decoyUrl, clock })
    if (fault.kind === 'shut') shut(response)
  }

  /** Null when the service could not be reached. Its answer is taken whole, whatever the caller does meanwhile. */
  async function passOn(call: ProxiedCall, from: IncomingMessage, body: Buffer): Promise<Answer | null> {
    const isBooking = call.family === 'book'
    if (isBooking) bookingsUnderWay += 1
    try {
      const answer = await ask(`${origin}${from.url ?? '/'}`, agent, from, body)
      call.status = answer.status
      return answer
    } catch {
      // The service is gone; so is the connection to the caller.
      return null
    } finally {
      if (isBooking) bookingsUnderWay -= 1
    }
  }

  const server = createServer((request, response) => {
    take(request, response).catch(() => response.destroy())
  })
  server.keepAliveTimeout = 0
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const port = await listen(server, await freePort())

  /** Shuts the door for a moment, once the answer is out; connections that wait for their next call are closed, too. */
  function shut(response: ServerResponse): void {
    response.once('close', () => {
      if (isClosed || !server.listening) return
      server.close()
      for (const socket of sockets) socket.destroy()
      reopening = sleep(shutMs).then(async () => {
        if (!isClosed) await listen(server, port)
      })
    })
  }

  return {
    baseUrl: `http://${HOST}:${port}${pathname}`,
    calls,
    isBooking: () => bookingsUnderWay > 0,
    calm: () => {
      isCalm = true
    },
    ledAstray: () => strays,
    close: async () => {
      isClosed = true
      await reopening
      for (const each of [server, decoy]) {
        each.closeAllConnections()
        await new Promise<void>((resolve) => each.close(() => resolve()))
      }
      agent.destroy()
    },
  }
}

/** What a call is for: sending a booking, changing one, looking for one, or anything else. */
function familyOf(method: string, path: string): CallFamily {
  if (method === 'POST' && /^\/book(-shipment|\/)/.test(path)) return 'book'
  if (method === 'POST' && path.startsWith('/update-shipment/')) return 'change'
  const isLook = path.startsWith('/tracking/lookup/') || (path.startsWith('/shipments?') && path.includes('reference='))
  return method === 'GET' && isLook ? 'look' : 'other'
}

function referenceOf(family: CallFamily, body: Buffer): string | null {
  if (family !== 'book') return null
  return referenceSchema.safeParse(JSON.parse(body.toString())).data?.reference ?? null
}

async function bodyOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Headers of one connection only; the length is counted anew. */
const HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'host'])

function passedOn(headers: IncomingMessage['headers']): Record<string, string> {
  const kept = Object.entries(headers).filter(([name, value]) => typeof value === 'string' && !HOP.has(name))
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]))
}

function ask(url: string, agent: Agent, from: IncomingMessage, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { ...passedOn(from.headers), 'content-length': body.length }
    const outgoing = forward(url, { method: from.method, agent, headers }, (answer) => {
      bodyOf(answer).then(
        (whole) => resolve({ status: answer.statusCode ?? 0, headers: passedOn(answer.headers), body: whole }),
        reject,
      )
    })
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, HOST, () => {
      server.off('error', reject)
      const address = server.address()
      if (address === null || typeof address === 'string') reject(new Error('the proxy has no port'))
      else resolve(address.port)
    })
  })
}
