import { expect, test } from 'vitest'
import { NARROWEST_BAR_MM } from '../../src-labels/barcodes/bars.ts'
import { contentOf } from '../../src-labels/bitmap/content.ts'
import { encodePng } from '../../src-labels/bitmap/png.ts'
import { composeCommandSheet } from '../../src-labels/command-sheet.ts'
import { LabelColumn } from '../../src-labels/compose/column.ts'
import { composeHoldTag } from '../../src-labels/hold-tag.ts'
import { readBarcodes } from '../../src-main/labels/conversion/barcodes.ts'
import { documentPages } from '../../src-main/labels/conversion/pages.ts'
import { composedLabel } from '../../src-main/labels/compose-template.ts'
import { starterTemplates } from '../../src-main/labels/starter-templates.ts'
import { full, isFullRun } from '../support/full.ts'
import { MEDIA_4X6 } from './documents.ts'

const VALUES = {
  shipFrom: 'Northwind, Laredo TX',
  shipTo: 'Globex, Chicago IL',
  poNumber: '4711',
  piece: '2 / 5',
  sscc: '10614141123456789',
  gtin: '09521234543213',
  lot: 'AB-123>x',
  item: 'Łożysko 6204',
  quantity: '24',
  carton: '7',
  location: 'A-12-03-B',
  rma: 'RMA-2026-0017',
  returnTo: 'Acme Returns, Reno NV',
  reason: 'Damaged',
  text: 'WAYBILL 4711',
}
/** What a scanner reads of each starter, top to bottom; FNC1 between element strings is a group separator. */
const CODES = {
  pallet: ['00106141411234567897'],
  carton: ['010952123454321310AB-123>x'],
  location: ['A-12-03-B'],
  return: ['RMA-2026-0017', 'RMA-2026-0017'],
  test: ['WAYBILL 4711', '00106141411234567897', 'WAYBILL 4711', 'WAYBILL 4711'],
} as const

/** The default run reads the other resolutions in conversion.test.ts: three times the dots cost nine times as much. */
const DPIS = isFullRun ? ([203, 300, 600] as const) : ([203] as const)

/** What comes before the data, and how FNC1 is written, is the scanner's choice. */
const FNC1 = '\u001d'
const plain = (text: string) => (text.startsWith(FNC1) ? text.slice(1) : text).replace(/\((\d{2,4})\)/g, '$1')

for (const language of ['ZPL', 'EPL'] as const) {
  for (const dpi of DPIS) {
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

    test(`a Code 128 with ">" in ${language} at ${dpi} dpi has its quiet zones, whatever digits follow`, async () => {
      for (const data of ['A>1234567890', 'PO>12345678901234567890']) {
        const bytes = new LabelColumn(target).code128(14, data).toBytes()
        const [page] = await documentPages({ format: language, bytes }, target, 'print')
        const ink = page ? contentOf(page, { x: 0, y: 0, width: page.width, height: page.height }) : null
        if (!page || !ink) throw new Error('nothing was drawn')
        const quiet = 10 * NARROWEST_BAR_MM * (dpi / 25.4)
        expect(ink.x, data).toBeGreaterThanOrEqual(quiet)
        expect(page.width - ink.x - ink.width, data).toBeGreaterThanOrEqual(quiet)
        expect(await readBarcodes(encodePng(page))).toEqual([data])
      }
    })

    for (const words of ['en', 'es'] as const) {
      const options = words === 'en' ? {} : full('the bars of English again, beside other words')
      test(`every barcode of every template in ${language} at ${dpi} dpi, ${words}, is its data`, options, async () => {
        for (const { kind, rows } of starterTemplates(words)) {
          const label = await composedLabel(rows, VALUES, target)
          if ('problems' in label) throw new Error(JSON.stringify(label.problems))
          expect((await read(label.bytes)).map(plain), kind).toEqual(CODES[kind])
        }
      })
    }

    test(`a long item and location in ${language} at ${dpi} dpi stand whole on their starters`, async () => {
      const values = { ...VALUES, item: 'Deep groove ball bearing 6204', location: 'BLDG2-A-12-03-B' }
      for (const { kind, rows } of starterTemplates('es')) {
        expect(await composedLabel(rows, values, target), kind).toHaveProperty('bytes')
      }
    })

    test(`a GS1-128 in ${language} at ${dpi} dpi has FNC1 where the length tells no end`, async () => {
      const data = '(10)A1(21)77(3102)001250(400)PO>9'
      const row = { kind: 'barcode', symbology: 'gs1-128', data, heightMm: 20, hasText: true } as const
      const label = await composedLabel([row], {}, target)
      if ('problems' in label) throw new Error(JSON.stringify(label.problems))
      expect((await read(label.bytes)).map(plain)).toEqual(['10A1\u001d2177\u001d3102001250400PO>9'])
    })

    test(`every command of the sheet in ${language} at ${dpi} dpi can be scanned`, async () => {
      const codes = ['PRINT', 'REPRINT', 'VOID', 'NEXT', 'CANCEL']
      const commands = codes.map((code) => ({ code, text: `Scan to ${code.toLowerCase()}` }))
      expect(await read(composeCommandSheet('Commands', commands, target))).toEqual(codes)
    })
  }
}

test('a reading that finds what is wanted looks for nothing else; one that lacks it reads to the end', async () => {
  const rows = starterTemplates('en').find(({ kind }) => kind === 'test')?.rows ?? []
  const target = { language: 'ZPL', dpi: 203, media: MEDIA_4X6 } as const
  const label = await composedLabel(rows, VALUES, target)
  if ('problems' in label) throw new Error(JSON.stringify(label.problems))
  const [page] = await documentPages({ format: 'ZPL', bytes: label.bytes }, target, 'print')
  const png = page ? encodePng(page) : new Uint8Array()
  const all = await readBarcodes(png)
  expect((await readBarcodes(png, all)).sort()).toEqual(all.toSorted())
  const [first = ''] = await readBarcodes(png, ['WAYBILL 4711'])
  expect(first).toBe('WAYBILL 4711')
  expect(await readBarcodes(png, [...all, 'is not there'])).toEqual(all)
  const cost = async (read: () => Promise<unknown>) => {
    const times: number[] = []
    for (let round = 0; round < 5; round += 1) {
      const startedAt = process.threadCpuUsage()
      await read()
      times.push(process.threadCpuUsage(startedAt).user)
    }
    return times.toSorted((a, b) => a - b)[2] ?? 0
  }
  const [every, wanted] = [await cost(() => readBarcodes(png)), await cost(() => readBarcodes(png, all))]
  console.log(`reading what is wanted takes ${(wanted / every).toFixed(2)} of reading to the end`)
  expect(wanted).toBeLessThan(every * 0.8)
})
