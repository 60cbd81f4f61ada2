import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { runCommandOf, type RunCommand } from '../../src-main/app/run-command.ts'
import { startStation, type RunningStation } from '../world/processes/handle.ts'
import type { ServiceHandle } from '../world/processes/service-handle.ts'
import { until } from '../support/until.ts'

/** Longer than any wait of the outbox but the hourly looks. */
const LATER_MS = 120_000

/** One run of a station's process. */
export interface Life {
  station: RunningStation
  run: RunCommand
}

/** A station as a process of its own, to be killed. */
export async function live(service: ServiceHandle, dataDir: string): Promise<Life> {
  const { baseUrl, apiKey } = service
  const station = await startStation({
    dataDir,
    baseUrl,
    apiKey,
    deadlineMs: 10_000,
    clockOffsetMs: 0,
  })
  onTestFinished(() => station.kill())
  const run = runCommandOf({
    invoke: async (name, input) => {
      const result = await station.invoke(name, input)
      if (result === null) throw new Error(`the station died at ${name}`)
      return result
    },
  })
  return { station, run }
}

/** Gives the bookings time: what nobody knows is looked for until a person is asked. */
export async function settle({ station, run }: Life): Promise<void> {
  await until('the bookings', async () => {
    const { QUEUED, SENDING, UNKNOWN } = await run('bookings.counts', {})
    if (QUEUED + SENDING + UNKNOWN === 0) return true
    station.jump(LATER_MS)
    await sleep(100)
    return null
  })
}
