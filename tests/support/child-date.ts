import { fileURLToPath } from 'node:url'
import type { Clock } from '../../src-main/kernel/clock.ts'
import { machineMs, runningClock } from './running-clock.ts'

/** Quoted as NODE_OPTIONS has it: a path may hold spaces, and backslashes. */
const HOOK = `--require=${JSON.stringify(fileURLToPath(new URL('date-hook.cjs', import.meta.url)))}`
/** Read by the hook. */
const OFFSET = 'WAYBILL_TEST_DATE_OFFSET'

/**
 * What gives a Node.js program, and every program that it starts, the date of this clock: they all count from the
 * machine's one dateless clock. vitest.config.ts gives it to all that runs tests, so that whatever a test starts has the
 * date of the run. What a caller has in NODE_OPTIONS stays.
 */
export function dateEnvironment(clock: Clock = runningClock()): Record<string, string> {
  const options = process.env['NODE_OPTIONS'] ?? ''
  return {
    NODE_OPTIONS: options.includes(HOOK) ? options : `${options} ${HOOK}`.trim(),
    [OFFSET]: String(clock.now().getTime() - machineMs()),
  }
}

/** By how many milliseconds the date of this process is another than the machine's, which a browser has. */
export function dateOffsetMs(): number {
  const machineNow: unknown = Reflect.get(Date, 'machineNow')
  return typeof machineNow === 'number' ? Date.now() - machineNow : 0
}

/** Moves the date of this process and of what it starts from now on to this clock's, which runs on from there. */
export function moveDate(clock: Clock): void {
  process.env[OFFSET] = String(clock.now().getTime() - machineMs())
  const moveTo: unknown = Reflect.get(Date, 'moveTo')
  if (typeof moveTo !== 'function') throw new Error('This process does not have the date of a test.')
  Reflect.apply(moveTo, Date, [clock.now().getTime()])
}

export interface ChildDate {
  execArgv: string[]
  env: NodeJS.ProcessEnv
}

/** What starts a program whose date is this clock's and not the run's, without the options that the tests run with. */
export const onTestsDate = (clock: Clock): ChildDate => ({
  execArgv: [],
  env: { ...process.env, ...dateEnvironment(clock) },
})
