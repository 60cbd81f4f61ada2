import { EplLabel } from '../../src-labels/epl/label.ts'
import { ZplLabel } from '../../src-labels/zpl/label.ts'
import type { DocumentType, LabelFormat, LabelSize } from '../../src-shared/freight/document.ts'
import { FreightFailure } from '../http/failure.ts'
import type { ShipmentRecord } from '../shipments/store.ts'
import { labelContents, type LabelContent } from './label-content.ts'
import { drawLabel, LABEL_DOTS } from './label-layout.ts'
import { renderLabelPdf } from './label-pdf.ts'

/** What a document is to be: `piece` counts from 1, 0 stands for all pieces, a page each. */
export interface DocumentOrder {
  type: DocumentType
  format: LabelFormat
  size: LabelSize
  piece: number
}

type LabelRenderer = (contents: readonly LabelContent[], size: LabelSize) => Uint8Array | Promise<Uint8Array>

/** How labels come about in each format; a format that is not here cannot be made. */
const LABEL_RENDERERS: Partial<Record<LabelFormat, LabelRenderer>> = {
  PDF: renderLabelPdf,
  ZPL: (contents) => joined(contents, () => new ZplLabel(LABEL_DOTS)),
  EPL: (contents) => joined(contents, () => new EplLabel(LABEL_DOTS, 203)),
}

/** @throws FreightFailure DOCUMENT_GENERATION_FAILED when such a document cannot be made. */
export function assertCanRender(type: DocumentType, format: LabelFormat): void {
  rendererOf(type, format)
}

/** Makes a document. */
export async function renderDocument(record: ShipmentRecord, order: DocumentOrder): Promise<Uint8Array> {
  const contents = labelContents(record)
  const wanted = order.piece === 0 ? contents : contents.slice(order.piece - 1, order.piece)
  return rendererOf(order.type, order.format)(wanted, order.size)
}

function rendererOf(type: DocumentType, format: LabelFormat): LabelRenderer {
  const renderer = type === 'SHIPPING_LABEL' ? LABEL_RENDERERS[format] : undefined
  if (renderer) return renderer
  const known = Object.keys(LABEL_RENDERERS).join(', ')
  throw new FreightFailure('DOCUMENT_GENERATION_FAILED', `A ${type} cannot be made as ${format}.`, {
    template: type,
    errors: [`${format} is not available for ${type}; labels are made as ${known}.`],
  })
}

/** Printer languages hold one label after another in one stream. */
function joined(contents: readonly LabelContent[], newLabel: () => ZplLabel | EplLabel): Uint8Array {
  return Buffer.concat(
    contents.map((content) => {
      const label = newLabel()
      drawLabel(label, content)
      return label.toBytes()
    }),
  )
}
