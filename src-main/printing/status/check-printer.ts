import type { StationErrorData } from '../../../src-shared/station/error.ts'
import { profileNamed, profileOf } from '../../../src-shared/station/printing/devices/find-profile.ts'
import type { PrinterCheck, PrinterOptions } from '../../../src-shared/station/printing/printer-settings.ts'
import type { Printer } from '../../../src-shared/station/printing/printing.ts'
import { parsePrinterUri, type TcpAddress } from '../transports/uri.ts'
import { usbIdentityOf } from '../transports/usb-identity.ts'
import { askerOf } from './ask-device.ts'
import { askerAt } from './ask.ts'
import { findOut, findOutBy, unfitFor } from './check.ts'
import { findStatusSource } from './source/find-status-source.ts'
import { identifyEpl, probeEpl } from './probe.ts'
import { identityProblem, knownPrinter, named, type PrinterIdentity } from './identity.ts'
import { learnedOf, UNNAMED } from './learned.ts'
import { printsQuestions } from './quirks.ts'
import { seenBy, type Seen } from './view.ts'

export interface CheckTools {
  /** For each question. Milliseconds. */
  deadlineMs: number
  /** What keeps it from being reached; null: nothing. */
  reach: () => Promise<StationErrorData | null>
  /** A person says that what answers is the printer: it is learned, whoever it was before. */
  isTaken: boolean
  /** Where Linux shows its USB printers; absent: where it does. */
  usbRoot?: string | undefined
}

/** What a look found, and what of it is to be kept with the printer. */
export type Found = Pick<
  PrinterCheck,
  'model' | 'firmware' | 'profile' | 'dotsPerMm' | 'statusPort' | 'answersDevice' | 'statusSource' | 'problem'
> & {
  learned: Partial<PrinterOptions>
  /** Null: its status was not requested. */
  seen: Seen | null
  /** Null: it does not say. */
  who: PrinterIdentity | null
}

const NOBODY = {
  who: null,
  model: null,
  firmware: null,
  profile: null,
  dotsPerMm: null,
  statusPort: null,
  answersDevice: false,
  statusSource: null,
  seen: null,
}

/**
 * Asks a printer where and what it answers, in its own language; one that prints questions is only reached for. Another
 * printer than the one known here is a problem, and nothing of it is learned, until a person takes it.
 */
export async function checkPrinter(printer: Printer, options: PrinterOptions, tools: CheckTools): Promise<Found> {
  const found = await findPrinter(printer, options, tools)
  const known = knownPrinter(printer, options)
  if (known === null || tools.isTaken || found.problem?.code === 'PRINTER_UNREACHABLE') return found
  // One that is not asked before it prints may be silent.
  if (found.who === null && !isAsked(printer, options)) return found
  const problem = identityProblem(known, found.who)
  return problem?.code === 'PRINTER_CHANGED' ? { ...found, learned: {}, problem } : found
}

/** Whether it answers in its own language. */
function isAsked({ language }: Printer, options: PrinterOptions): boolean {
  const answersIn = { ZPL: options.statusPort !== null || options.answersDevice, EPL: options.answersEpl }
  return answersIn[language] && !printsQuestions(options)
}

async function findPrinter(printer: Printer, options: PrinterOptions, tools: CheckTools): Promise<Found> {
  const { connection, language } = printer
  if (connection.kind === 'device') return askDevice(connection.path, printer, options, tools)
  if (connection.kind !== 'tcp' || printsQuestions(options)) {
    const heard =
      connection.kind === 'tcp'
        ? await findStatusSource(parsePrinterUri(connection.uri), options, tools.deadlineMs)
        : null
    return { ...NOBODY, learned: {}, ...heard, problem: (await tools.reach()) ?? unfitAsChosen(printer, options) }
  }
  const address = parsePrinterUri(connection.uri)
  const found = language === 'EPL' ? await askEpl(address, tools.deadlineMs) : await askZpl(address, printer, tools)
  const heard = found.statusPort === null ? await findStatusSource(address, options, tools.deadlineMs) : null
  // The answer in its own language takes precedence.
  const learned = {
    ...(found.problem?.code === 'PRINTER_UNREACHABLE' ? {} : UNNAMED),
    ...heard?.learned,
    ...found.learned,
  }
  return {
    ...found,
    who: found.who ?? (heard?.model ? named(heard.model) : null),
    model: found.model ?? heard?.model ?? null,
    profile: found.profile ?? learned.foundProfile ?? null,
    statusSource: heard?.statusSource ?? null,
    learned,
    problem: found.problem ?? unfitAsChosen(printer, { ...options, ...learned }),
  }
}

