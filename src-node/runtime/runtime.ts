import { AsyncLocalStorage } from 'node:async_hooks'
import { consoleLog } from '../log/console-log.ts'
import type { Log, LogFields } from '../log/log.ts'
import type { NetworkPort } from './network.ts'
import { systemNetwork } from './network.ts'
import type { ProcessPort } from './processes.ts'
import { systemProcesses } from './processes.ts'
import type { RandomPort } from './random.ts'
import { systemRandom } from './random.ts'
import type { TimerPort } from './timers.ts'
import { systemTimers } from './timers.ts'

/**
 * What a program takes from the machine beside its files: time, chance, the network, threads of its own and a log. Station and
 * service ask for them here and nowhere else (a lint rule holds that), so that a simulation can be all of them.
 */
export interface Runtime {
  timers: TimerPort
  random: RandomPort
  network: NetworkPort
  processes: ProcessPort
  /** Where it is written down what happens. */
  log: Log
}

const systemRuntime: Runtime = {
  timers: systemTimers,
  random: systemRandom,
  network: systemNetwork,
  processes: systemProcesses,
  log: consoleLog,
}

const storage = new AsyncLocalStorage<Runtime>()

/** The runtime in whose hands this code runs: the machine's own, unless somebody runs it in another. */
export const runtime = (): Runtime => storage.getStore() ?? systemRuntime

/** Runs `work`, and whatever it starts, in this runtime. */
export const inRuntime = <T>(given: Runtime, work: () => T): T => storage.run(given, work)

/** The log of who runs this code; `otherwise` when nobody said, as in what the system calls by itself. */
export const logHere = (otherwise: Log): Log => storage.getStore()?.log ?? otherwise

/** Runs `work`, and whatever it starts, so that every line of the log bears these fields. */
export const logging = <T>(fields: LogFields, work: () => T): T =>
  inRuntime({ ...runtime(), log: runtime().log.with(fields) }, work)
