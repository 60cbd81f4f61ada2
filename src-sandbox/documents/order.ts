import type { DocumentDpi, DocumentKind, LabelFormat, LabelSize } from '../../src-shared/freight/document.ts'
import { FreightFailure, invalidField } from '../http/failure.ts'

/** A requested document. */
export interface DocumentOrder {
  type: DocumentKind
  format: LabelFormat
  size: LabelSize
  /** Dots an inch; 0 for a PDF, which has none. */
  dpi: DocumentDpi | 0
  /** Which piece a label is for, from 1; 0: all of them, a page each, or no label. */
  piece: number
}

/** A document but for its piece, as a request names it. */
interface Asked {
  type: DocumentKind
  format: LabelFormat
  size?: LabelSize | undefined
  dpi?: DocumentDpi | undefined
}

const DPIS: Record<LabelFormat, readonly DocumentDpi[]> = {
  PDF: [],
  PNG: [300, 600, 1200],
  ZPL: [203, 300],
  EPL: [203, 300],
}
/** A letter page at 1200 dpi is 135 million dots that are never printed. */
const LETTER_PNG_DPIS: readonly DocumentDpi[] = [300, 600]

/**
 * The asked document with size and resolution filled in: a label is 4x6 and anything else a letter page; the lowest
 * resolution of the format.
 * @throws FreightFailure DOCUMENT_GENERATION_FAILED when the type is not made in that format, INVALID_REQUEST when the
 * format is not made in that size or resolution.
 */
export function documentOrder({ type, format, size, dpi }: Asked): Omit<DocumentOrder, 'piece'> {
  const isLabel = type === 'SHIPPING_LABEL'
  if (!isLabel && format !== 'PDF' && format !== 'PNG') {
    throw new FreightFailure('DOCUMENT_GENERATION_FAILED', `A ${type} cannot be made as ${format}.`, {
      template: type,
      errors: [`format: ${format} is not available for ${type}; it is made as PDF, PNG`],
    })
  }
  const wantedSize = isLabel ? (size ?? '4x6') : '8.5x11'
  if (wantedSize !== '4x6' && format !== 'PDF' && format !== 'PNG') {
    throw invalidField('size', `${format} labels are made in 4x6 only.`)
  }
  const offered = format === 'PNG' && wantedSize !== '4x6' ? LETTER_PNG_DPIS : DPIS[format]
  if (dpi !== undefined && !offered.includes(dpi)) {
    const what = `${format} in ${wantedSize}`
    throw invalidField('dpi', offered.length === 0 ? `${what} has none.` : `${what} is made at ${offered.join(', ')}.`)
  }
  return { type, format, size: wantedSize, dpi: dpi ?? offered[0] ?? 0 }
}
