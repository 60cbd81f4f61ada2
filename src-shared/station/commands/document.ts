import { returns } from '../command.ts'
import {
  documentDownloadInputSchema,
  documentGenerateInputSchema,
  documentIdInputSchema,
  documentListInputSchema,
  type Document,
  type DocumentContent,
} from '../document.ts'

/** The rows of the command table about a shipment's documents. */
export const documentCommands = {
  'documents.list': returns<Document[]>()(documentListInputSchema),
  'documents.generate': returns<Document>()(documentGenerateInputSchema),
  /** The content, at most MAX_DOCUMENT_BYTES. */
  'documents.download': returns<DocumentContent>()(documentDownloadInputSchema),
  'documents.delete': returns<{ documentId: string }>()(documentIdInputSchema),
} as const
