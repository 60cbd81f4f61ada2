import { atSite, returns } from '../command.ts'
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
  /** Documents known here; asks no service. */
  'documents.search': returns<DocumentLists>()(documentSearchInputSchema, atSite.packer),
  'documents.list': returns<Document[]>()(documentListInputSchema, atSite.packer),
  'documents.generate': returns<Document>()(documentGenerateInputSchema, atSite.clerk),
  /** The content, at most MAX_DOCUMENT_BYTES. */
  'documents.download': returns<DocumentContent>()(documentDownloadInputSchema, atSite.packer),
  /** Drawn for the screen: PDF, PNG, ZPL and EPL. */
  'documents.pages': returns<DocumentPages>()(documentPagesInputSchema, atSite.packer),
  /**
   * On this station's office printer; NO_OFFICE_PRINTER when none is chosen. A shipping label is refused: `pack.scan` prints
   * it, and asks before a second one comes out.
   */
  'documents.print': returns<PrintJob>()(documentPrintInputSchema, atSite.packer),
  /** Other data for a document made from a template. */
  'documents.replace': returns<Document>()(documentReplaceInputSchema, atSite.clerk),
  /** The data that a document was made from here; null: it was made elsewhere. */
  'documents.typed': returns<{ typed: TemplateTexts | null }>()(documentIdInputSchema, atSite.packer),
  /** Deletes it for good, with its source data. */
  'documents.delete': returns<{ documentId: string }>()(documentIdInputSchema, atSite.clerk),
} as const
