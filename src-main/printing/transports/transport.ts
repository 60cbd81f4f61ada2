import type { StationErrorData } from '../../../src-shared/station/error.ts'
import type { SentDetail } from '../../../src-shared/station/printing/printing.ts'

/**
 * The outcome of bytes sent to a printer.
 * refused: surely not one byte left. accepted: every byte was sent and the printer closed the connection cleanly,
 * which is not yet "printed". unknown: at least `bytes` bytes left, with an unknown outcome.
 * `detail` says who has it, when that is not the printer. `answer` is what the printer said meanwhile, at most ANSWER_LIMIT bytes.
 */
export type SendOutcome =
  | { kind: 'refused'; error: StationErrorData }
  | { kind: 'accepted'; bytes: number; answer: Uint8Array; detail?: SentDetail; spooled?: Spooled }
  | { kind: 'unknown'; bytes: number; answer: Uint8Array; error: StationErrorData; spooled?: Spooled }

/** The number under which a queue of the operating system took the bytes. */
export interface Spooled {
  queue: string
  jobId: number
  /**
   * What the spooler asked here says of its pages is not the printer's count: a driver draws it and counts before the printer
   * has them, or another spooler has the job.
   */
  isUncounted?: boolean
}

/** Bytes of a printer's answer that are kept; whatever follows is read and dropped. */
export const ANSWER_LIMIT = 64 * 1024

export interface SendOptions {
  /** Called with the number of bytes sent so far. */
  onProgress?: (bytes: number) => void
  /** Aborts the send; the outcome reports what it leaves, as for any other break. */
  signal?: AbortSignal
}

/** A way to a printer. Neither function rejects for anything a printer or a network does. */
export interface Transport {
  send(bytes: Uint8Array, options?: SendOptions): Promise<SendOutcome>
  /** Can the printer be reached now? Sends nothing. Null: yes. */
  check(): Promise<StationErrorData | null>
}
