import type { PackingList } from '../../../src-shared/freight/document-template.ts'
import type { ShipmentRecord } from '../../shipments/store.ts'
import { momentText } from '../subject.ts'
import { cellRow, count, heading, panel, roomFor, table } from '../../../src-node/paper/blocks.ts'
import { madeByService } from './made-by-service.ts'
import { EDGE, INNER_WIDTH, Paper } from '../../../src-node/paper/paper.ts'
import { shipmentPartyLines } from './parties.ts'

const KG_A_LB = 0.45359237

/** The contents of the shipment and their packaging. */
export async function packingListPdf(shipment: ShipmentRecord, list: PackingList, madeAt: number): Promise<Uint8Array> {
  const paper = await Paper.open(madeByService(`Packing list ${shipment.trackingNumber}`, madeAt), [shipment, list])
  const newPage = () => {
    paper.addPage()
    return EDGE.top
  }
  const top = heading(paper, shipment.shipper.companyName ?? '', 'PACKING LIST', [
    ['Tracking', shipment.trackingNumber],
    ['BOL number', shipment.bolNumber],
    ['Reference', shipment.reference ?? '-'],
    ['Date', momentText(madeAt).slice(0, 10)],
  ])
  const half = INNER_WIDTH / 2
  panel(
    paper,
    { x: EDGE.left, y: top, width: half, height: 86 },
    'SHIP FROM',
    shipmentPartyLines(shipment.origin, shipment.shipper),
    { lines: 1 },
  )
  panel(
    paper,
    { x: EDGE.left + half, y: top, width: half, height: 86 },
    'SHIP TO',
    shipmentPartyLines(shipment.destination, shipment.consignee),
    { lines: 1 },
  )
  const { net, gross, unit } = list.weights
  const packages = list.packaging.reduce((sum, { quantity }) => sum + quantity, 0)
  const facts = cellRow(paper, top + 86, 28, [
    ['Carrier', shipment.provider, 3],
    ['Packages', count(packages), 1.4],
    ['Net weight', bothUnits(net, unit), 3],
    ['Gross weight', bothUnits(gross, unit), 3],
  ])

  paper.text(EDGE.left, facts + 12, 'CONTENTS', { size: 8, isBold: true })
  const afterItems = table(
    paper,
    facts + 24,
    {
      columns: [
        { title: 'LINE', share: 7, align: 'center' },
        { title: 'QUANTITY', share: 12, align: 'right' },
        { title: 'DESCRIPTION', share: 50 },
        { title: 'PACKAGE', share: 15, align: 'center' },
        { title: `WEIGHT (${unit.toUpperCase()})`, share: 16, align: 'right' },
      ],
      rows: list.items.map((item, index) => [
        String(index + 1),
        count(item.quantity),
        item.description,
        item.package ?? '',
        item.weight === undefined ? '' : count(item.weight),
      ]),
      leastRows: 5,
    },
    newPage,
  )
  const y = roomFor(afterItems + 14, 80, newPage)
  paper.text(EDGE.left, y, 'PACKAGING', { size: 8, isBold: true })
  const afterPackaging = table(
    paper,
    y + 12,
    {
      columns: [
        { title: 'QUANTITY', share: 12, align: 'right' },
        { title: 'TYPE', share: 24 },
        { title: 'L x W x H (IN)', share: 24, align: 'center' },
        { title: 'MARKS AND NUMBERS', share: 40 },
      ],
      rows: list.packaging.map(({ type, quantity, length, width, height, marks }) => [
        count(quantity),
        type,
        [length, width, height].some((side) => side === undefined)
          ? ''
          : [length, width, height].map((side) => count(side ?? 0)).join(' x '),
        marks ?? '',
      ]),
      total: [count(packages), 'TOTAL', '', `Gross ${bothUnits(gross, unit)}`],
    },
    newPage,
  )
  const end = roomFor(afterPackaging + 14, 40, newPage)
  paper.text(EDGE.left, end, 'Packed by ____________________      Checked by ____________________', { size: 9 })
  return paper.toBytes(`Packing list · ${shipment.trackingNumber}`)
}

function bothUnits(weight: number, unit: 'lb' | 'kg'): string {
  const [lb, kg] = unit === 'lb' ? [weight, weight * KG_A_LB] : [weight / KG_A_LB, weight]
  return unit === 'lb' ? `${count(lb)} lb (${count(kg)} kg)` : `${count(kg)} kg (${count(lb)} lb)`
}
