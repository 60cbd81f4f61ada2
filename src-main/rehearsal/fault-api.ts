import { timeoutSignal } from '../../src-node/runtime/wait.ts'
import { runtime } from '../../src-node/runtime/runtime.ts'
import { z } from 'zod'
import type { ResponseVariant } from '../../src-shared/station/app/rehearsal.ts'
import { StationError } from '../../src-shared/station/error.ts'
import type { EmbeddedService } from '../app/environment.ts'

/** The fault API of the embedded service, as far as a rehearsal opens it. */
export interface FaultApi {
  /** Puts these faults in place of all that wait. */
  setFaults(faults: readonly StagedFault[]): Promise<void>
  /** How many of them have not met their request yet, by their paths. */
  waiting(): Promise<string[]>
  /** Calls a minute; null: the service's own limit. */
  setRateLimit(callsAMinute: number | null): Promise<void>
  /** How every answer is written. */
  setResponseVariant(responseVariant: ResponseVariant): Promise<void>
}

/** In its own words. */
export interface StagedFault {
  method?: 'POST'
  path: string
  times: number
  delayMs?: number
  fault:
    | { kind: 'none' }
    | { kind: 'drop'; when: 'after' }
    | { kind: 'status'; when: 'before'; status: number; code: string; message: string; details: object }
}

const waitingSchema = z.object({
  waiting: z.array(z.object({ path: z.string(), fault: z.object({ kind: z.string() }) })),
})
const WITHIN_MS = 5_000

export function openFaultApi({ baseUrl, faultToken = '' }: EmbeddedService): FaultApi {
  const { origin } = new URL(baseUrl)

  async function knock(method: string, path: string, body?: unknown): Promise<unknown> {
    try {
      const answer = await runtime().network.fetch(`${origin}/_sandbox${path}`, {
        method,
        headers: { 'x-sandbox-token': faultToken, 'content-type': 'application/json' },
        body: body === undefined ? null : JSON.stringify(body),
        signal: timeoutSignal(WITHIN_MS),
      })
      if (answer.ok) return await answer.json()
      throw new Error(`the fault API answered ${answer.status}: ${await answer.text()}`)
    } catch (cause) {
      throw new StationError({
        code: 'SERVICE_UNREACHABLE',
        message: `The embedded service cannot run the rehearsal: ${cause instanceof Error ? cause.message : String(cause)}`,
        retryable: true,
      })
    }
  }

  return {
    setFaults: async (faults) => {
      await knock('DELETE', '/faults')
      for (const fault of faults) await knock('POST', '/faults', fault)
    },
    waiting: async () => waitingSchema.parse(await knock('GET', '/faults')).waiting.map(({ fault }) => fault.kind),
    setRateLimit: async (rateLimit) => {
      await knock('POST', '/settings', { rateLimit })
    },
    setResponseVariant: async (responseVariant) => {
      await knock('POST', '/settings', { responseVariant })
    },
  }
}
