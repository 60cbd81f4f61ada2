import { isVoid, momentText, scacOf, serviceText, type DocumentSubject } from '../subject.ts'
import {
  cellRow,
  count,
  heading,
  money,
  panel,
  roomFor,
  signatureLines,
  table,
} from '../../../src-node/paper/blocks.ts'
import { madeByService } from './made-by-service.ts'
import { EDGE, INNER_WIDTH, Paper } from '../../../src-node/paper/paper.ts'
import { shipmentPartyLines } from './parties.ts'

/** The declaration of goods that goes with a shipment across a border, filled from the booking. */
export async function customsFormPdf({ shipment }: DocumentSubject, madeAt: number): Promise<Uint8Array> {
  const { origin, destination, cargo } = shipment
  const paper = await Paper.open(madeByService(`Customs declaration ${shipment.trackingNumber}`, madeAt), shipment)
  if (isVoid(shipment)) paper.stamp('VOID')
  const newPage = () => {
    paper.addPage()
    return EDGE.top
  }
  const top = heading(paper, 'Declaration of goods for customs', 'CUSTOMS DECLARATION', [
    ['Tracking', shipment.trackingNumber],
    ['BOL number', shipment.bolNumber],
    ['PRO number', shipment.proNumber],
    ['Prepared', momentText(madeAt).slice(0, 10)],
  ])
  const half = INNER_WIDTH / 2
  panel(
    paper,
    { x: EDGE.left, y: top, width: half, height: 86 },
    '1  EXPORTER / SHIPPER',
    shipmentPartyLines(origin, shipment.shipper),
    { lines: 1 },
  )
  panel(
    paper,
    { x: EDGE.left + half, y: top, width: half, height: 86 },
    '2  CONSIGNEE / IMPORTER OF RECORD',
    shipmentPartyLines(destination, shipment.consignee),
    { lines: 1 },
  )
  const transport = cellRow(paper, top + 86, 28, [
    ['3  Country of export', origin.country, 2],
    ['4  Country of destination', destination.country, 2],
    ['5  Carrier', shipment.provider, 3],
    ['6  SCAC', scacOf(shipment), 1.2],
    ['7  Service', serviceText(shipment), 2.4],
  ])
  const facts = cellRow(paper, transport, 28, [
    ['8  Mode of transport', 'Road', 2],
    ['9  Day of departure', shipment.pickupDay, 2],
    ['10  Reference', shipment.reference ?? '-', 3],
    ['11  Pieces', count(shipment.pieces), 1.2],
    ['12  Gross weight', `${count(shipment.weightLb)} lb (${count(shipment.weightLb * 0.45359237)} kg)`, 2.4],
  ])
  const values = new Map<string, number>()
  for (const { value, currency = 'USD', quantity } of cargo) {
    if (value !== undefined) values.set(currency, (values.get(currency) ?? 0) + value * quantity)
  }
  const total = [...values].map(([currency, value]) => `${money(value)} ${currency}`).join('\n')
  const afterGoods = table(
    paper,
    facts + 10,
    {
      columns: [
        { title: '13  QTY', share: 7, align: 'right' },
        { title: '14  DESCRIPTION OF GOODS', share: 38 },
        { title: '15  SAT CODE', share: 13, align: 'center' },
        { title: '16  WEIGHT (LB)', share: 12, align: 'right' },
        { title: '17  UNIT VALUE', share: 14, align: 'right' },
        { title: '18  TOTAL VALUE', share: 18, align: 'right' },
      ],
      rows: cargo.map((line) => [
        count(line.quantity),
        line.satDescription === undefined ? line.description : `${line.description}\n${line.satDescription}`,
        line.satCode ?? '',
        count(line.weight * line.quantity),
        line.value === undefined ? 'not declared' : money(line.value),
        line.value === undefined ? 'not declared' : `${money(line.value * line.quantity)} ${line.currency ?? 'USD'}`,
      ]),
      total: [count(shipment.pieces), 'TOTAL', '', count(shipment.weightLb), '', total],
      leastRows: 4,
    },
    newPage,
  )
  const end = roomFor(afterGoods + 12, 84, newPage)
  paper.text(
    EDGE.left,
    end,
    'I declare that the particulars given in this declaration are true and complete, and that the goods contain nothing ' +
      'whose carriage or import is forbidden by the law of either country.',
    { size: 8, width: INNER_WIDTH, lines: 3 },
  )
  signatureLines(paper, end + 28, ['Signature of the exporter or agent', 'Name and title', 'Date'])
  return paper.toBytes(`Customs declaration · ${shipment.trackingNumber}`)
}
