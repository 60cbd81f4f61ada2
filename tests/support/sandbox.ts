import { onTestFinished } from 'vitest'
import { z } from 'zod'
import type { Fault } from '../../src-sandbox/door/faults.ts'
import { startSandbox, type Sandbox, type SandboxOptions } from '../../src-sandbox/server.ts'
import type { EmbeddedService } from '../../src-main/environment.ts'
import { tempDir } from './temp-dir.ts'

const waitingSchema = z.object({ waiting: z.array(z.unknown()) })
const API_KEY = 'test-key'
const DOOR_TOKEN = 'test-door-token'

/** The embedded service, held in a test's hands: its address, its faults, its clock. */
export interface TestSandbox extends EmbeddedService {
  /** Makes the next matching requests go wrong. */
  fault(fault: Partial<Omit<Fault, 'fault'>> & { fault?: Partial<Fault['fault']> }): Promise<void>
  clearFaults(): Promise<void>
  /** How many faults have not met their request yet. */
  faultsWaiting(): Promise<number>
  /** Moves the service's clock forward. */
  jump(ms: number): Promise<void>
  /** Asks the service itself, past the station. */
  get(path: string): Promise<unknown>
  /** Ends the service; `reopen` starts it again on the same data and port. */
  close(): Promise<void>
  reopen(): Promise<void>
}

/** A real embedded service on a free port, ended with the test. */
export async function testSandbox(options: Partial<SandboxOptions> = {}): Promise<TestSandbox> {
  const dataDir = tempDir()
  const start = (port: number) => startSandbox({ port, dataDir, apiKey: API_KEY, doorToken: DOOR_TOKEN, ...options })
  let sandbox: Sandbox | null = await start(0)
  const { baseUrl } = sandbox
  const { origin, port } = new URL(baseUrl)

  async function door(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await fetch(`${origin}/_sandbox${path}`, {
      method,
      headers: { 'x-sandbox-token': DOOR_TOKEN, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`door ${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }

  async function close(): Promise<void> {
    const running = sandbox
    sandbox = null
    await running?.close()
  }
  onTestFinished(close)

  return {
    baseUrl,
    apiKey: API_KEY,
    doorToken: DOOR_TOKEN,
    ended: new Promise(() => undefined),
    fault: async (fault) => {
      await door('POST', '/faults', fault)
    },
    clearFaults: async () => {
      await door('DELETE', '/faults')
    },
    faultsWaiting: async () => waitingSchema.parse(await door('GET', '/faults')).waiting.length,
    jump: async (jumpMs) => {
      await door('POST', '/clock', { jumpMs })
    },
    get: async (path) => {
      const answer = await fetch(baseUrl + path, { headers: { authorization: `Bearer ${API_KEY}` } })
      return answer.json()
    },
    close,
    reopen: async () => {
      sandbox ??= await start(Number(port))
    },
  }
}
