import { expect, it } from 'vitest'
import { MOST_CHOSEN_ORDERS } from '../../../../src-shared/station/orders/order.ts'
import { Preferences } from '../../../../src-renderer/live/preferences.svelte.ts'
import { now } from '../../../../src-renderer/locale/format.ts'
import { StationError } from '../../../../src-shared/station/error.ts'
import { OrdersBoard } from '../../../../src-renderer/screens/orders/orders-board.svelte.ts'
import type { Station } from '../../../../src-renderer/station.ts'

/**
 * A station with so many open and booked orders, all of the last purchase.
 * @param onread before rows are answered from that offset on
 */
function stationWith(orders: number, onread: (offset: number) => void = () => undefined) {
  const rows = Array.from({ length: orders }, (_, at) => ({ orderId: `ORD-${at}` }))
  const run = {
    kind: 'buy',
    isRunning: false,
    endedAt: now().toISOString(),
    booked: rows.map((row) => row.orderId),
  }
  const answers: Record<string, (input: { offset: number; after?: number; limit: number }) => unknown> = {
    'orders.board': () => ({ found: orders, counts: {}, tags: [], run }),
    'orders.rows': ({ offset, limit }) => {
      onread(offset)
      return rows.slice(offset, offset + limit)
    },
    'orders.list': ({ after = 0, limit }) => ({
      rows: rows.slice(after, after + limit),
      next: after + limit < orders ? after + limit : null,
    }),
    'orders.estimate': () => null,
  }
  return {
    invoke: async (name: string, input: never) => answers[name]?.(input),
    watch: () => () => undefined,
  } as unknown as Station
}

it.each([1200, MOST_CHOSEN_ORDERS + 700])(
  'selects and prints the whole list, up to the most: %i orders',
  async (orders) => {
    const station = stationWith(orders)
    const board = new OrdersBoard(station, new Preferences(station))
    await board.reload()
    await board.selectAll()
    expect(new Set(board.selection.rows).size).toBe(Math.min(orders, MOST_CHOSEN_ORDERS))
    expect(await board.boughtRows()).toHaveLength(orders)
  },
)

it.each<[string, (board: OrdersBoard) => void, number]>([
  ['it was cleared', (board) => board.selection.clear(), 0],
  ['a row was left out', ({ selection }) => selection.rows.slice(0, 1).forEach((row) => selection.toggle(row, 0)), 499],
  ['another search is shown', (board) => board.use({ text: 'ozark' }), 0],
  ['another tab is shown', (board) => board.use({ tab: 'held' }), 0],
  ['the same orders are sorted', (board) => board.use({ sort: 'city' }), 1200],
])('adds no later page to a selection when %s meanwhile', async (_, change, selected) => {
  const board: OrdersBoard = new OrdersBoard(
    stationWith(1200, (offset) => {
      if (offset === 500) change(board)
    }),
    new Preferences(stationWith(0)),
  )
  await board.reload()
  await board.selectAll()
  expect(board.selection.size).toBe(selected)
})

it('selects nothing of orders that were booked once another tab is shown', async () => {
  const station = stationWith(20)
  const board = new OrdersBoard(station, new Preferences(station))
  board.use({ tab: 'booked' })
  const selecting = board.selectAll()
  board.use({ tab: 'open' })
  await selecting
  expect(board.selection.size).toBe(0)
})

it.each(['dismiss', 'shipAgain'] as const)('does with the others what one of them refuses: %s', async (act) => {
  const { invoke, ...station } = stationWith(4)
  const done: string[] = []
  const refusing = {
    ...station,
    invoke: async (name: string, input: never) => {
      if (name !== `orders.${act}`) return invoke(name as never, input)
      const { orderId } = input as { orderId: string }
      if (orderId === 'ORD-1') throw new StationError({ code: 'WRONG_STATE', message: 'booked' })
      done.push(orderId)
      return {}
    },
  } as unknown as Station
  const board = new OrdersBoard(refusing, new Preferences(refusing))
  await board.reload()
  await board.selectAll()
  const selected = () => board.selection.rows.map(({ orderId }) => orderId)
  const [, , , last] = board.selection.rows
  if (last) board.selection.toggle(last, 3)
  const acting = act === 'dismiss' ? board.dismiss(selected(), true) : board.shipAgain(selected())
  // Selected meanwhile, and none of them.
  if (last) board.selection.add([last])
  expect(await acting).toBe(false)
  expect(done).toEqual(['ORD-0', 'ORD-2'])
  expect(board.action.failure).toMatchObject({ code: 'WRONG_STATE' })
  expect(selected()).toEqual(['ORD-1', 'ORD-3'])
})

it('lets a form mark orders while another action runs, and leaves to it what was refused', async () => {
  const marked: unknown[] = []
  const dismissing = Promise.withResolvers<null>()
  const refusal = new StationError({ code: 'WRONG_STATE', message: 'It is booked.' })
  const { invoke, ...rest } = stationWith(3)
  const calls = async (name: string, input: { orderIds: string[] }) => {
    if (name === 'orders.dismiss') return dismissing.promise
    if (name !== 'orders.mark') return invoke(name as never, input as never)
    marked.push(input)
    if (input.orderIds.includes('ORD-2')) throw refusal
    return null
  }
  const station = { ...rest, invoke: calls } as unknown as Station
  const board = new OrdersBoard(station, new Preferences(station))
  await board.reload()
  const running = board.dismiss(['ORD-0'], true)
  await board.marked(['ORD-1'], { hold: 'Customer called' })
  await expect(board.marked(['ORD-2'], { hold: 'Customer called' })).rejects.toBe(refusal)
  expect(marked).toEqual([
    { orderIds: ['ORD-1'], hold: 'Customer called' },
    { orderIds: ['ORD-2'], hold: 'Customer called' },
  ])
  dismissing.resolve(null)
  expect(await running).toBe(true)
})
