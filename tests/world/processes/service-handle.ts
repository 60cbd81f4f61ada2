import { fork } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { FaultRequest } from '../../../src-sandbox/fault-api/faults.ts'
import { onTestsDate } from '../../support/child-date.ts'
import { MACHINE_CLOCK } from './world-clock.ts'

/** The embedded service in a process of its own, asked directly: what it says is the truth about what was booked. */
export interface ServiceHandle {
  baseUrl: string
  apiKey: string
  /** Every shipment of this reference, cancelled ones too. */
  shipmentsOf(reference: string): Promise<ServiceShipment[]>
  /** Every shipment there is. */
  allShipments(): Promise<ServiceShipment[]>
  /** How many shipments there are at all. */
  countShipments(): Promise<number>
  /** Moves its clock forward. */
  jump(ms: number): Promise<void>
  /** Makes the next matching request go wrong inside the service. */
  fault(fault: FaultRequest): Promise<void>
  clearFaults(): Promise<void>
  close(): Promise<void>
}

export interface ServiceShipment {
  shipmentId: string
  status: string
}

const PROGRAM = join(import.meta.dirname, '../../../src-sandbox/cli.ts')
const API_KEY = 'chaos-key'
/** The judge's own: it is answered as the interface shows, whatever the response variant of the round. */
const JUDGE_KEY = 'judge-key'
const FAULT_TOKEN = 'chaos-fault'
const READY = /sandbox ready (http:\/\/\S+)\n/
const pageSchema = z.object({
  data: z.array(z.object({ shipmentId: z.string(), status: z.string() })),
  meta: z.object({ pagination: z.object({ total: z.int() }) }),
})

/** Starts the service on an empty folder; its answers are written in `response variant`. */
export async function startService(dataDir: string, responseVariant = 'plain'): Promise<ServiceHandle> {
  mkdirSync(dataDir, { recursive: true })
  const keys = join(dataDir, 'keys.json')
  writeFileSync(keys, JSON.stringify([{ key: JUDGE_KEY, plan: 'enterprise', responseVariant: 'plain' }]))
  const args = ['--data', dataDir, '--key', API_KEY, '--plan', 'enterprise', '--fault-token', FAULT_TOKEN]
  args.push('--keys', keys, '--response-variant', responseVariant)
  const child = fork(PROGRAM, args, { ...onTestsDate(MACHINE_CLOCK), stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const baseUrl = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const [, url] = READY.exec(text) ?? []
      if (url !== undefined) resolve(url)
    })
    void gone.then(() => reject(new Error('the embedded service did not start')))
  })

  async function list(query: string): Promise<z.infer<typeof pageSchema>> {
    const answer = await fetch(`${baseUrl}/shipments?${query}`, { headers: { authorization: `Bearer ${JUDGE_KEY}` } })
    return pageSchema.parse(await answer.json())
  }

  async function faultApi(method: string, path: string, body?: unknown): Promise<void> {
    const answer = await fetch(`${new URL(baseUrl).origin}/_sandbox${path}`, {
      method,
      headers: { 'x-sandbox-token': FAULT_TOKEN, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`faultApi ${path}: ${answer.status} ${await answer.text()}`)
  }

  return {
    baseUrl,
    apiKey: API_KEY,
    shipmentsOf: async (reference) => (await list(`limit=100&reference=${encodeURIComponent(reference)}`)).data,
    allShipments: async () => {
      const all: ServiceShipment[] = []
      for (let page = 1; ; page++) {
        const { data } = await list(`limit=100&page=${page}`)
        all.push(...data)
        if (data.length < 100) return all
      }
    },
    countShipments: async () => (await list('limit=1')).meta.pagination.total,
    jump: (jumpMs) => faultApi('POST', '/clock', { jumpMs }),
    fault: (fault) => faultApi('POST', '/faults', fault),
    clearFaults: () => faultApi('DELETE', '/faults'),
    close: async () => {
      child.disconnect()
      await gone
    },
  }
}
