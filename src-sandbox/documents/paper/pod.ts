import { SIGNATURE_SIZE, signaturePath } from '../signature.ts'
import {
  addressLines,
  contactLines,
  momentText,
  present,
  scacOf,
  serviceText,
  type Delivery,
  type DocumentSubject,
} from '../subject.ts'
import { cell, cellRow, count, heading, panel, table } from '../../../src-node/paper/blocks.ts'
import { madeByService } from './made-by-service.ts'
import { EDGE, INNER_WIDTH, Paper } from '../../../src-node/paper/paper.ts'

/** The delivery receipt, with the recipient's signature. */
export async function podPdf({ shipment }: DocumentSubject, delivery: Delivery, madeAt: number): Promise<Uint8Array> {
  const paper = await Paper.open(madeByService(`Proof of delivery ${shipment.trackingNumber}`, madeAt), [
    shipment,
    delivery,
  ])
  const top = heading(paper, shipment.provider, 'PROOF OF DELIVERY', [
    ['Tracking', shipment.trackingNumber],
    ['PRO number', shipment.proNumber],
    ['BOL number', shipment.bolNumber],
    ['SCAC', scacOf(shipment)],
  ])
  const half = INNER_WIDTH / 2
  panel(
    paper,
    { x: EDGE.left, y: top, width: half, height: 86 },
    'SHIPPER',
    [...addressLines(shipment.origin, shipment.shipper), ...contactLines(shipment.shipper)],
    { lines: 1 },
  )
  panel(
    paper,
    { x: EDGE.left + half, y: top, width: half, height: 86 },
    'CONSIGNEE',
    [...addressLines(shipment.destination, shipment.consignee), ...contactLines(shipment.consignee)],
    { lines: 1 },
  )

  const facts = cellRow(paper, top + 94, 26, [
    ['Service', serviceText(shipment), 3],
    ['Reference', shipment.reference ?? '-', 3],
    ['Picked up', shipment.actualPickup === null ? '-' : momentText(shipment.actualPickup), 3],
    ['Pieces', count(shipment.pieces), 1.2],
    ['Weight', `${count(shipment.weightLb)} lb`, 1.6],
  ])

  const y = facts + 10
  paper.box(EDGE.left, y, INNER_WIDTH, 150)
  paper.box(EDGE.left, y, INNER_WIDTH, 14, 'black')
  paper.text(EDGE.left + 4, y + 3, 'RECEIVED BY THE CONSIGNEE', { size: 8, isBold: true, width: 300, ink: 'white' })
  const left = { x: EDGE.left, width: 230 }
  cell(paper, { ...left, y: y + 14, height: 34 }, ['Delivered', momentText(delivery.at)], { size: 12, isBold: true })
  cell(paper, { ...left, y: y + 48, height: 34 }, ['Received by', delivery.recipient], { size: 12, isBold: true })
  cell(paper, { ...left, y: y + 82, height: 34 }, ['Place', placeOf(delivery)])
  cell(paper, { ...left, y: y + 116, height: 34 }, ['Exceptions noted', exceptionsOf(delivery)], { size: 8 })
  paper.text(EDGE.left + 236, y + 17, 'SIGNATURE', { size: 6, width: 100, ink: 'gray' })
  const scale = 0.88
  const room = INNER_WIDTH - left.width
  paper.stroke(
    EDGE.left + left.width + (room - SIGNATURE_SIZE.width * scale) / 2,
    y + 24,
    signaturePath(shipment.shipmentId, delivery.recipient),
    scale,
  )
  paper.line(EDGE.left + 250, y + 130, EDGE.right - 16, y + 130)
  paper.text(EDGE.left + 250, y + 134, delivery.recipient, { size: 8, width: room - 36, align: 'center' })

  paper.text(EDGE.left, y + 160, 'FREIGHT', { size: 8, isBold: true })
  table(
    paper,
    y + 172,
    {
      columns: [
        { title: 'PIECES', share: 10, align: 'right' },
        { title: 'DESCRIPTION', share: 58 },
        { title: 'CLASS', share: 10, align: 'center' },
        { title: 'HM', share: 6, align: 'center' },
        { title: 'WEIGHT (LB)', share: 16, align: 'right' },
      ],
      rows: shipment.cargo.map((line) => [
        count(line.quantity),
        line.description,
        line.freightClass ?? '',
        line.hazmat === true ? 'X' : '',
        count(line.weight * line.quantity),
      ]),
      total: [count(shipment.pieces), 'TOTAL', '', '', count(shipment.weightLb)],
    },
    () => {
      paper.addPage()
      return EDGE.top
    },
  )
  return paper.toBytes(`Proof of delivery · PRO ${shipment.proNumber} · ${shipment.provider}`)
}

function exceptionsOf({ exceptions }: Delivery): string {
  if (exceptions.length === 0) return 'None'
  return exceptions.map(({ at, description }) => `${momentText(at).slice(0, 10)} ${description}`).join('; ')
}

function placeOf({ location }: Delivery): string {
  return present([
    location.address,
    present([location.city, location.state]).join(', '),
    present([location.postalCode, location.country]).join(' '),
  ]).join(', ')
}
