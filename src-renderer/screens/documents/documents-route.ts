import { TEMPLATES, type Template } from '../../../src-shared/freight/document-generate.ts'
import { DOCUMENT_KINDS, type DocumentKind } from '../../../src-shared/freight/document.ts'
import type { Route } from '../../frame/route.ts'

/** The state of the screen in its address, so that reload, back and a link from elsewhere find it. */
export interface DocumentsPlace {
  text: string
  type: DocumentKind | null
  shipmentId: string | null
  documentId: string | null
  /** The template that is being filled in; with a document: to replace it. */
  template: Template | null
}

export function readPlace({ params }: Pick<Route, 'params'>): DocumentsPlace {
  const shipmentId = params['shipment'] || null
  return {
    text: params['text'] ?? '',
    type: DOCUMENT_KINDS.find((kind) => kind === params['type']) ?? null,
    shipmentId,
    documentId: shipmentId === null ? null : params['document'] || null,
    template: shipmentId === null ? null : (TEMPLATES.find((template) => template === params['make']) ?? null),
  }
}

/** The inverse of readPlace; empty fields are left out. */
export function placeParams({ text, type, shipmentId, documentId, template }: DocumentsPlace): Route['params'] {
  const all = { text, type, shipment: shipmentId, document: documentId, make: template }
  const filled = Object.entries(all).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return Object.fromEntries(filled)
}
