import type { StationErrorData } from '../../../src-shared/station/error.ts'
import { profileNamed, profileOf } from '../../../src-shared/station/printing/devices/find-profile.ts'
import type { PrinterCheck, PrinterOptions } from '../../../src-shared/station/printing/printer-settings.ts'
import type { Printer } from '../../../src-shared/station/printing/printing.ts'
import { parsePrinterUri, type TcpAddress } from '../transports/uri.ts'
import { askerOf } from './ask-device.ts'
import { askerAt } from './ask.ts'
import { findOut, findOutBy, unfitFor } from './check.ts'
import { findStatusSource } from './source/find-status-source.ts'
import { identifyEpl, probeEpl } from './probe.ts'
import { learnedOf } from './learned.ts'
import { printsQuestions } from './quirks.ts'
import { seenBy, type Seen } from './view.ts'

export interface CheckTools {
  /** For each question. Milliseconds. */
  deadlineMs: number
  /** What keeps it from being reached; null: nothing. */
  reach: () => Promise<StationErrorData | null>
}

/** What a look found, and what of it is to be kept with the printer. */
export type Found = Pick<
  PrinterCheck,
  'model' | 'firmware' | 'profile' | 'dotsPerMm' | 'statusPort' | 'answersDevice' | 'statusSource' | 'problem'
> & {
  learned: Partial<PrinterOptions>
  /** Null: its status was not requested. */
  seen: Seen | null
}

const NOBODY = {
  model: null,
  firmware: null,
  profile: null,
  dotsPerMm: null,
  statusPort: null,
  answersDevice: false,
  statusSource: null,
  seen: null,
}

/** Asks a printer where and what it answers, in its own language; one that prints questions is only reached for. */
export async function checkPrinter(printer: Printer, options: PrinterOptions, tools: CheckTools): Promise<Found> {
  const { connection, language } = printer
  if (connection.kind === 'device' && language === 'ZPL' && !printsQuestions(options)) {
    return askDevice(connection.path, printer, options, tools)
  }
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
  const learned = { ...heard?.learned, ...found.learned }
  return {
    ...found,
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
    profile: (identity && profileNamed(identity.model)?.id) ?? null,
    statusPort,
    seen: seenBy(probe),
    // A printer that is off just now keeps what it was found to be.
    learned: isOff ? {} : { statusPort, ...(identity ? learnedOf(identity.model, identity.memoryKb) : {}) },
    problem: isOff ? unreachable(probe.reason) : mismatch,
  }
}

/** A device that takes questions answers them as the raw port of a network printer does. */
async function askDevice(path: string, printer: Printer, options: PrinterOptions, tools: CheckTools): Promise<Found> {
  const problem = await tools.reach()
  if (problem) return { ...NOBODY, learned: {}, problem }
  const { identity, probe, mismatch } = await findOutBy(askerOf(path), printer, tools.deadlineMs)
  const answersDevice = probe.kind === 'answered' || probe.kind === 'attention'
  const learned = { answersDevice, ...(identity ? learnedOf(identity.model, identity.memoryKb) : {}) }
  return {
    ...NOBODY,
    ...identity,
    profile: (identity && profileNamed(identity.model)?.id) ?? null,
    answersDevice,
    seen: answersDevice ? seenBy(probe) : null,
    learned,
    problem: mismatch ?? unfitAsChosen(printer, { ...options, ...learned }),
  }
}

async function askEpl(address: TcpAddress, deadlineMs: number): Promise<Found> {
  const probe = await probeEpl(askerAt(address), { deadlineMs })
  // Only a printer that is known to speak EPL is asked for more.
  const model = probe.kind === 'answered' ? await identifyEpl(askerAt(address), { deadlineMs }) : null
  return {
    ...NOBODY,
    model,
    profile: (model && profileNamed(model)?.id) || null,
    learned: {
      answersEpl: probe.kind === 'answered',
      statusPort: null,
      ...(model === null ? {} : learnedOf(model, null)),
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
