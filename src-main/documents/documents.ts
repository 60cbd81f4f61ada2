import {
  PAGES_AT_ONCE,
  type Document,
  type DocumentContent,
  type DocumentPages,
  type DocumentSearch,
  type DocumentLists,
  type PageWindow,
} from '../../src-shared/station/documents/document.ts'
import { RecentAnswers } from '../../src-shared/lru.ts'
import { wrongState } from '../../src-shared/station/error.ts'
import type { PrintJob } from '../../src-shared/station/printing/printing.ts'
import type { LabelFormat } from '../../src-shared/freight/document.ts'
import type { LabelService } from '../labels/label-service.ts'
import type { Conversion } from '../labels/conversion/conversion.ts'
import { documentFormatOf } from '../labels/conversion/document-format.ts'
import type { FreightLink } from '../app/environment.ts'
import type { FetchedDocument } from '../freight/http/fetch-document.ts'
import { safeFileName } from '../freight/http/file-name.ts'
import { fallbackName, normaliseDocument } from '../freight/normalise/document.ts'
import type { DocumentQuery } from '../freight/resources/documents.ts'
import type { GenerateDocument } from '../freight/resources/generated-documents.ts'
import { pngDataUrl } from '../printing/png-data-url.ts'
import type { OfficePrint } from './office-print.ts'
import type { DocumentStore } from './documents.rows.ts'
import type { ShipmentStore } from '../shipments/shipments.rows.ts'
import type { Clock } from '../kernel/clock.ts'
import { searchDocumentLists } from './document-list.ts'

const CONTENT_TYPES: Record<LabelFormat, string> = {
  PDF: 'application/pdf',
  PNG: 'image/png',
  ZPL: 'application/octet-stream',
  EPL: 'application/octet-stream',
}

/** A document's bytes, fetched or kept. */
type Content = Omit<FetchedDocument, 'bytes' | 'requestId'> & { bytes: Uint8Array }

export interface DocumentsOptions {
  link: () => FreightLink
  known: DocumentStore
  shipments: Pick<ShipmentStore, 'get' | 'search'>
  labels: Pick<LabelService, 'kept'>
  clock: Clock
  conversion: Conversion
  officePrint: OfficePrint
}

/** What `documents.print` names. */
export interface PrintDocumentInput {
  documentId: string
  type: string
  title: string
  shipmentId: string | null
  copies?: number | undefined
}

export type Documents = ReturnType<typeof createDocuments>

