import { afterAll, describe, expect, test } from 'vitest'
import { createConversion } from '../../src-main/labels/conversion/conversion.ts'
import { pieceCode } from '../../src-shared/freight/piece-code.ts'
import { labelListSchema, type LabelFormat } from '../../src-shared/freight/document.ts'
import type { BookedShipment } from '../../src-shared/freight/shipment.ts'
import { booked } from './quoting.ts'
import { dataOf, errorOf, palletRequest, useService, download } from './service.ts'

const service = useService()
const conversion = createConversion()
afterAll(() => conversion.close())

const TARGET = { dpi: 203, media: { widthIn: 4, heightIn: 6 } } as const

const threePieces = () => {
  const [line] = palletRequest().cargo
  return {
    cargo: line
      ? [
          { ...line, quantity: 2 },
          { ...line, weight: 350, description: 'Gaskets' },
        ]
      : [],
  }
}
const labelsOf = async ({ shipmentId }: BookedShipment, query: string) =>
  dataOf(await service.get(`/shipments/${shipmentId}/labels?${query}`), labelListSchema)

async function barcodesOf(format: LabelFormat, bytes: Uint8Array): Promise<string[][]> {
  return conversion.readBarcodes(await conversion.preview({ format, bytes }, TARGET))
}

describe('labels', () => {
  test.each(['PDF', 'PNG', 'ZPL', 'EPL'] as const)(
    'as %s: one a piece, and the tracking number and its own code scan from each',
    async (format) => {
      const shipment = await booked(service, threePieces())
      const { labels, trackingNumber } = await labelsOf(shipment, `format=${format}`)
      expect(labels).toHaveLength(3)
      for (const [index, label] of labels.entries()) {
        expect(label).toMatchObject({ type: 'SHIPPING_LABEL', format, size: '4x6' })
        const { bytes } = await download(label.downloadUrl)
        expect(await barcodesOf(format, bytes)).toEqual([[trackingNumber, pieceCode(trackingNumber ?? '', index + 1)]])
      }
    },
  )

  test.each(['PDF', 'ZPL', 'EPL'] as const)('as %s combined: all pieces in one document', async (format) => {
    const shipment = await booked(service, threePieces())
    const { combinedLabel, trackingNumber } = await labelsOf(shipment, `format=${format}&combine=true`)
    expect(combinedLabel).toMatchObject({ format, pageCount: 3 })
    const { bytes } = await download(`${combinedLabel?.url}&download=true`)
    expect(await barcodesOf(format, bytes)).toEqual(
      [1, 2, 3].map((piece) => [trackingNumber, pieceCode(trackingNumber ?? '', piece)]),
    )
  })
})

describe('documents', () => {
  test('a link with a wrong token leads nowhere', async () => {
    const { labels } = await labelsOf(await booked(service), '')
    const answer = await service.get(`/documents/${labels[0]?.documentId}?token=guess`)
    expect(answer.status).toBe(404)
    expect(errorOf(answer)).toMatchObject({ code: 'DOCUMENT_NOT_FOUND', details: { reason: 'URL_INVALID' } })
    expect(errorOf(await service.get('/documents/DOC-NONE')).code).toBe('DOCUMENT_NOT_FOUND')
  })
})