async function askZpl(address: TcpAddress, printer: Printer, { deadlineMs }: CheckTools): Promise<Found> {
  const { identity, statusPort, probe, mismatch } = await findOut(address, printer, deadlineMs)
  const isOff = probe.kind === 'unreachable'
  return {
    ...NOBODY,
    ...identity,
    who: identity,
    profile: (identity && profileNamed(identity.model)?.id) ?? null,
    statusPort,
    seen: seenBy(probe),
    // A printer that is off just now keeps what it was found to be.
    learned: isOff ? {} : { statusPort, ...(identity && learnedOf(identity.model, identity)) },
    problem: isOff ? unreachable(probe.reason) : mismatch,
  }
}

const UNASKED = { identity: null, mismatch: null, probe: { kind: 'silent' } as const }

/**
 * A device that takes questions answers them as the raw port of a network printer does; who is plugged in at a USB port is
 * known without one.
 */
async function askDevice(path: string, printer: Printer, options: PrinterOptions, tools: CheckTools): Promise<Found> {
  const problem = await tools.reach()
  if (problem) return { ...NOBODY, learned: {}, problem }
  const isAsked = printer.language === 'ZPL' && !printsQuestions(options)
  const { identity, probe, mismatch } = isAsked ? await findOutBy(askerOf(path), printer, tools.deadlineMs) : UNASKED
  const answersDevice = probe.kind === 'answered' || probe.kind === 'attention'
  const plugged = await usbIdentityOf(path, tools.usbRoot)
  const who = identity ? { ...identity, serial: plugged?.serial ?? identity.serial } : plugged
  const learned = { ...UNNAMED, answersDevice, ...(who && learnedOf(who.model, { ...identity, ...who })) }
  return {
    ...NOBODY,
    ...identity,
    who,
    model: who?.model ?? null,
    profile: (who && profileNamed(who.model)?.id) ?? null,
    answersDevice,
    seen: answersDevice ? seenBy(probe) : null,
    learned,
    problem: mismatch ?? unfitAsChosen(printer, { ...options, ...learned }),
  }
}

async function askEpl(address: TcpAddress, deadlineMs: number): Promise<Found> {
  const probe = await probeEpl(askerAt(address), { deadlineMs })
  // Only a printer that is known to speak EPL is asked for more.
  const who = probe.kind === 'answered' ? await identifyEpl(askerAt(address), { deadlineMs }) : null
  return {
    ...NOBODY,
    who,
    model: who?.model ?? null,
    profile: (who && profileNamed(who.model)?.id) ?? null,
    learned: {
      answersEpl: probe.kind === 'answered',
      statusPort: null,
      ...(who && learnedOf(who.model, who)),
    },
    problem: probe.kind === 'unreachable' ? unreachable(probe.reason) : null,
  }
}

/** What the kind that a person chose cannot do; the printer's own answer was compared before. */
function unfitAsChosen(printer: Printer, options: PrinterOptions): StationErrorData | null {
  const kind = options.paper === 'label' ? profileOf(options) : null
  return kind && unfitFor(printer, kind)
}

function unreachable(reason: string): StationErrorData {
  return {
    code: 'PRINTER_UNREACHABLE',
    message: `The printer cannot be reached: ${reason}. Nothing was sent.`,
    retryable: true,
    details: { reason },
  }
}
