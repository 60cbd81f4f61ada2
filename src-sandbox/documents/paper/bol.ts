import { classByDensity, densityPcf, type Cargo } from '../../../src-shared/freight/cargo.ts'
import { carrierNamed } from '../../rating/carriers.ts'
import { addressLines, contactLines, isVoid, present, scacOf, serviceText, type DocumentSubject } from '../subject.ts'
import {
  cell,
  count,
  money,
  PAGE_END,
  panel,
  signatureLines,
  table,
  tableHeight,
  type Table,
} from '../../../src-node/paper/blocks.ts'
import { madeByService } from './made-by-service.ts'
import { EDGE, INNER_WIDTH, Paper } from '../../../src-node/paper/paper.ts'

/** What declared value, conditions and signatures take at the end of the first page. */
const CONDITIONS_HEIGHT = 160
const BLANK_LINE = 15.6
const HALF = INNER_WIDTH / 2
const MIDDLE = EDGE.left + HALF

/** The bill of lading, laid out as the VICS short form. */
export async function bolPdf({ shipment }: DocumentSubject, madeAt: number): Promise<Uint8Array> {
  const paper = await Paper.open(madeByService(`Bill of lading ${shipment.bolNumber}`, madeAt), shipment)
  if (isVoid(shipment)) paper.stamp('VOID')
  const unit = carrierNamed(shipment.provider)?.kind === 'PARCEL' ? 'CTN' : 'PLT'
  const rows = shipment.cargo.map((line) => commodityRow(line, unit))
  const total = [
    count(shipment.pieces),
    '',
    count(shipment.pieces),
    '',
    count(shipment.weightLb),
    '',
    'GRAND TOTAL',
    '',
    '',
  ]

  paper.text(EDGE.left, 34, `Date: ${shipment.pickupDay}`, { size: 9, width: 130 })
  paper.text(EDGE.left, 32, 'BILL OF LADING', { size: 15, isBold: true, width: INNER_WIDTH, align: 'center' })
  paper.text(EDGE.left, 49, 'STRAIGHT - SHORT FORM - NOT NEGOTIABLE', { size: 7, width: INNER_WIDTH, align: 'center' })

  const parties = { x: EDGE.left, width: HALF }
  panel(
    paper,
    { ...parties, y: 62, height: 84 },
    'SHIP FROM',
    [...addressLines(shipment.origin, shipment.shipper), ...contactLines(shipment.shipper)],
    { lines: 1 },
  )
  panel(
    paper,
    { ...parties, y: 146, height: 84 },
    'SHIP TO',
    [...addressLines(shipment.destination, shipment.consignee), ...contactLines(shipment.consignee)],
    { lines: 1 },
  )
  panel(paper, { ...parties, y: 230, height: 32 }, 'THIRD PARTY FREIGHT CHARGES BILL TO', ['Same as SHIP FROM'])
  panel(paper, { ...parties, y: 262, height: 86 }, 'SPECIAL INSTRUCTIONS', [shipment.instructions ?? ''], {
    size: 7,
    lines: 8,
  })

  paper.box(MIDDLE, 62, HALF, 84)
  paper.text(MIDDLE + 4, 66, 'Bill of Lading Number', { size: 8, isBold: true, width: HALF - 8 })
  paper.text(MIDDLE + 4, 77, shipment.bolNumber, { size: 12, isBold: true, width: HALF - 8 })
  if (!isVoid(shipment)) paper.code128(MIDDLE, 95, HALF, 46, shipment.bolNumber)
  panel(paper, { x: MIDDLE, y: 146, width: HALF, height: 146 }, 'CARRIER', [
    `Carrier name: ${shipment.provider}`,
    `Service: ${serviceText(shipment)}`,
    'Trailer number: ____________________',
    'Seal number(s): ____________________',
    `SCAC: ${scacOf(shipment)}`,
    `PRO number: ${shipment.proNumber}`,
  ])
  if (!isVoid(shipment)) paper.code128(MIDDLE, 238, HALF, 48, proBarcode(scacOf(shipment), shipment.proNumber))
  paper.box(MIDDLE, 292, HALF, 56)
  paper.text(MIDDLE + 4, 296, 'Freight Charge Terms', { size: 8, isBold: true, width: 140 })
  paper.text(MIDDLE + 150, 296, 'prepaid unless marked otherwise', { size: 7, width: HALF - 154 })
  checkBox(paper, MIDDLE + 6, 311, 'Prepaid', true)
  checkBox(paper, MIDDLE + 86, 311, 'Collect', false)
  checkBox(paper, MIDDLE + 166, 311, '3rd Party', false)
  checkBox(paper, MIDDLE + 6, 329, 'Master bill of lading with attached underlying bills', false)

  bar(paper, 352, 'CUSTOMER ORDER INFORMATION')
  const afterOrders = table(
    paper,
    364,
    {
      columns: [
        { title: 'CUSTOMER ORDER NUMBER', share: 30, isBold: true },
        { title: '# PKGS', share: 10, align: 'right' },
        { title: 'WEIGHT (LB)', share: 14, align: 'right' },
        { title: 'PALLET/SLIP', share: 10, align: 'center' },
        { title: 'ADDITIONAL SHIPPER INFO', share: 36 },
      ],
      rows: [
        [
          shipment.reference ?? '',
          count(shipment.pieces),
          count(shipment.weightLb),
          unit === 'PLT' ? 'Y' : 'N',
          `Tracking ${shipment.trackingNumber}`,
        ],
      ],
    },
    () => EDGE.top,
  )

  bar(paper, afterOrders + 4, 'CARRIER INFORMATION')
  const top = afterOrders + 16
  const room = PAGE_END - CONDITIONS_HEIGHT - top
  // More lines than the first page holds continue on supplement pages, as the form has it.
  const needsSupplement = tableHeight(paper, { ...COMMODITIES, rows, total }) > room
  const front = needsSupplement ? [['', '', '', '', '', '', 'SEE ATTACHED SUPPLEMENT PAGE', '', '']] : rows
  const spare = room - tableHeight(paper, { ...COMMODITIES, rows: front, total })
  const leastRows = front.length + Math.floor(spare / BLANK_LINE)
  table(paper, top, { ...COMMODITIES, rows: front, total, leastRows }, () => EDGE.top)
  conditions(paper, PAGE_END - CONDITIONS_HEIGHT + 6, shipment.cargo)

  if (needsSupplement) {
    const newPage = () => {
      paper.addPage()
      paper.text(EDGE.left, 34, 'SUPPLEMENT TO THE BILL OF LADING', { size: 13, isBold: true, width: 340 })
      paper.text(EDGE.left, 37, `Bill of Lading Number ${shipment.bolNumber}`, { width: INNER_WIDTH, align: 'right' })
      return 58
    }
    table(paper, newPage(), { ...COMMODITIES, rows, total }, newPage)
  }
  return paper.toBytes(`Bill of lading ${shipment.bolNumber} · PRO ${shipment.proNumber} · ${shipment.provider}`)
}

