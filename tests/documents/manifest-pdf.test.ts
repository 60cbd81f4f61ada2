import { PDFDocument } from '@cantoo/pdf-lib'
import { describe, expect, it } from 'vitest'
import type { Manifest, ManifestRow } from '../../src-shared/station/documents/endofday.ts'
import { totalsOf } from '../../src-main/documents/endofday/day-view.ts'
import { manifestPdf } from '../../src-main/documents/endofday/manifest-pdf.ts'
import { pdfText } from '../sandbox/papers.ts'

const row = (index: number, change: Partial<ManifestRow> = {}): ManifestRow => ({
  shipmentId: `SHP-${index}`,
  reference: `PO-${index}`,
  proNumber: '218000004',
  trackingNumber: null,
  service: 'LTL_STANDARD',
  consigneeName: 'Distribuidora Ñandú, S. A.',
  destination: 'San Luis Potosí, SLP',
  pieces: 2,
  weightLb: 500.1,
  pickupDate: '2026-11-21',
  ...change,
})
const manifest = (rows: ManifestRow[]): Manifest => ({
  manifestId: 'mft_1',
  number: 'M20261121-001',
  day: '2026-11-21',
  carrier: 'Estrella Freight',
  scac: 'ESTR',
  station: 'Dock 3',
  operator: null,
  totals: totalsOf(rows),
  rows,
  createdAt: '2026-11-21T22:00:00.000Z',
  voidedAt: null,
  voidReason: null,
})
const pagesOf = async (count: number) => {
  const rows = Array.from({ length: count }, (_, index) => row(index + 1))
  return (await PDFDocument.load(await manifestPdf(manifest(rows), { language: 'en' }))).getPageCount()
}

describe('the paper that a driver signs', () => {
  it('is the same bytes each time it is made', async () => {
    const made = manifest([row(1)])
    expect(await manifestPdf(made, { language: 'es' })).toEqual(await manifestPdf(made, { language: 'es' }))
  })

  it('takes as many pages as its shipments need, and never signs an empty one', async () => {
    expect(await pagesOf(1)).toBe(1)
    expect(await pagesOf(24)).toBe(1)
    expect(await pagesOf(36)).toBe(2)
    expect(await pagesOf(200)).toBe(6)
  })

  it('has its total weight whole, however heavy its freight', async () => {
    const heavy = Array.from({ length: 3 }, (_, index) => row(index + 1, { weightLb: 41_152.26 }))
    expect(await pdfText(await manifestPdf(manifest(heavy), { language: 'en' }))).toContain('123,456.78')
  })

  it('writes names with the accents they have, also beyond Latin-1, and a question mark for what no font of it has', async () => {
    const rows = [
      row(1, { consigneeName: 'Łódź 𒀀𒀁 Trading', destination: 'x'.repeat(500), weightLb: null, pieces: null }),
      row(2, { consigneeName: 'Βόλος\nShipping' }),
    ]
    const text = await pdfText(await manifestPdf(manifest(rows), { language: 'en' }))
    expect(text).toContain('Łódź ?? Trading')
    expect(text).toContain('Βόλος Shipping')
    // What no font of type has is drawn between what has one.
    const drawn = await pdfText(
      await manifestPdf(manifest([row(1, { consigneeName: 'Łódź 東京 Trading' })]), { language: 'en' }),
    )
    expect(drawn).toMatch(/Łódź\s+Trading/)
    expect(text).toMatch(/LTL STAND\w*\.\.\./)
  })

  it('carries the letters that it writes, not the whole of a font', async () => {
    const [plain, wide] = await Promise.all(
      ['Lodz Trading', 'Łódź Київ Trading'].map((consigneeName) =>
        manifestPdf(manifest([row(1, { consigneeName })]), { language: 'en' }),
      ),
    )
    expect((wide?.length ?? 0) - (plain?.length ?? 0)).toBeLessThan(60_000)
  })

  it('says on every page what it is, and which page of how many', async () => {
    const rows = Array.from({ length: 36 }, (_, index) => row(index + 1))
    const text = await pdfText(await manifestPdf(manifest(rows), { language: 'es' }))
    for (const words of ['Página 1 de 2', 'Página 2 de 2', 'M20261121-001  Estrella Freight']) {
      expect(text.replaceAll(/\s+/g, ' ')).toContain(words.replaceAll(/\s+/g, ' '))
    }
  })

  it('adds weights up without the dust of binary fractions, and says what was not weighed', () => {
    const rows = [row(1, { weightLb: 0.1 }), row(2, { weightLb: 0.2 }), row(3, { weightLb: null, pieces: null })]
    expect(totalsOf(rows)).toEqual({ shipments: 3, pieces: 4, weightLb: 0.3, unweighed: 1 })
  })
})
