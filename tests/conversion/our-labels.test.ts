import { expect, test } from 'vitest'
import { encodePng } from '../../src-labels/bitmap/png.ts'
import { composeCommandSheet } from '../../src-labels/command-sheet.ts'
import { composeHoldTag } from '../../src-labels/hold-tag.ts'
import { composePalletLabel } from '../../src-labels/pallet-label.ts'
import { readBarcodes } from '../../src-main/conversion/barcodes.ts'
import { documentPages } from '../../src-main/conversion/pages.ts'
import { MEDIA_4X6 } from './documents.ts'

const words = { shipFrom: 'From', shipTo: 'To', poNumber: 'PO', piece: 'Piece', sscc: 'SSCC' }

for (const language of ['ZPL', 'EPL'] as const) {
  for (const dpi of [203, 300, 600] as const) {
    const target = { language, dpi, media: MEDIA_4X6 }
    const read = async (bytes: Uint8Array) => {
      const [page] = await documentPages({ format: language, bytes }, target, 'print')
      return page ? readBarcodes(encodePng(page)) : []
    }

    test(`the barcode of a hold tag in ${language} at ${dpi} dpi is its reference`, async () => {
      const tag = {
        reference: 'WB-2026-00017',
        consigneeName: 'Globex',
        destination: 'Chicago, IL 60601',
        carrierName: 'Old Dominion',
        pieces: null,
        createdAt: '2026-03-04T15:06:07Z',
        lines: { title: 'HOLD', notice: 'Do not ship.' },
      }
      expect(await read(composeHoldTag(tag, target))).toEqual(['WB-2026-00017'])
    })

    test(`the barcode of a pallet label in ${language} at ${dpi} dpi is its SSCC`, async () => {
      const bytes = composePalletLabel(
        { sscc: '106141411234567897', shipFrom: ['A'], shipTo: ['B'], poNumber: '1', piece: null, words },
        target,
      )
      const [found = ''] = await read(bytes)
      expect(found.replace(/[()]/g, '')).toBe('00106141411234567897')
    })

    test(`every command of the sheet in ${language} at ${dpi} dpi can be scanned`, async () => {
      const codes = ['PRINT', 'REPRINT', 'VOID', 'NEXT', 'CANCEL']
      const commands = codes.map((code) => ({ code, text: `Scan to ${code.toLowerCase()}` }))
      expect(await read(composeCommandSheet('Commands', commands, target))).toEqual(codes)
    })
  }
}
