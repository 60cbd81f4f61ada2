import { runtime } from '../../src-node/runtime/runtime.ts'
/** The time, as a dependency: services never call `new Date()` themselves, so that tests can move it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date(runtime().timers.now()) }
