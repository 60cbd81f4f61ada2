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
  /** Searches the documents that are known here. Asks no service. */
  'documents.search': returns<DocumentLists>()(documentSearchInputSchema, atSite.packer),
  /** Lists a shipment's documents, as the service has them. */
  'documents.list': returns<Document[]>()(documentListInputSchema, atSite.packer),
  /** Makes a document of a shipment from a template. */
  'documents.generate': returns<Document>()(documentGenerateInputSchema, atSite.clerk),
  /** Returns the content of a document, at most MAX_DOCUMENT_BYTES. */
  'documents.download': returns<DocumentContent>()(documentDownloadInputSchema, atSite.packer),
  /** Draws a document for the screen: PDF, PNG, ZPL and EPL. */
  'documents.pages': returns<DocumentPages>()(documentPagesInputSchema, atSite.packer),
  /**
   * Prints a document on this station's office printer. NO_OFFICE_PRINTER when none is chosen. A shipping label is
   * refused: `pack.scan` prints it, and asks before a second one comes out.
   */
  'documents.print': returns<PrintJob>()(documentPrintInputSchema, atSite.packer),
  /** Replaces the data of a document made from a template. */
  'documents.replace': returns<Document>()(documentReplaceInputSchema, atSite.clerk),
  /** Returns the data that a document was made from here; null: it was made elsewhere. */
  'documents.typed': returns<{ typed: TemplateTexts | null }>()(documentIdInputSchema, atSite.packer),
  /** Deletes a document for good, with its source data. */
  'documents.delete': returns<{ documentId: string }>()(documentIdInputSchema, atSite.clerk),
} as const
