import { describe, expect, test } from 'vitest'
import { totalsOf } from '../../src-main/documents/endofday/day-view.ts'
import type { ManifestRow } from '../../src-shared/station/documents/endofday.ts'
import fc from '../support/fast-check.ts'

/** Weights to the hundredth of a pound, as they are declared; null: nobody said. */
const hundredths = fc.option(fc.integer({ min: 0, max: 5_000_000 }), { nil: null })
const pieces = fc.option(fc.integer({ min: 0, max: 5_000 }), { nil: null })
const row = fc.record({ pieces, hundredths }).map(({ pieces, hundredths }) => ({
  hundredths,
  row: {
    shipmentId: 'SHP-1',
    reference: 'PO-1',
    proNumber: null,
    trackingNumber: null,
    service: 'LTL_STANDARD',
    consigneeName: 'Globex',
    destination: 'Chicago, IL 60601',
    pieces,
    weightLb: hundredths === null ? null : hundredths / 100,
    pickupDate: '2026-11-23',
  } satisfies ManifestRow,
}))

describe('the totals of a manifest', () => {
  test('are the sum of its rows to the hundredth of a pound, and say how many were not weighed', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 200 }), (rows) => {
        const sum = (numbers: readonly (number | null)[]) => numbers.reduce<number>((all, one) => all + (one ?? 0), 0)
        expect(totalsOf(rows.map(({ row }) => row))).toEqual({
          shipments: rows.length,
          pieces: sum(rows.map(({ row }) => row.pieces)),
          weightLb: sum(rows.map(({ hundredths }) => hundredths)) / 100,
          unweighed: rows.filter(({ hundredths }) => hundredths === null).length,
        })
      }),
    )
  })
})