/** A shipment's documents. Content is asked for by id: no URL of an answer is followed. */
export function createDocuments(options: DocumentsOptions) {
  const { link, known, shipments, clock, conversion, officePrint } = options
  const client = () => link().client
  /** A viewer asks for the same document page by page. */
  const recent = new RecentAnswers<Content>(6)
  const keyOf = (documentId: string) => `${link().key} ${documentId}`
  const content = async (documentId: string): Promise<Content> =>
    (await labelFiles(documentId)) ?? recent.get(keyOf(documentId), () => client().downloadDocument(documentId))

  /** A label that is kept in the ledger is shown without the network, too. */
  async function labelFiles(documentId: string): Promise<Content | null> {
    const shipmentId = await known.shipmentOf(documentId)
    const labels = shipmentId === null ? [] : await options.labels.kept(shipmentId)
    const label = labels.find((one) => one.documentId === documentId)
    if (!label) return null
    const { bytes, format } = label
    return { bytes, contentType: CONTENT_TYPES[format], filename: fallbackName(documentId, 'label', format) }
  }

  return {
    search: (query: DocumentSearch): Promise<DocumentLists> => searchDocumentLists({ known, shipments }, query),

    list: async (shipmentId: string, query: DocumentQuery): Promise<Document[]> => {
      const wire = await client().listShipmentDocuments(shipmentId, query)
      const documents = wire.map((document) => normaliseDocument(document, shipmentId))
      const isWhole = query.type === undefined && query.format === undefined
      if (isWhole) await known.keep(shipmentId, documents, clock.now())
      return documents
    },

    generate: async (request: GenerateDocument): Promise<Document> => {
      const { shipmentId } = request
      const document = normaliseDocument(await client().generateDocument(request), shipmentId)
      await known.add(shipmentId, document)
      return document
    },

    replace: async (documentId: string, source: Pick<GenerateDocument, 'data' | 'templateData'>): Promise<Document> => {
      try {
        // An answer that describes nothing has replaced it all the same.
        const replaced = await client().replaceDocument(documentId, source)
        const wire = replaced ?? (await client().getDocument(documentId))
        const shipmentId = await known.shipmentOf(documentId)
        const document = normaliseDocument(wire, shipmentId)
        if (shipmentId !== null) await known.add(shipmentId, document)
        return document
      } finally {
        recent.forget(keyOf(documentId))
      }
    },

    delete: async (documentId: string): Promise<void> => {
      await client().deleteDocument(documentId)
      await known.remove(documentId)
      recent.forget(keyOf(documentId))
    },

    download: async (documentId: string, format?: LabelFormat): Promise<DocumentContent> => {
      const { bytes, contentType, filename } = await client().downloadDocument(documentId, { format })
      return {
        name: safeFileName(filename, fallbackName(documentId, 'document', format ?? extensionOf(contentType))),
        contentType,
        bytes: Buffer.from(bytes).toString('base64'),
      }
    },

    /** The document as a PDF: as it is kept where it is one, else as the service makes one of it. @throws StationError */
    pdf: async (documentId: string): Promise<{ name: string; bytes: Uint8Array }> => {
      const kept = await content(documentId)
      const isPdf = documentFormatOf(kept.bytes) === 'PDF'
      const { bytes, filename } = isPdf ? kept : await client().downloadDocument(documentId, { format: 'PDF' })
      if (documentFormatOf(bytes) !== 'PDF') {
        throw wrongState('The service has this document in another format than PDF.', { documentId })
      }
      const name = safeFileName(filename, fallbackName(documentId, 'document', 'pdf'))
      return { name: name.toLowerCase().endsWith('.pdf') ? name : `${name}.pdf`, bytes }
    },

    pages: async (documentId: string, window: PageWindow): Promise<DocumentPages> => {
      const { bytes, contentType, filename } = await content(documentId)
      const name = safeFileName(filename, fallbackName(documentId, 'document', extensionOf(contentType)))
      return drawnPages(conversion, name, bytes, window)
    },

    /** @throws StationError NO_OFFICE_PRINTER, WRONG_STATE for a shipping label, CONVERSION_FAILED */
    print: async ({ documentId, type, title, shipmentId, copies }: PrintDocumentInput): Promise<PrintJob> => {
      if (type === 'SHIPPING_LABEL') {
        throw wrongState('Print a shipping label from its shipment, so that no duplicate is printed.', {
          documentId,
          shipmentId,
        })
      }
      const { bytes } = await content(documentId)
      return officePrint({ document: type === 'BOL' ? 'bol' : 'office', bytes, title, shipmentId, copies })
    },
  }
}

/** A document for a screen; one that cannot be drawn here has no pages. */
export async function drawnPages(
  conversion: Conversion,
  name: string,
  bytes: Uint8Array,
  { from, dpi }: PageWindow,
): Promise<DocumentPages> {
  const format = documentFormatOf(bytes)
  if (format === null) return { name, format, total: 0, pages: [] }
  const { total, pages } = await conversion.view({ format, bytes }, { from, count: PAGES_AT_ONCE, dpi }, { name })
  return { name, format, total, pages: pages.map(({ png, ...page }) => ({ ...page, image: pngDataUrl(png) })) }
}

function extensionOf(contentType: string): string {
  if (contentType === 'application/pdf') return 'pdf'
  return contentType.startsWith('image/') ? contentType.slice('image/'.length) : 'bin'
}
