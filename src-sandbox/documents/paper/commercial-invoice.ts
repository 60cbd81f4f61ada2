import type { CommercialInvoice } from '../../../src-shared/freight/document-template.ts'
import type { ShipmentRecord } from '../../shipments/store.ts'
import { momentText } from '../subject.ts'
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
import { tradePartyLines } from './parties.ts'

/** The seller's invoice for customs. Without a number of its own it bears the document's id. */
export async function commercialInvoicePdf(
  shipment: ShipmentRecord,
  invoice: CommercialInvoice,
  documentId: string,
  madeAt: number,
): Promise<Uint8Array> {
  const number = invoice.invoiceNumber ?? documentId
  const { totals } = invoice
  const paper = await Paper.open(madeByService(`Commercial invoice ${number}`, madeAt), [shipment, invoice])
  const newPage = () => {
    paper.addPage()
    return EDGE.top
  }
  const top = heading(paper, invoice.seller.companyName, 'COMMERCIAL INVOICE', [
    ['Invoice no.', number],
    ['Date', invoice.invoiceDate ?? momentText(madeAt).slice(0, 10)],
    ['Tracking', shipment.trackingNumber],
    ['BOL number', shipment.bolNumber],
  ])
  const half = INNER_WIDTH / 2
  panel(paper, { x: EDGE.left, y: top, width: half, height: 90 }, 'SELLER / EXPORTER', tradePartyLines(invoice.seller))
  panel(
    paper,
    { x: EDGE.left + half, y: top, width: half, height: 90 },
    'BUYER / IMPORTER',
    tradePartyLines(invoice.buyer),
  )
  const transport = cellRow(paper, top + 90, 28, [
    ['From', `${shipment.origin.city}, ${shipment.origin.state} ${shipment.origin.country}`, 3],
    ['To', `${shipment.destination.city}, ${shipment.destination.state} ${shipment.destination.country}`, 3],
    ['Carrier', shipment.provider, 3],
    ['Currency', totals.currency, 1.4],
  ])
  const terms = cellRow(paper, transport, 28, [
    ['Terms of sale and payment', invoice.terms ?? '-', 6],
    ['Reason for export', invoice.reasonForExport ?? '-', 4],
  ])
  const afterItems = table(
    paper,
    terms + 10,
    {
      columns: [
        { title: 'QTY', share: 9, align: 'right' },
        { title: 'DESCRIPTION OF GOODS', share: 36 },
        { title: 'HS CODE', share: 12, align: 'center' },
        { title: 'ORIGIN', share: 8, align: 'center' },
        { title: 'WEIGHT (LB)', share: 10, align: 'right' },
        { title: 'UNIT PRICE', share: 12, align: 'right' },
        { title: 'TOTAL', share: 14, align: 'right' },
      ],
      rows: invoice.items.map((item) => [
        count(item.quantity),
        item.description,
        item.hsCode ?? '',
        item.countryOfOrigin ?? '',
        item.weight === undefined ? '' : count(item.weight),
        money(item.unitPrice),
        money(item.totalPrice),
      ]),
      leastRows: 6,
    },
    newPage,
  )
  const sums = [
    ['Subtotal', totals.subtotal],
    ['Tax', totals.tax],
    ['Shipping', totals.shipping],
  ] as const
  const end = roomFor(afterItems + 8, 150, newPage)
  sums.forEach(([label, value], index) => {
    paper.text(360, end + index * 13, label, { width: 90 })
    paper.text(450, end + index * 13, money(value), { width: EDGE.right - 453, align: 'right' })
  })
  paper.box(354, end + 41, EDGE.right - 354, 20, 'shade')
  paper.text(360, end + 46, `TOTAL ${totals.currency}`, { size: 10, isBold: true, width: 100 })
  paper.text(450, end + 46, money(totals.total), { size: 10, isBold: true, width: EDGE.right - 453, align: 'right' })
  paper.text(
    EDGE.left,
    end + 76,
    'We certify that this invoice is true and correct, that it states the price actually paid or payable, and that the ' +
      'origin of the goods is as given.',
    { size: 8, width: INNER_WIDTH, lines: 2 },
  )
  signatureLines(paper, end + 98, ['Signature', 'Name and title', 'Date'])
  return paper.toBytes(`Commercial invoice ${number}`)
}
