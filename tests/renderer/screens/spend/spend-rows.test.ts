import { describe, expect, it } from 'vitest'
import type { SpendReport, SpendSums } from '../../../../src-shared/station/spend/spend.ts'
import { Locale } from '../../../../src-renderer/locale/locale.svelte.ts'
import { reportCsv, spendFigures, tilesOf } from '../../../../src-renderer/screens/spend/spend-rows.ts'

const sums = (patch: Partial<SpendSums> = {}): SpendSums => ({
  currency: 'USD',
  bookings: 2,
  cancelled: 0,
  quoted: 100_00,
  charged: 100_00,
  billed: 0,
  disputed: 0,
  unquoted: 0,
  refundDue: 0,
  refundReceived: 0,
  ...patch,
})
const reportOf = (one: SpendSums): SpendReport => ({ rows: [{ name: 'Northline', ...one }], totals: [one], toCount: 0 })

describe('a report of what was spent', () => {
  it('shows no tile and no column that holds nothing', () => {
    expect(tilesOf(sums())).toEqual(['charged'])
    const { figureHeads, rows } = spendFigures(reportOf(sums()), 'carrier', new Locale())
    expect(figureHeads).toEqual(['Bookings', 'Quoted', 'Charged'])
    expect(rows[0]?.figures).toEqual(['2', '$100.00', '$100.00'])
    expect(tilesOf(sums({ billed: 5 }))).toEqual(['charged', 'billed'])
  })

  it('tells what is left after refunds, due or received', () => {
    const refunded = sums({ cancelled: 1, refundDue: 25_00, refundReceived: 15_00 })
    expect(tilesOf(refunded)).toEqual(['net', 'refundDue'])
    const { figureHeads, rows } = spendFigures(reportOf(refunded), 'carrier', new Locale())
    expect(figureHeads.at(-1)).toBe('Charged, net of refunds')
    expect(rows[0]?.figures.at(-1)).toBe('$60.00')
    expect(reportCsv(reportOf(refunded), 'carrier', new Locale()).split('\r\n')[1]).toBe(
      'Northline,USD,2,1,100,100,0,0,0,0,25,15,60',
    )
  })
})
