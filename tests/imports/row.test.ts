import { describe, expect, it } from 'vitest'
import { rowReader } from '../../src-main/imports/rows/row.ts'
import { suggestMap } from '../../src-main/imports/rows/suggestion.ts'
import { batchCells, BATCH_HEADERS, type BatchHeader } from '../support/batch-files.ts'
import { TEST_START } from '../support/running-clock.ts'

/** One row, read: its booking's cargo and ends, and what is wrong with which column. */
function reading(change: Partial<Record<BatchHeader, string>>, more: Record<string, string> = {}) {
  const headers = [...BATCH_HEADERS, ...Object.keys(more)]
  const map = suggestMap(headers, 'en', ',')
  if (!map) throw new Error('the headers are known')
  const read = rowReader({ map, headers, now: new Date(TEST_START), savedAddress: () => null })
  const { booking, problems } = read([{ row: 2, cells: [...batchCells('A-1', change), ...Object.values(more)] }])
  return {
    weight: booking?.request.cargo.map(({ weight }) => weight),
    state: booking?.request.destinationAddress.state,
    problems: problems.map(({ column, message }) => [column, message]),
  }
}

describe('the weight of a row', () => {
  it('of all pieces is divided among them, upwards', () => {
    const total = { 'Total weight (lb)': '1000' }
    expect(reading({ Quantity: '3', 'Weight each': '' }, total)).toMatchObject({ weight: [333.34], problems: [] })
  })

  it('of one piece and of all must not contradict each other', () => {
    const total = { 'Total weight (lb)': '1500' }
    expect(reading({ Quantity: '3', 'Weight each': '500' }, total)).toMatchObject({ weight: [500], problems: [] })
    expect(reading({ Quantity: '2', 'Weight each': '500' }, total).problems).toEqual([
      ['Total weight (lb)', 'is not 2 times 500 lb, the weight of one piece; leave one of the two empty'],
    ])
  })
})

describe('the state of a row', () => {
  it.each([
    ['Illinois', 'US', 'IL', '60601'],
    [' new  york ', 'US', 'NY', '10001'],
    ['Nuevo León', 'MX', 'NLE', '64000'],
    ['Québec', 'CA', 'QC', 'H3A 1A1'],
    ['il', 'US', 'IL', '60601'],
  ])('%s of %s is %s', (name, country, code, zip) => {
    const change = { 'Consignee state': name, 'Consignee country': country, 'Consignee zip': zip }
    expect(reading(change)).toMatchObject({ state: code, problems: [] })
  })

  it('that its ZIP code does not lie in is refused, by name as well', () => {
    expect(reading({ 'Consignee state': 'Illinois', 'Consignee zip': '80216' }).problems).toEqual([
      ['Consignee zip', '"80216" lies in CO, not in IL'],
    ])
  })

  it('gives back the zero that a spreadsheet took from its ZIP code', () => {
    expect(reading({ 'Consignee state': 'Massachusetts', 'Consignee zip': '2129' }).problems).toEqual([
      ['Consignee zip', '"2129" is no postal code of US; write it like 02129'],
    ])
  })
})
