import type { CertificateOfOrigin, TradeParty } from '../../../src-shared/freight/document-template.ts'
import type { ShipmentRecord } from '../../shipments/store.ts'
import { present } from '../subject.ts'
import { cellRow, count, heading, panel, roomFor, signatureLines, table } from '../../../src-node/paper/blocks.ts'
import { madeByService } from './made-by-service.ts'
import { EDGE, INNER_WIDTH, Paper } from '../../../src-node/paper/paper.ts'
import { shipmentPartyLines, tradePartyLines } from './parties.ts'

/** A certification of origin with the data elements of the USMCA. Parties that are not given are the shipment's. */
export async function certificateOfOriginPdf(
  shipment: ShipmentRecord,
  certificate: CertificateOfOrigin,
  madeAt: number,
): Promise<Uint8Array> {
  const { items, originCountry, certification, exporter, producer, importer } = certificate
  const paper = await Paper.open(madeByService(`Certificate of origin ${shipment.trackingNumber}`, madeAt), [
    shipment,
    certificate,
  ])
  const newPage = () => {
    paper.addPage()
    return EDGE.top
  }
  const top = heading(paper, 'Certification of origin', 'CERTIFICATE OF ORIGIN', [
    ['Tracking', shipment.trackingNumber],
    ['BOL number', shipment.bolNumber],
    ['Origin', originCountry],
    ['Date', certification.date],
  ])
  const half = INNER_WIDTH / 2
  const linesOf = (party: TradeParty | undefined, otherwise: string[]) => (party ? tradePartyLines(party) : otherwise)
  const shipperLines = shipmentPartyLines(shipment.origin, shipment.shipper)
  const exporterLines = linesOf(exporter, shipperLines)
  const importerLines = linesOf(importer, shipmentPartyLines(shipment.destination, shipment.consignee))
  const { name, title, companyName, certifiedBy, blanketFrom, blanketTo } = certification
  const capacity = certifiedBy === undefined ? undefined : `Certifies as ${certifiedBy.toLowerCase()}`
  const certifier = present([name, title, companyName, capacity])
  const boxes = [
    ['1  CERTIFIER', certifier],
    ['2  EXPORTER', exporterLines],
    ['3  PRODUCER', linesOf(producer, ['Not stated'])],
    ['4  IMPORTER', importerLines],
  ] as const
  boxes.forEach(([label, lines], index) => {
    const x = EDGE.left + (index % 2) * half
    panel(paper, { x, y: top + Math.floor(index / 2) * 88, width: half, height: 88 }, label, lines)
  })
  const facts = cellRow(paper, top + 176, 28, [
    ['5  Blanket period', blanketFrom && blanketTo ? `${blanketFrom} to ${blanketTo}` : 'This shipment only', 4],
    ['6  Country of origin', originCountry, 2],
    ['7  Carrier', shipment.provider, 3],
  ])
  const afterItems = table(
    paper,
    facts + 10,
    {
      columns: [
        { title: '8  DESCRIPTION OF GOODS', share: 50 },
        { title: '9  HS CLASSIFICATION', share: 18, align: 'center' },
        { title: '10  ORIGIN CRITERION', share: 14, align: 'center', isBold: true },
        { title: '11  QUANTITY', share: 18, align: 'right' },
      ],
      rows: items.map((item) => [
        item.description,
        item.hsCode ?? '',
        item.originCriterion ?? '',
        item.quantity === undefined ? '' : count(item.quantity),
      ]),
      leastRows: 6,
    },
    newPage,
  )
  const end = roomFor(afterItems + 14, 130, newPage)
  paper.box(EDGE.left, end, INNER_WIDTH, 76)
  paper.text(EDGE.left + 6, end + 6, '12  CERTIFICATION', { size: 7, isBold: true })
  paper.text(
    EDGE.left + 6,
    end + 18,
    'I certify that the goods described in this document qualify as originating and that the information in it is true ' +
      'and accurate. I assume responsibility for proving such representations, and agree to keep and to present upon ' +
      'request, or to make available during a verification visit, the documentation needed to support this certification.',
    { size: 8.5, width: INNER_WIDTH - 12, lines: 4 },
  )
  paper.text(EDGE.left + 6, end + 60, present([name, title, companyName]).join(', '), {
    size: 9,
    isBold: true,
    width: INNER_WIDTH - 12,
  })
  signatureLines(paper, end + 82, ['Signature', 'Date'])
  return paper.toBytes(`Certificate of origin · ${shipment.trackingNumber}`)
}
