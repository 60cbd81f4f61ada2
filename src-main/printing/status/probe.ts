import type { Asker, AskOptions } from './ask.ts'
import { ASK_EPL, ASK_EPL_CONFIGURATION, eplModelOf, eplStatusOf } from './epl-status.ts'
import { framesOf } from './frames.ts'
import { hostErrorsOf } from './host-errors.ts'
import { hostIdentityOf, type HostIdentity } from './host-identity.ts'
import { hostStatusOf, isIdle, troubleOf, type HostStatus } from './host-status.ts'
import { askVariable, numberOf, ODOMETER, variableOf } from './odometer.ts'

/**
 * A printer's answer about its state. silent: it took the question and did not answer, which printers do when they need a
 * person, so it is asked for its errors, too. unreachable: no connection.
 */
export type Probe =
  | { kind: 'answered'; status: HostStatus; isIdle: boolean; trouble: string | null }
  | { kind: 'attention'; trouble: string }
  | { kind: 'silent' }
  | { kind: 'unreachable'; reason: string }

/** How a ZPL printer is asked. */
export interface ProbeOptions extends AskOptions {
  /** False: it does not know `~HQES`, as V45 firmware; true when absent. */
  knowsErrors?: boolean
}

/** Asks a ZPL printer. Only for printers that are set up as ZPL: another would print the question. */
export async function probeZpl(ask: Asker, options: ProbeOptions): Promise<Probe> {
  const asked = await ask('~HS', (soFar) => hostStatusOf(framesOf(soFar)) !== null, options)
  if (asked.answer === null) return { kind: 'unreachable', reason: asked.reason }
  const status = hostStatusOf(framesOf(asked.answer))
  if (status) return { kind: 'answered', status, isIdle: isIdle(status), trouble: troubleOf(status) }
  if (options.knowsErrors === false) return { kind: 'silent' }
  const second = await ask('~HQES', (soFar) => hostErrorsOf(soFar) !== null, options)
  const errors = second.answer === null ? null : hostErrorsOf(second.answer)
  return errors?.troubles[0] === undefined ? { kind: 'silent' } : { kind: 'attention', trouble: errors.troubles[0] }
}

/** Who a ZPL printer is; null when it does not say. */
export async function identify(ask: Asker, options: AskOptions): Promise<HostIdentity | null> {
  const { answer } = await ask('~HI', (soFar) => hostIdentityOf(framesOf(soFar)) !== null, options)
  return answer === null ? null : hostIdentityOf(framesOf(answer))
}

/** A variable of the printer; null when it does not say. */
export async function readVariable(ask: Asker, name: string, options: AskOptions): Promise<string | null> {
  const { answer } = await ask(askVariable(name), (soFar) => variableOf(soFar) !== null, options)
  return answer === null ? null : variableOf(answer)
}

/** Labels printed in its life; null when it does not say. */
export async function readOdometer(ask: Asker, options: AskOptions): Promise<number | null> {
  return numberOf(await readVariable(ask, ODOMETER, options))
}

/** The name of an EPL printer, the first line of `UQ` (`UKQ1935HLU  V4.29`); null when it does not say. */
export async function identifyEpl(ask: Asker, options: AskOptions): Promise<string | null> {
  const { answer } = await ask(ASK_EPL_CONFIGURATION, (soFar) => eplModelOf(soFar) !== null, options)
  return answer === null ? null : eplModelOf(answer)
}

/** Asks an EPL printer: its trouble, null when it has none; `silent` when it does not answer. */
export async function probeEpl(
  ask: Asker,
  options: AskOptions,
): Promise<
  { kind: 'answered'; trouble: string | null } | { kind: 'silent' } | { kind: 'unreachable'; reason: string }
> {
  const asked = await ask(ASK_EPL, (soFar) => eplStatusOf(soFar) !== null, options)
  if (asked.answer === null) return { kind: 'unreachable', reason: asked.reason }
  const status = eplStatusOf(asked.answer)
  return status ? { kind: 'answered', trouble: status.trouble } : { kind: 'silent' }
}
