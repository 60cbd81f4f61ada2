import { returns } from '../command.ts'
import {
  documentDownloadInputSchema,
  documentGenerateInputSchema,
  documentIdInputSchema,
  documentListInputSchema,
  documentPagesInputSchema,
  documentPrintInputSchema,
  documentReplaceInputSchema,
  documentSearchInputSchema,
  type Document,
  type DocumentContent,
  type DocumentPages,
  type DocumentLists,
  type TemplateTexts,
} from '../documents/document.ts'
import type { PrintJob } from '../printing/printing.ts'

/** The rows of the command table about a shipment's documents. */
export const documentCommands = {
  /** What is known here; asks nobody. */
  'documents.search': returns<DocumentLists>()(documentSearchInputSchema),
  'documents.list': returns<Document[]>()(documentListInputSchema),
  'documents.generate': returns<Document>()(documentGenerateInputSchema),
  /** The content, at most MAX_DOCUMENT_BYTES. */
  'documents.download': returns<DocumentContent>()(documentDownloadInputSchema),
  /** Drawn for the screen: PDF, PNG, ZPL and EPL. */
  'documents.pages': returns<DocumentPages>()(documentPagesInputSchema),
  /**
   * On this station's office printer; NO_OFFICE_PRINTER when none is chosen. A shipping label is refused: `pack.scan` prints
   * it, and asks before a second one comes out.
   */
  'documents.print': returns<PrintJob>()(documentPrintInputSchema),
  /** Other data for a document made from a template. */
  'documents.replace': returns<Document>()(documentReplaceInputSchema),
  /** What a document was made from here; null: it was made elsewhere. */
  'documents.typed': returns<{ typed: TemplateTexts | null }>()(documentIdInputSchema),
  /** Goes for good, with what it was made from. */
  'documents.delete': returns<{ documentId: string }>()(documentIdInputSchema),
} as const
