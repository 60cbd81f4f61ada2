import type { Clock } from '../../src-main/clock.ts'
import { machineMs } from './running-clock.ts'

/**
 * Loaded into a program of its own (`--import`) it makes that program's dates those of the test's clock: both count from
 * the machine's one dateless clock. The test asks for it with `onTestsDate`.
 */
const VARIABLE = 'WAYBILL_TEST_DATE_OFFSET'

export interface ChildDate {
  execArgv: string[]
  env: NodeJS.ProcessEnv
}

/** What starts a program whose date is this clock's. */
export function onTestsDate(clock: Clock): ChildDate {
  return {
    execArgv: ['--import', import.meta.url],
    env: { ...process.env, [VARIABLE]: String(clock.now().getTime() - machineMs()) },
  }
}

const offset = Number(process.env[VARIABLE] ?? Number.NaN)
if (Number.isFinite(offset)) {
  const now = () => offset + machineMs()
  globalThis.Date = new Proxy(Date, {
    construct: (target, args: unknown[], newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as object,
    apply: () => new Date(now()).toString(),
    get: (target, name, receiver) => (name === 'now' ? now : (Reflect.get(target, name, receiver) as unknown)),
  })
}
