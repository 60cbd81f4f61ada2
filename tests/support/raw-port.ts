import { startLabelPrinter } from '../../src-main/printing/simulator/label-printer.ts'
import type { PrinterFault } from '../../src-main/printing/simulator/faults.ts'

export interface RawPortOptions {
  /** Bytes a second that the printer takes in; as fast as they come when absent. */
  drainRate?: number
  /** Takes so many bytes of each connection, then closes its side (FIN) or resets (RST). */
  breakAfter?: { bytes: number; how: 'FIN' | 'RST' }
  /** Says this with the first bytes it takes, while more are under way. */
  answer?: string | Uint8Array
  /** Goes on chattering: says the answer again with everything it takes. */
  answersAlways?: boolean
  /** Accepts connections and takes nothing from them. */
  isSilent?: boolean
  /** Takes everything, and never closes its side. */
  neverCloses?: boolean
}

export type RawPort = Awaited<ReturnType<typeof startRawPort>>

/**
 * The simulated printer as a raw port that takes bytes of any kind and says nothing of them. On 127.0.0.1; `port` 0 is any
 * free one.
 */
export function startRawPort(options: RawPortOptions = {}, port = 0) {
  const { drainRate, breakAfter, answer, answersAlways = false, isSilent, neverCloses } = options
  const faults: PrinterFault[] = []
  if (breakAfter) faults.push({ kind: breakAfter.how === 'FIN' ? 'fin' : 'rst', at: breakAfter.bytes })
  if (isSilent) faults.push({ kind: 'silent', at: 0 })
  if (neverCloses) faults.push({ kind: 'never-closes', at: 0 })
  return startLabelPrinter({
    language: null,
    port,
    faults,
    ...(drainRate === undefined ? {} : { drain: drainRate, bufferBytes: Math.ceil(drainRate / 100) }),
    ...(answer === undefined ? {} : { says: { answer, always: answersAlways } }),
  })
}
