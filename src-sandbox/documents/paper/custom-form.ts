import type { CustomForm } from '../../../src-shared/freight/document-template.ts'
import type { ShipmentRecord } from '../../shipments/store.ts'
import { momentText } from '../subject.ts'
import { heading, roomFor } from '../../../src-node/paper/blocks.ts'
import { madeByService } from './made-by-service.ts'
import { EDGE, INNER_WIDTH, Paper } from '../../../src-node/paper/paper.ts'

const LABEL_WIDTH = 170
const MOST_LINES = 40
const LINE = 9.5 * 1.2

/** A form of any title and fields, one below the other. */
export async function customFormPdf(shipment: ShipmentRecord, form: CustomForm, madeAt: number): Promise<Uint8Array> {
  const paper = await Paper.open(madeByService(form.title, madeAt), [shipment, form])
  const newPage = () => {
    paper.addPage()
    return EDGE.top
  }
  let y = heading(paper, shipment.shipper.companyName ?? '', form.title, [
    ['Tracking', shipment.trackingNumber],
    ['BOL number', shipment.bolNumber],
    ['Reference', shipment.reference ?? '-'],
    ['Date', momentText(madeAt).slice(0, 10)],
  ])
  const value = { size: 9.5, width: INNER_WIDTH - LABEL_WIDTH - 8, lines: MOST_LINES }
  const label = { size: 9, isBold: true, width: LABEL_WIDTH - 8, lines: 4 }
  for (const field of form.fields) {
    const lines = Math.max(1, paper.wrap(field.value, value).length, paper.wrap(field.label, label).length)
    const height = lines * LINE + 8
    y = roomFor(y, height, newPage)
    paper.box(EDGE.left, y, LABEL_WIDTH, height, 'shade')
    paper.box(EDGE.left + LABEL_WIDTH, y, INNER_WIDTH - LABEL_WIDTH, height)
    paper.text(EDGE.left + 4, y + 4, field.label, label)
    paper.text(EDGE.left + LABEL_WIDTH + 4, y + 4, field.value, value)
    y += height
  }
  return paper.toBytes(`${form.title} · ${shipment.trackingNumber}`)
}
