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
  await expect.poll(() => pages.length).toBe(PAGE_ROWS * 2)
  expect(asked).toEqual([null, '100'])
  expect(pages.row(PAGE_ROWS + 1)?.shipmentId).toBe('S101')
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

test('letters typed faster than rows come cost one question more, and only the last is shown', async () => {
  const asked: string[] = []
  const answers: (() => void)[] = []
  let text = 'l'
  const pages = new RowPages({
    page: async () => {
      const shipmentId = text
      asked.push(shipmentId)
      await new Promise<void>((resolve) => answers.push(resolve))
      return { rows: [aShipment({ shipmentId })], total: 1, counts: {}, updatedAt: null, next: null }
    },
    some: async () => [],
  })
  const first = pages.reload()
  text = 'la'
  void pages.reload()
  text = 'lar'
  const last = pages.reload()
  answers[0]?.()
  await expect.poll(() => asked).toEqual(['l', 'lar'])
  expect(pages.length).toBe(0)
  expect(pages.isLoading).toBe(true)
  answers[1]?.()
  await Promise.all([first, last])
  expect(pages.row(0)?.shipmentId).toBe('lar')
  expect(pages.isLoading).toBe(false)
})
