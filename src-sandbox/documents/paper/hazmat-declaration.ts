import type { HazmatDeclaration } from '../../../src-shared/freight/document-template.ts'
import type { ShipmentRecord } from '../../shipments/store.ts'
import { scacOf } from '../subject.ts'
import { cellRow, count, heading, panel, roomFor, signatureLines, table } from '../../../src-node/paper/blocks.ts'
import { madeByService } from './made-by-service.ts'
import { EDGE, INNER_WIDTH, Paper } from '../../../src-node/paper/paper.ts'
import { shipmentPartyLines } from './parties.ts'

/** The shipper's declaration of hazardous materials, its description in the order of 49 CFR 172.202. */
export async function hazmatDeclarationPdf(
  shipment: ShipmentRecord,
  { hazmatDetails, classifications }: HazmatDeclaration,
  madeAt: number,
): Promise<Uint8Array> {
  const paper = await Paper.open(madeByService(`Hazardous materials ${shipment.trackingNumber}`, madeAt), [
    shipment,
    hazmatDetails,
    classifications,
  ])
  const newPage = () => {
    paper.addPage()
    return EDGE.top
  }
  const top = heading(paper, "Shipper's declaration", 'HAZARDOUS MATERIALS', [
    ['Tracking', shipment.trackingNumber],
    ['BOL number', shipment.bolNumber],
    ['PRO number', shipment.proNumber],
    ['Pickup', shipment.pickupDay],
  ])
  const hatch = 10
  for (let x = EDGE.left; x < EDGE.right - 1; x += 2 * hatch) paper.box(x, top, hatch, 6, 'black')
  const half = INNER_WIDTH / 2
  const y = top + 14
  panel(
    paper,
    { x: EDGE.left, y, width: half, height: 86 },
    'OFFEROR / SHIPPER',
    shipmentPartyLines(shipment.origin, shipment.shipper),
    { lines: 1 },
  )
  panel(
    paper,
    { x: EDGE.left + half, y, width: half, height: 86 },
    'CONSIGNEE',
    shipmentPartyLines(shipment.destination, shipment.consignee),
    { lines: 1 },
  )
  paper.box(EDGE.left, y + 94, INNER_WIDTH, 38)
  paper.text(EDGE.left + 6, y + 99, 'EMERGENCY RESPONSE TELEPHONE, ANSWERED 24 HOURS', { size: 7, isBold: true })
  paper.text(EDGE.left + 6, y + 110, hazmatDetails.emergencyPhone, { size: 16, isBold: true, width: 270 })
  paper.text(EDGE.left + half, y + 113, hazmatDetails.emergencyContact ?? '', {
    size: 10,
    width: half - 6,
    align: 'right',
  })
  const facts = cellRow(paper, y + 132, 28, [
    ['Carrier', shipment.provider, 4],
    ['SCAC', scacOf(shipment), 1.5],
    ['Mode', 'Highway', 1.5],
    ['Offered by', hazmatDetails.offeror ?? shipment.shipper.companyName ?? '-', 4],
  ])
  const afterRows = table(
    paper,
    facts + 10,
    {
      columns: [
        { title: 'HM', share: 5, align: 'center', isBold: true },
        { title: 'ID NUMBER', share: 11, isBold: true },
        { title: 'PROPER SHIPPING NAME', share: 36 },
        { title: 'HAZARD CLASS', share: 11, align: 'center' },
        { title: 'PACKING GROUP', share: 10, align: 'center' },
        { title: 'NO. AND TYPE OF PACKAGES', share: 16 },
        { title: 'WEIGHT (LB)', share: 12, align: 'right' },
      ],
      rows: classifications.map((line) => [
        line.isLimitedQuantity ? '' : 'X',
        line.unNumber,
        [
          line.properShippingName,
          ...(line.isMarinePollutant ? ['MARINE POLLUTANT'] : []),
          ...(line.isLimitedQuantity ? ['LIMITED QUANTITY'] : []),
        ].join('\n'),
        line.hazardClass,
        line.packingGroup === undefined ? '-' : `PG ${line.packingGroup}`,
        `${count(line.quantity)} ${line.packaging}`,
        count(line.weight),
      ]),
      total: ['', '', 'TOTAL', '', '', '', count(classifications.reduce((sum, { weight }) => sum + weight, 0))],
      leastRows: 4,
    },
    newPage,
  )
  const end = roomFor(afterRows + 12, 140, newPage)
  panel(
    paper,
    { x: EDGE.left, y: end, width: INNER_WIDTH, height: 44 },
    'HANDLING INSTRUCTIONS',
    [hazmatDetails.instructions ?? ''],
    { size: 8.5, lines: 2 },
  )
  paper.text(
    EDGE.left,
    end + 54,
    'This is to certify that the above-named materials are properly classified, described, packaged, marked and labeled, ' +
      'and are in proper condition for transportation according to the applicable regulations of the Department of Transportation.',
    { size: 8.5, width: INNER_WIDTH, lines: 3 },
  )
  signatureLines(paper, end + 84, ['Signature of the offeror', 'Name and title', 'Date'])
  return paper.toBytes(`Hazardous materials declaration · ${shipment.trackingNumber}`)
}
