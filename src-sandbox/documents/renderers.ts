import { EplLabel } from '../../src-labels/epl/label.ts'
import { ZplLabel } from '../../src-labels/zpl/label.ts'
import { FreightFailure } from '../http/failure.ts'
import { drawLabel, LABEL_DOTS, scaled } from './label-layout.ts'
import { labelContents } from './label-content.ts'
import { renderLabelPdf } from './label-pdf.ts'
import type { DocumentOrder } from './order.ts'
import { bolPdf } from './paper/bol.ts'
import { certificateOfOriginPdf } from './paper/certificate-of-origin.ts'
import { commercialInvoicePdf } from './paper/commercial-invoice.ts'
import { customFormPdf } from './paper/custom-form.ts'
import { customsFormPdf } from './paper/customs-form.ts'
import { hazmatDeclarationPdf } from './paper/hazmat-declaration.ts'
import { packingListPdf } from './paper/packing-list.ts'
import { podPdf } from './paper/pod.ts'
import { PictureTooLarge, type PdfRaster } from './raster/pdf-raster.ts'
import type { DocumentSubject } from './subject.ts'

/** A document to make: the order, and what identifies it. */
export interface NamedOrder extends DocumentOrder {
  documentId: string
  /** Milliseconds on the service's clock. */
  createdAt: number
}

/** 300 dpi is 12 dots a millimetre where 203 is 8. */
const SCALE_AT_300 = 1.5

/**
 * Makes a document's bytes.
 * @throws FreightFailure DOCUMENT_GENERATION_FAILED when it cannot be made, or would be too large a picture.
 */
export async function renderDocument(
  subject: DocumentSubject,
  order: NamedOrder,
  raster: PdfRaster,
): Promise<Uint8Array> {
  switch (order.format) {
    case 'PDF':
      return renderPdf(subject, order)
    case 'PNG':
      try {
        return await raster.pages(await renderPdf(subject, order), order.dpi)
      } catch (cause) {
        if (cause instanceof PictureTooLarge) throw cannotMake(order, cause.message)
        throw cause
      }
    case 'ZPL':
    case 'EPL':
      return renderForPrinter(subject, order)
  }
}

/** The document as a PDF, in any stored format. */
export async function renderPdf(subject: DocumentSubject, order: NamedOrder): Promise<Uint8Array> {
  const { shipment, delivery, source } = subject
  const { type, createdAt } = order
  if (source) {
    switch (source.template) {
      case 'COMMERCIAL_INVOICE':
        return commercialInvoicePdf(shipment, source.data, order.documentId, createdAt)
      case 'PACKING_LIST':
        return packingListPdf(shipment, source.data, createdAt)
      case 'CERTIFICATE_OF_ORIGIN':
        return certificateOfOriginPdf(shipment, source.data, createdAt)
      case 'HAZMAT_DECLARATION':
        return hazmatDeclarationPdf(shipment, source.data, createdAt)
      case 'CUSTOM_FORM':
        return customFormPdf(shipment, source.data, createdAt)
    }
  }
  if (type === 'SHIPPING_LABEL') {
    return renderLabelPdf(wantedLabels(subject, order), order.size, shipment.instructions ?? '', createdAt)
  }
  if (type === 'BOL') return bolPdf(subject, createdAt)
  if (type === 'CUSTOMS_FORM') return customsFormPdf(subject, createdAt)
  if (type === 'POD' && delivery) return podPdf(subject, delivery, createdAt)
  throw cannotMake(order, `there is nothing to make a ${type} of ${shipment.shipmentId} from`)
}

/** Printer languages hold one label after another in one stream. */
function renderForPrinter(subject: DocumentSubject, order: NamedOrder): Uint8Array {
  const scale = order.dpi === 300 ? SCALE_AT_300 : 1
  const size = { widthDots: LABEL_DOTS.widthDots * scale, heightDots: LABEL_DOTS.heightDots * scale }
  return Buffer.concat(
    wantedLabels(subject, order).map((content) => {
      const label = order.format === 'ZPL' ? new ZplLabel(size) : new EplLabel(size, order.dpi)
      drawLabel(scaled(label, scale), content)
      return label.toBytes()
    }),
  )
}

function wantedLabels({ shipment }: DocumentSubject, { piece }: DocumentOrder) {
  const contents = labelContents(shipment)
  return piece === 0 ? contents : contents.slice(piece - 1, piece)
}

function cannotMake({ type }: DocumentOrder, why: string): FreightFailure {
  return new FreightFailure('DOCUMENT_GENERATION_FAILED', `The ${type} cannot be made: ${why}.`, {
    template: type,
    errors: [why],
  })
}
