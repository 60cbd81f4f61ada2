import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { z } from 'zod'
import type { QuoteRequest } from '../../src-shared/freight/quote.ts'
import type { FaultRequest } from '../../src-sandbox/fault-api/faults.ts'
import { runningClock, TEST_START } from '../support/running-clock.ts'
import { seedService } from '../support/seeded-service.ts'
import { addDays, dayOf, isBusinessDay } from '../../src-sandbox/calendar.ts'
import { startSandbox, type Sandbox, type SandboxOptions } from '../../src-sandbox/server.ts'

export const API_KEY = 'test-key'
export const FAULT_TOKEN = 'fault-token'
export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

export interface Answer {
  status: number
  headers: Headers
  /** The parsed JSON body, whatever it is. */
  body: unknown
}

/** A running service and ways to talk to it over HTTP. */
export interface RunningService {
  /** What the machine's clock says to it; `jump` moves the service alone. */
  now(): number
  baseUrl: string
  call(method: string, path: string, body?: unknown): Promise<Answer>
  get(path: string): Promise<Answer>
  post(path: string, body: unknown): Promise<Answer>
  faultApi(method: string, path: string, body?: unknown): Promise<Answer>
  fault(fault: FaultRequest): Promise<void>
  jump(ms: number): Promise<void>
  /** Ends the service and starts it again on the same data. */
  restart(options?: Partial<SandboxOptions>): Promise<void>
}

/** One service for all tests of a file, on a free port and in a folder of its own. */
export function useService(options: Partial<SandboxOptions> = {}): RunningService {
  let sandbox: Sandbox | null = null
  const clock = runningClock()
  const machineNow = () => clock.now().getTime()
  let dataDir = ''
  const running = () => {
    if (!sandbox) throw new Error('the service is not running')
    return sandbox
  }
  const start = async (more: Partial<SandboxOptions> = {}) => {
    sandbox = await startSandbox({
      port: 0,
      dataDir,
      apiKey: API_KEY,
      faultToken: FAULT_TOKEN,
      machineNow,
      ...options,
      ...more,
    })
  }
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'waybill-sandbox-'))
    seedService(dataDir)
    await start()
  })
  afterAll(async () => {
    await sandbox?.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  async function send(url: string, method: string, headers: Record<string, string>, body: unknown): Promise<Answer> {
    const response = await fetch(url, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: JSON.parse(text) }
  }
  const call = (method: string, path: string, body?: unknown) =>
    send(running().baseUrl + path, method, { authorization: `Bearer ${API_KEY}` }, body)
  const faultApi = (method: string, path: string, body?: unknown) =>
    send(new URL(`/_sandbox${path}`, running().baseUrl).href, method, { 'x-sandbox-token': FAULT_TOKEN }, body)

  return {
    now: machineNow,
    get baseUrl() {
      return running().baseUrl
    },
    call,
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    faultApi,
    fault: async (fault) => {
      await faultApi('POST', '/faults', fault)
    },
    jump: async (jumpMs) => {
      await faultApi('POST', '/clock', { jumpMs })
    },
    restart: async (more) => {
      await running().close()
      await start(more)
    },
  }
}

/**
 * The same with the sample shipments, booked on a Wednesday: which of them is where on its way follows the weekday, and a
 * test is to find them the same every day.
 */
export function useServiceWithSamples(): RunningService {
  const service = useService()
  beforeAll(async () => {
    const wednesday = Date.parse(`${quietMonday()}T20:00:00Z`) + 2 * DAY_MS
    await service.jump(wednesday - Date.parse(TEST_START))
    await service.restart({ samples: true })
  })
  return service
}

/** A request every carrier but the parcel ones can serve. */
export function palletRequest(changes: Partial<QuoteRequest> = {}): QuoteRequest {
  return {
    originAddress: {
      address1: '2210 S Ashland Ave',
      city: 'Chicago',
      state: 'IL',
      postalCode: '60608',
      country: 'US',
      companyName: 'Lakeshore Pump & Valve',
      contactName: 'Dana Whitfield',
    },
    destinationAddress: {
      address1: '1800 Irving Blvd',
      city: 'Dallas',
      state: 'TX',
      postalCode: '75212',
      country: 'US',
      companyName: 'Brightwater Irrigation',
      contactName: 'Sam Okafor',
    },
    cargo: [{ weight: 500, length: 48, width: 40, height: 48, quantity: 1, description: 'Pumps', freightClass: '85' }],
    ...changes,
  }
}

/** A Monday in some two months that is no holiday, nor are the days around it. */
function quietMonday(): string {
  const isQuiet = (day: string) =>
    [-3, 0, 1, 2, 3, 4, 7, 8, 9, 10, 11].every((days) => isBusinessDay(addDays(day, days)))
  let day = addDays(dayOf(Date.parse(TEST_START)), 45)
  while (new Date(`${day}T00:00:00Z`).getUTCDay() !== 1 || !isQuiet(day)) day = addDays(day, 1)
  return day
}

/** The file behind a URL of the service. */
export async function download(url: string | null | undefined): Promise<{ bytes: Uint8Array; headers: Headers }> {
  const response = await fetch(url ?? '', { headers: { authorization: `Bearer ${API_KEY}` } })
  expect(response.status).toBe(200)
  return { bytes: new Uint8Array(await response.arrayBuffer()), headers: response.headers }
}

const failureSchema = z.object({
  success: z.literal(false),
  data: z.null(),
  error: z.object({ code: z.string(), message: z.string().min(1), details: z.record(z.string(), z.unknown()) }),
  meta: z.object({ requestId: z.string(), timestamp: z.string() }),
})

/** The error of an answer in the interface's envelope. */
export function errorOf(answer: Answer): z.infer<typeof failureSchema>['error'] {
  return failureSchema.parse(answer.body).error
}

/** `data` of a successful answer, read with a schema. */
export function dataOf<T extends z.ZodType>(answer: Answer, schema: T): z.output<T> {
  return schema.parse(z.object({ success: z.literal(true), data: z.unknown() }).parse(answer.body).data)
}
