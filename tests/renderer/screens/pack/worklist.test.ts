import { expect, test } from 'vitest'
import { WorklistController } from '../../../../src-renderer/screens/pack/worklist/worklist-controller.svelte.ts'
import { createStation } from '../../../../src-renderer/station.ts'
import { fakeTransport } from '../../../../src-renderer/transports/fake.ts'
import type { Worklist } from '../../../../src-shared/station/printing/worklist.ts'

const ahead = [{ day: '2026-11-30', left: 7 }]
const worklist = (patch: Partial<Worklist>): Worklist => ({
  ...{ day: '2026-11-29', done: 0, left: 0, groups: [], ahead, isComplete: true },
  ...patch,
})

test('the next day with orders is offered where today has none, and is shown when chosen', async () => {
  const asked: unknown[] = []
  const station = createStation(
    fakeTransport({
      'pack.worklist': (input) => {
        asked.push(input)
        return worklist(asked.length === 1 ? { left: 1 } : asked.length === 3 ? { day: '2026-11-30', left: 7 } : {})
      },
    }),
  )
  const work = new WorklistController(station)
  await work.list.refresh()
  expect(work.nextDay).toBeNull()
  await work.list.refresh()
  expect(work.nextDay).toEqual(ahead[0])
  work.showDay('2026-11-30')
  await expect.poll(() => work.list.value?.left).toBe(7)
  expect([asked.at(-1), work.nextDay]).toEqual([{ day: '2026-11-30' }, null])
})

test('an order whose label did not go to a printer is chosen again by a click, and the list moves on meanwhile', async () => {
  const order = (shipmentId: string, isAtPrinter = false) => ({
    ...{ shipmentId, reference: shipmentId, consigneeName: 'Globex', destination: 'Chicago, IL', pieces: 1 },
    ...{ pickupDate: '2026-11-29', isAtPrinter },
  })
  const [first, second, third] = [order('SHP-1'), order('SHP-2'), order('SHP-3')]
  const group = { carrier: 'NLTF', leavesAt: null, place: null, phone: null, done: 0, left: 3, leftBehind: 0 }
  let orders = [first, second, third]
  const work = new WorklistController(
    createStation(fakeTransport({ 'pack.worklist': () => worklist({ left: 3, groups: [{ ...group, orders }] }) })),
  )
  await work.list.refresh()
  const printed: string[] = []
  const print = (answer: () => void) =>
    work.printChosen(async ({ shipmentId }) => {
      printed.push(shipmentId)
      // While it is looked up the one behind it is next.
      expect(work.chosen).not.toMatchObject({ shipmentId })
      answer()
    })

  await print(() => undefined)
  expect(work.chosen).toEqual(second)
  work.choose(first)
  expect(work.chosen).toEqual(first)
  await print(() => (orders = [order('SHP-1', true), second, third]))
  work.choose(first)
  expect(work.chosen).toEqual(second)
  // Its printer refused the label.
  orders = [first, second, third]
  await work.list.refresh()
  expect(work.chosen).toEqual(first)
  expect(printed).toEqual(['SHP-1', 'SHP-1'])
})
