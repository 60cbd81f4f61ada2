import { onTestFinished } from 'vitest'
import { z } from 'zod'
import type { Fault } from '../../src-sandbox/fault-api/faults.ts'
import { startSandbox, type Sandbox, type SandboxOptions } from '../../src-sandbox/server.ts'
import type { Clock } from '../../src-main/kernel/clock.ts'
import type { EmbeddedService } from '../../src-main/app/environment.ts'
import { freePort } from './free-port.ts'
import { runningClock, TEST_START } from './running-clock.ts'
import { seedService, seedServiceWithSamples } from './seeded-service.ts'
import { tempDir } from './temp-dir.ts'

const waitingSchema = z.object({ waiting: z.array(z.unknown()) })
const API_KEY = 'test-key'
const FAULT_TOKEN = 'test-fault-token'
/** Samples of TEST_START serve a clock that is no further on than this. */
const A_MOMENT_MS = 60_000

/** The embedded service, held in a test's hands: its address, its faults, its clock. */
export interface TestSandbox extends EmbeddedService {
  /** What the machine's clock says to it: a fixed day, on which time passes. `jump` moves the service alone. */
  clock: Clock
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

export interface TestSandboxOptions extends Partial<Omit<SandboxOptions, 'machineNow'>> {
  /** The day that samples and promises are counted from; TEST_START when absent. */
  clock?: Clock
}

/** A real embedded service on a free port, ended with the test. */
export async function testSandbox(options: TestSandboxOptions = {}): Promise<TestSandbox> {
  const { clock = runningClock(), ...given } = options
  const dataDir = given.dataDir ?? tempDir()
  if (given.dataDir === undefined) {
    if (given.samples && Math.abs(clock.now().getTime() - Date.parse(TEST_START)) < A_MOMENT_MS)
      await seedServiceWithSamples(dataDir)
    else seedService(dataDir)
  }
  const machineNow = () => clock.now().getTime()
  const start = (port: number) =>
    startSandbox({ port, dataDir, apiKey: API_KEY, faultToken: FAULT_TOKEN, machineNow, ...given })
  let sandbox: Sandbox | null = await start(await freePort())
  const { baseUrl } = sandbox
  const { origin, port } = new URL(baseUrl)

  async function faultApi(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await fetch(`${origin}/_sandbox${path}`, {
      method,
      headers: { 'x-sandbox-token': FAULT_TOKEN, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`faultApi ${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }

  async function close(): Promise<void> {
    const running = sandbox
    sandbox = null
    await running?.close()
  }
  onTestFinished(close)

  return {
    clock,
    baseUrl,
    apiKey: API_KEY,
    faultToken: FAULT_TOKEN,
    ended: new Promise(() => undefined),
    fault: async (fault) => {
      await faultApi('POST', '/faults', fault)
    },
    clearFaults: async () => {
      await faultApi('DELETE', '/faults')
    },
    faultsWaiting: async () => waitingSchema.parse(await faultApi('GET', '/faults')).waiting.length,
    jump: async (jumpMs) => {
      await faultApi('POST', '/clock', { jumpMs })
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
