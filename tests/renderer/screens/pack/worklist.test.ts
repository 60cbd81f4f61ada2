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
