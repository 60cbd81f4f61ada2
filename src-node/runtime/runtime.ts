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
 * The machine's services beside files: time, chance, the network, threads of its own and a log. Station and
 * service ask for them here and nowhere else (a lint rule holds that), so that a simulation can replace all of them.
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

/** The runtime that runs this code: the machine's own, unless another one is set. */
export const runtime = (): Runtime => storage.getStore() ?? systemRuntime

/** Runs `work`, and everything it starts, in this runtime. */
export const inRuntime = <T>(given: Runtime, work: () => T): T => storage.run(given, work)

/** The log of the current runtime; `otherwise` when none is set, as in callbacks of the system. */
export const logHere = (otherwise: Log): Log => storage.getStore()?.log ?? otherwise

/** Runs `work`, and everything it starts, with these fields on every line of the log. */
export const logging = <T>(fields: LogFields, work: () => T): T =>
  inRuntime({ ...runtime(), log: runtime().log.with(fields) }, work)
