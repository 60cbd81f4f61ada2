import { getPrinter, type PrinterAttributes } from '../../transports/cups.ts'
import type { IppServer } from '../../transports/ipp-client.ts'
import type { AskOptions } from '../ask.ts'
import { modelProblem, type KnownPrinter } from '../identity.ts'
import type { Sight, StatusSource } from '../watch.ts'

/** Where printers that speak IPP themselves take questions (RFC 8011; IPP Everywhere, 4.2). */
export const IPP_PORT = 631
const PATH = '/ipp/print'

/** What of printer-state-reasons keeps labels from coming out; the rest warns. */
const REASONS: readonly (readonly [reason: string, trouble: string])[] = [
  ['media-empty', 'the paper is out'],
  ['media-needed', 'the paper is out'],
  ['input-tray-missing', 'the paper is out'],
  ['media-jam', 'the paper is jammed'],
  ['marker-supply-empty', 'the ribbon is out'],
  ['cover-open', 'the print head is open'],
  ['door-open', 'the print head is open'],
  ['paused', 'the printer is paused'],
  ['moving-to-paused', 'the printer is paused'],
  ['offline', 'the printer is offline'],
]
const IDLE = 3

/** What a printer's attributes say of its state. */
export function ippSightOf({ state, reasons, queuedJobs }: PrinterAttributes): Sight {
  const reported = reasons.map((reason) => reason.replace(/-(error|warning|report)$/, ''))
  const trouble = REASONS.find(([reason]) => reported.includes(reason))?.[1] ?? null
  return { kind: 'answered', isIdle: state === IDLE && (queuedJobs ?? 0) === 0, trouble }
}

/** Asks a printer that speaks IPP natively; null: it does not, or not in time. */
export function readIppPrinter(
  address: { host: string; port: number },
  { deadlineMs, signal }: AskOptions,
): Promise<PrinterAttributes | null> {
  const host = address.host.includes(':') ? `[${address.host}]` : address.host
  // To connect, and then to answer: both are one call.
  const options = { deadlineMs: deadlineMs * 2, signal }
  return getPrinter(address satisfies IppServer, `ipp://${host}:${address.port}${PATH}`, PATH, options)
}

/** A printer's own IPP as a witness of print: its count of impressions proves, its "idle" alone does not. */
export function ippStatusSource(address: { host: string; port: number }, known: KnownPrinter | null): StatusSource {
  return {
    by: 'ipp',
    look: async (options) => {
      const attributes = await readIppPrinter(address, options)
      return attributes ? ippSightOf(attributes) : { kind: 'silent' }
    },
    identify: async (options) => {
      const attributes = await readIppPrinter(address, options)
      const sight = attributes ? ippSightOf(attributes) : ({ kind: 'silent' } as const)
      return { sight, problem: modelProblem(known, attributes?.model ?? null) }
    },
    count: async (options) => (await readIppPrinter(address, options))?.impressions ?? null,
    idleProves: false,
  }
}
