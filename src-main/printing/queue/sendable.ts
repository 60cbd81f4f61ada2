import type { StoredPrinter } from '../../../src-shared/station/printing/printer-settings.ts'
import type { PrintJob } from '../../../src-shared/station/printing/printing.ts'
import type { StoredPages } from '../../../src-shared/station/printing/stored-pages.ts'
import type { Acknowledgement } from './acknowledgement.ts'

/** A job to send, as the ledger gives it. */
export interface Sendable {
  job: PrintJob
  content: Acknowledgement & { setBack: string }
  document: Uint8Array
  /** How the document goes page by page; null: it goes as one. */
  pages: StoredPages | null
  /** Latin-1: what sets back what jobs before it may have left in the printer; it goes ahead of the first byte. */
  setBackOwed: string
  /** As it was when the job was taken; null: the job only names it by an address. */
  printer: StoredPrinter | null
}
