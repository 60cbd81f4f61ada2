import { AsyncLocalStorage } from 'node:async_hooks'
import type { NetworkPort } from './network.ts'
import { systemNetwork } from './network.ts'
import type { ProcessPort } from './processes.ts'
import { systemProcesses } from './processes.ts'
import type { RandomPort } from './random.ts'
import { systemRandom } from './random.ts'
import type { TimerPort } from './timers.ts'
import { systemTimers } from './timers.ts'

/**
 * What a program takes from the machine beside its files: time, chance, the network and threads of its own. Station and
 * service ask for them here and nowhere else (a lint rule holds that), so that a simulation can be all four.
 */
export interface Runtime {
  timers: TimerPort
  random: RandomPort
  network: NetworkPort
  processes: ProcessPort
}

const systemRuntime: Runtime = {
  timers: systemTimers,
  random: systemRandom,
  network: systemNetwork,
  processes: systemProcesses,
}

const storage = new AsyncLocalStorage<Runtime>()

/** The runtime in whose hands this code runs: the machine's own, unless somebody runs it in another. */
export const runtime = (): Runtime => storage.getStore() ?? systemRuntime

/** Runs `work`, and whatever it starts, in this runtime. */
export const inRuntime = <T>(given: Runtime, work: () => T): T => storage.run(given, work)
