import { expect, test } from 'vitest'
import { mergePage } from '../../../../src-renderer/screens/track/board/merge-page.ts'

const rows = (...ids: string[]) => ids.map((shipmentId) => ({ shipmentId, at: 'then' }))
const now = (...ids: string[]) => ids.map((shipmentId) => ({ shipmentId, at: 'now' }))

test('a refresh renews rows where they stand, and tells which wait above', () => {
  const merged = mergePage(rows('b', 'c'), now('a', 'b', 'c'))
  expect(merged.rows).toEqual(now('b', 'c'))
  expect(merged).toMatchObject({ fresh: ['a'], gone: [] })
})

test('a row pushed off a full page by a new one is not gone', () => {
  expect(mergePage(rows('b', 'c', 'd'), now('a', 'b', 'c'))).toMatchObject({ fresh: ['a'], gone: [] })
})

test('a row that belongs here no longer keeps its place until the list is read anew', () => {
  const merged = mergePage(rows('a', 'b', 'c'), now('a', 'c', 'd'))
  expect(merged.rows.map(({ shipmentId }) => shipmentId)).toEqual(['a', 'b', 'c'])
  expect(merged).toMatchObject({ fresh: ['d'], gone: ['b'] })
})

test('a row that another page shows is not new', () => {
  expect(mergePage(rows('a'), now('a', 'z'), (id) => id === 'z').fresh).toEqual([])
})
