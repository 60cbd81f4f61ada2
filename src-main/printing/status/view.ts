import type { PrinterStatus } from '../../../src-shared/station/printing/printer-settings.ts'
import type { Probe } from './probe.ts'

/** How a printer was found to be. */
export type Seen = Omit<PrinterStatus, 'printerId' | 'isQueuePaused' | 'at'>

const NOTHING_SAID = { paused: false, paperOut: false, headOpen: false, ribbonOut: false, labelsRemaining: null }

/** A printer that is not asked. */
export const NOT_ASKED: Seen = { ...NOTHING_SAID, online: null, problem: null }

/** What a probe shows on screen. */
export function seenBy(probe: Probe): Seen {
  switch (probe.kind) {
    case 'answered':
      return {
        online: true,
        paused: probe.status.paused,
        paperOut: probe.status.paperOut,
        headOpen: probe.status.headOpen,
        ribbonOut: probe.status.ribbonOut,
        labelsRemaining: probe.status.labelsRemaining + probe.status.formatsInBuffer,
        problem: probe.trouble,
      }
    case 'attention':
      return seenByStatusSource(probe.trouble)
    case 'silent':
      return { ...NOTHING_SAID, online: true, problem: 'it needs attention: it is not responding' }
    case 'unreachable':
      return { ...NOTHING_SAID, online: false, problem: `it cannot be reached (${probe.reason})` }
  }
}

/** A printer that reports only its trouble, or that it has none. */
export function seenByStatusSource(trouble: string | null): Seen {
  return {
    ...NOTHING_SAID,
    online: true,
    paused: trouble?.includes('paused') ?? false,
    paperOut: trouble?.includes('paper is out') ?? false,
    headOpen: trouble?.includes('head is open') ?? false,
    ribbonOut: trouble?.includes('ribbon') ?? false,
    problem: trouble,
  }
}
