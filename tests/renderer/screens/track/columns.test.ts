import { expect, test } from 'vitest'
import { columnsBeside, COLUMN_IDS, FIRST_COLUMNS } from '../../../../src-renderer/screens/track/board/columns.ts'

/** The room beside the drawer at 1280 pixels, in rem. */
const ROOM = 47.8

test('the consignee is among the first columns', () => {
  expect(FIRST_COLUMNS).toContain('consignee')
})

test('beside the drawer stand status, reference, consignee and delivery, and what else fits whole', () => {
  expect(columnsBeside(FIRST_COLUMNS, ROOM)).toEqual(['status', 'reference', 'consignee', 'promised', 'delay'])
  expect(columnsBeside(FIRST_COLUMNS, 30)).toEqual(['status', 'reference', 'consignee', 'promised'])
  expect(columnsBeside(COLUMN_IDS, 1000)).toEqual(COLUMN_IDS)
})

test('a column that was taken away does not come back', () => {
  expect(columnsBeside(['reference', 'carrier', 'weight'], ROOM)).toEqual(['reference', 'carrier', 'weight'])
  expect(columnsBeside(['lastEvent'], 5)).toEqual(['lastEvent'])
})
