import type { SendEnd } from '../../../src-shared/machine/print-job.ts'
import { StationError, type StationErrorData } from '../../../src-shared/station/error.ts'
import type { PrintJob, SentDetail } from '../../../src-shared/station/printing/printing.ts'
import type { PagesNote, StoredPages } from '../../../src-shared/station/printing/stored-pages.ts'
import type { Route } from '../printers/route.ts'
import type { Spooled } from '../transports/transport.ts'
import { acknowledgementOf } from './acknowledgement.ts'
import type { Sendable } from './sendable.ts'

/** One page as it goes to the printer, validated. */
interface Sheet {
  bytes: Uint8Array
  labels: number
}

/** Makes the pages of a job on demand. */
export interface SheetMaker {
  /** @param page from 1 @throws StationError why it must not be printed; one that is retryable is about the moment, not the page */
  make(page: number): Promise<Sheet>
}

export interface SheetPorts {
  sheets: (sendable: Sendable & { pages: StoredPages }) => Promise<SheetMaker>
  /** Writes down how far a job is; what a person said meanwhile comes back. */
  notePages: (jobId: string, note: PagesNote) => Promise<PrintJob>
  /** The station is closing: no further sheet is begun. */
  isClosing: () => boolean
}

/** What a sender does for one job; see sender.ts. */
export interface SheetSend {
  sendable: Sendable & { pages: StoredPages }
  route: Pick<Route, 'transport' | 'proves'>
  signal: AbortSignal
  failed: (error: StationErrorData) => SendEnd
  onBytes: (bytesSent: number) => void
  onSheet: () => void
  onSpooled: (spooled: Spooled) => void
}

/**
 * Sends a job sheet by sheet, the next being made while one is on its way: each is made and validated before its first byte
 * leaves, and written down as taken before the next one begins. A person may stop it behind the sheet in hand; a page that
 * must not be printed stops the job before that page.
 * @returns how it ended, and how many labels the printer took for certain
 */
export async function sendSheets(
  { sendable, route, signal, failed, onBytes, onSheet, onSpooled }: SheetSend,
  { sheets, notePages, isClosing }: SheetPorts,
): Promise<{ end: SendEnd; labels: number }> {
  const { job, pages, content, setBackOwed } = sendable
  const { jobId } = job
  const spooled: Spooled[] = []
  let [bytesSent, labels, taken] = [0, 0, pages.begin]
  let isProved = true
  let detail: SentDetail = 'handed-over'
  let isStopped = false
  const spool = () => (spooled[0] ? { queue: spooled[0].queue, jobIds: spooled.map(({ jobId: id }) => id) } : null)
  const between = async (error: StationErrorData): Promise<{ end: SendEnd; labels: number }> => {
    await notePages(jobId, { isBetween: true })
    return { end: { to: 'UNKNOWN', bytesSent, error: brokenOff(error, taken, pages), spool: spool() }, labels }
  }

  /**
   * Labels before the last that was sent may have set what the next job must not find.
   * @returns what is still owed to the printer
   */
  const setBack = async (): Promise<string> => {
    if (content.setBack === '' || taken % pages.ofCopy === 0) return ''
    const outcome = await route.transport.send(Buffer.from(content.setBack, 'latin1'), { signal })
    return outcome.kind === 'accepted' ? '' : content.setBack
  }

  const maker = await sheets(sendable)
  const begin = (sheet: number): Promise<Sheet> => {
    const made = maker.make(((sheet - 1) % pages.ofCopy) + 1)
    // The sender awaits it and sees the error; that of a sheet never sent is ignored.
    made.catch(() => undefined)
    return made
  }

  let next = begin(taken + 1)
  while (taken < pages.end && !isStopped) {
    let made: Sheet
    try {
      made = await next
    } catch (error) {
      if (!(error instanceof StationError)) throw error
      const why = error.toData()
      if (taken === pages.begin) return { end: failed(why), labels }
      if (why.retryable) return between(why)
      await notePages(jobId, { stop: { kind: 'page', sheet: taken + 1, error: why } })
      break
    }
    if (taken + 1 < pages.end) next = begin(taken + 2)
    const before = bytesSent
    const sent = taken === pages.begin && setBackOwed !== '' ? behind(setBackOwed, made.bytes) : made.bytes
    const outcome = await route.transport.send(sent, { signal, onProgress: (bytes) => onBytes(before + bytes) })
    if (outcome.kind === 'refused')
      return taken === pages.begin ? { end: failed(outcome.error), labels } : between(outcome.error)
    bytesSent += outcome.bytes
    onBytes(bytesSent)
    if (outcome.spooled) {
      spooled.push(outcome.spooled)
      onSpooled(outcome.spooled)
    }
    if (outcome.kind === 'unknown') {
      const error = brokenOff(outcome.error, taken, pages)
      return { end: { to: 'UNKNOWN', bytesSent, error, spool: spool() }, labels }
    }
    taken += 1
    labels += made.labels
    isProved &&= route.proves(outcome.answer, acknowledgementOf(sent, made.labels))
    if (outcome.detail) detail = outcome.detail
    const { pages: now } = await notePages(jobId, { handedOver: taken, bytesSent })
    onSheet()
    isStopped = now?.stop !== null
    if (isClosing() && taken < pages.end && !isStopped) {
      await setBack()
      return between(closed())
    }
  }
  const owed = { setBackOwed: await setBack() }
  const end: SendEnd = isProved
    ? { to: 'PRINTED', bytesSent, proof: { kind: 'receipt' }, ...owed }
    : { to: 'SENT', bytesSent, detail, spool: spool(), ...owed }
  return { end, labels }
}

/** A label behind what is owed to its printer, which may still wait for the end of a line of EPL. @param owed Latin-1 */
export function behind(owed: string, label: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(`\n${owed}`, 'latin1'), label])
}

function closed(): StationErrorData {
  return {
    code: 'PRINTER_INTERRUPTED',
    message: 'Waybill was closed between two pages.',
    retryable: false,
    details: { reason: 'closed' },
  }
}

/** Why a job ended in the middle, with how far it was. */
function brokenOff(
  { message, details }: StationErrorData,
  taken: number,
  { begin, end }: StoredPages,
): StationErrorData {
  return {
    code: 'PRINTER_INTERRUPTED',
    message: `The printer accepted ${taken - begin} of ${end - begin} pages. ${message}`,
    retryable: false,
    details: { ...details, pagesSent: taken - begin, pages: end - begin },
  }
}