/** VICS: the SCAC, filled up to four places with "-", and the PRO number. */
function proBarcode(scac: string, proNumber: string): string {
  return scac.padEnd(4, '-') + proNumber
}

const COMMODITIES: Pick<Table, 'columns' | 'size'> = {
  size: 8,
  columns: [
    { title: 'HANDLING UNIT QTY', share: 9, align: 'right' },
    { title: 'TYPE', share: 6, align: 'center' },
    { title: 'PACKAGE QTY', share: 9, align: 'right' },
    { title: 'TYPE', share: 6, align: 'center' },
    { title: 'WEIGHT (LB)', share: 11, align: 'right' },
    { title: 'H.M. (X)', share: 6, align: 'center', isBold: true },
    { title: 'COMMODITY DESCRIPTION', share: 34 },
    { title: 'LTL ONLY NMFC #', share: 11, align: 'center' },
    { title: 'CLASS', share: 8, align: 'center' },
  ],
}

function commodityRow(line: Cargo, unit: string): string[] {
  return [
    count(line.quantity),
    unit,
    count(line.quantity),
    'PC',
    count(line.weight * line.quantity),
    line.hazmat === true ? 'X' : '',
    `${line.description} (${count(line.length)} x ${count(line.width)} x ${count(line.height)} in)`,
    line.nmfcCode ?? '',
    line.freightClass ?? classByDensity(densityPcf(line)),
  ]
}

function bar(paper: Paper, y: number, title: string): void {
  paper.box(EDGE.left, y, INNER_WIDTH, 12, 'black')
  paper.text(EDGE.left, y + 2.5, title, { size: 7, isBold: true, width: INNER_WIDTH, align: 'center', ink: 'white' })
}

function checkBox(paper: Paper, x: number, y: number, label: string, isChecked: boolean): void {
  paper.box(x, y, 9, 9)
  if (isChecked) {
    paper.line(x + 1.5, y + 1.5, x + 7.5, y + 7.5)
    paper.line(x + 1.5, y + 7.5, x + 7.5, y + 1.5)
  }
  paper.text(x + 13, y, label, { size: 8, width: 230 })
}

/** Declared value, liability, and the signatures of both sides. */
function conditions(paper: Paper, y: number, cargo: readonly Cargo[]): void {
  const declared = cargo.reduce((sum, { value = 0, quantity }) => sum + value * quantity, 0)
  const currency = cargo.find(({ value }) => value !== undefined)?.currency ?? 'USD'
  const value = declared === 0 ? '____________ per ____________' : `${money(declared)} ${currency} in all`
  paper.box(EDGE.left, y, HALF, 40)
  paper.text(
    EDGE.left + 4,
    y + 4,
    `Where the rate depends on value, the shipper states the declared value of the property to be: ${value}.`,
    { size: 7.5, width: HALF - 8, lines: 3 },
  )
  cell(paper, { x: MIDDLE, y, width: HALF, height: 40 }, [
    'COD amount',
    '$ ______________   Fee terms: collect / prepaid',
  ])
  paper.text(
    EDGE.left,
    y + 45,
    'Liability for loss or damage may be limited by the tariff of the carrier and by law (49 USC 14706). Received in ' +
      'apparent good order, except as noted, subject to the rates and conditions agreed between carrier and shipper.',
    { size: 7, width: INNER_WIDTH, lines: 3 },
  )
  paper.text(
    EDGE.left,
    y + 68,
    present([
      'The shipper certifies that these materials are properly classified, packaged, marked and labeled, and in proper ' +
        'condition for transportation under the regulations of the Department of Transportation.',
      cargo.some(({ hazmat }) => hazmat === true)
        ? 'HAZARDOUS MATERIALS: see the declaration that goes with them.'
        : '',
    ]).join(' '),
    { size: 7, width: INNER_WIDTH, lines: 3 },
  )
  checkBox(paper, EDGE.left, y + 92, 'Loaded by shipper', false)
  checkBox(paper, EDGE.left + 110, y + 92, 'Loaded by driver', false)
  checkBox(paper, MIDDLE, y + 92, 'Counted by shipper', false)
  checkBox(paper, MIDDLE + 110, y + 92, 'Counted by driver', false)
  signatureLines(paper, y + 104, ['Shipper signature', 'Date', 'Carrier signature', 'Pickup date'])
}
