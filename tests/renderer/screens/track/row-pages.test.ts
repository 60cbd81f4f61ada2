import { expect, test } from 'vitest'
import { PAGE_ROWS, RowPages } from '../../../../src-renderer/screens/track/board/row-pages.svelte.ts'
import type { Shipment } from '../../../../src-shared/station/tracking/shipment.ts'
import { aShipment } from '../../builders.ts'

/** A station with these rows, page after page by their number. */
function pagesOver(ids: string[]) {
  const asked: (string | null)[] = []
  let fault: Error | null = null
  const of = (shipmentId: string): Shipment => aShipment({ shipmentId })
  const pages = new RowPages({
    page: async (after) => {
      asked.push(after)
      if (fault) throw fault
      const from = after === null ? 0 : Number(after)
      const rows = ids.slice(from, from + PAGE_ROWS).map(of)
      const end = from + rows.length
      return { rows, total: ids.length, counts: {}, updatedAt: null, next: end < ids.length ? String(end) : null }
    },
    some: async (wanted) => wanted.map(of),
  })
  return { pages, asked, ids, fail: (error: Error | null) => (fault = error) }
}
const many = (count: number) => Array.from({ length: count }, (_, index) => `S${index}`)

test('pages are read as they come into sight, each once', async () => {
  const { pages, asked } = pagesOver(many(PAGE_ROWS * 4))
  await pages.reload()
  expect(pages.row(0)?.shipmentId).toBe('S0')
  pages.look(0, 20)
  pages.look(0, 25)
  await expect.poll(() => pages.length).toBe(PAGE_ROWS * 3)
  expect(asked).toEqual([null, '200', '400'])
  expect(pages.row(PAGE_ROWS + 1)?.shipmentId).toBe('S201')
  expect(pages.hasMore).toBe(true)
})

test('a refresh tells what is new and moves no row; a reload shows it', async () => {
  const { pages, ids } = pagesOver(many(3))
  await pages.reload()
  ids.unshift('NEW')
  await pages.refresh()
  expect(pages.row(0)?.shipmentId).toBe('S0')
  expect([...pages.fresh]).toEqual(['NEW'])
  await pages.reload()
  expect(pages.row(0)?.shipmentId).toBe('NEW')
  expect(pages.fresh.size).toBe(0)
})

test('a page that failed says so and is asked for again on retry', async () => {
  const { pages, fail } = pagesOver(many(PAGE_ROWS * 2))
  await pages.reload()
  fail(new Error('away'))
  pages.look(0, 20)
  await expect.poll(() => pages.error?.message).toBe('away')
  expect(pages.row(0)?.shipmentId).toBe('S0')
  fail(null)
  pages.retry()
  await expect.poll(() => pages.length).toBe(PAGE_ROWS * 2)
  expect(pages.error).toBe(null)
})
