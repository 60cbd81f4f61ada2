import { PDFDocument } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import type { Manifest, ManifestRow } from '../../src-shared/station/endofday.ts'
import { totalsOf } from '../../src-main/endofday/day-view.ts'
import { manifestPdf } from '../../src-main/endofday/manifest-pdf.ts'

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

  it('writes names in letters that its font lacks as well as it can, and does not fail', async () => {
    const rows = [
      row(1, { consigneeName: 'Łódź 東京 Trading', destination: 'x'.repeat(500), weightLb: null, pieces: null }),
    ]
    expect((await manifestPdf(manifest(rows), { language: 'en' })).length).toBeGreaterThan(1000)
  })

  it('adds weights up without the dust of binary fractions, and says what was not weighed', () => {
    const rows = [row(1, { weightLb: 0.1 }), row(2, { weightLb: 0.2 }), row(3, { weightLb: null, pieces: null })]
    expect(totalsOf(rows)).toEqual({ shipments: 3, pieces: 4, weightLb: 0.3, unweighed: 1 })
  })
})
