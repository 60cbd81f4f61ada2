import type { Asked, Asker, AskOptions } from './ask.ts'
import { ASK_EPL, ASK_EPL_CONFIGURATION, eplModelOf, eplSerialOf, eplStatusOf } from './epl-status.ts'
import { framesOf } from './frames.ts'
import { hostErrorsOf } from './host-errors.ts'
import { hostIdentityOf, type HostIdentity } from './host-identity.ts'
import type { PrinterIdentity } from './identity.ts'
import { hostStatusOf, isIdle, troubleOf, type HostStatus } from './host-status.ts'
import { askVariable, numberOf, ODOMETER, SERIAL, serialOf, variableOf } from './odometer.ts'

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
  return probeBy(await ask('~HS', (soFar) => hostStatusOf(framesOf(soFar)) !== null, options), ask, options)
}

/**
 * Asks a ZPL printer how it is and who it is, over one connection.
 * @param asksSerial whether it has a serial number that it answers with (Link-OS)
 */
export async function probeWithIdentity(
  ask: Asker,
  { asksSerial, ...options }: ProbeOptions & { asksSerial: boolean },
): Promise<{ probe: Probe; who: PrinterIdentity | null }> {
  const isWhole = (soFar: Uint8Array): boolean => {
    const frames = framesOf(soFar)
    return (
      hostStatusOf(frames) !== null && hostIdentityOf(frames) !== null && (!asksSerial || variableOf(soFar) !== null)
    )
  }
  const asked = await ask(`~HS~HI${asksSerial ? askVariable(SERIAL) : ''}`, isWhole, options)
  const identity = asked.answer && hostIdentityOf(framesOf(asked.answer))
  const serial = asked.answer && serialOf(variableOf(asked.answer))
  return { probe: await probeBy(asked, ask, options), who: identity && { ...identity, serial } }
}

async function probeBy(asked: Asked, ask: Asker, options: ProbeOptions): Promise<Probe> {
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

/**
 * Who an EPL printer is: the first line of `UQ` (`UKQ1935HLU  V4.29`), and its serial number; null when it does not say.
 * @param asksSerial false: it is known to have none
 */
export async function identifyEpl(
  ask: Asker,
  { asksSerial = true, ...options }: AskOptions & { asksSerial?: boolean },
): Promise<PrinterIdentity | null> {
  const isWhole = (soFar: Uint8Array) => eplModelOf(soFar) !== null && (!asksSerial || eplSerialOf(soFar) !== null)
  const { answer } = await ask(ASK_EPL_CONFIGURATION, isWhole, options)
  const model = answer && eplModelOf(answer)
  return answer && model !== null ? { model, serial: eplSerialOf(answer), dotsPerMm: null } : null
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
