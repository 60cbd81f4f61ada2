import { expect, test } from 'vitest'
import { TrackBoard } from '../../../../src-renderer/screens/track/board/track-board.svelte.ts'
import type { Station } from '../../../../src-renderer/station.ts'
import { aShipment } from '../../builders.ts'

/** A station that remembers a filter, and answers what was kept only when it is let. */
function station() {
  const kept = Promise.withResolvers<unknown>()
  const searched: string[] = []
  const answers: Record<string, (input: Record<string, unknown>) => unknown> = {
    'drafts.get': async ({ key }) => ({ draft: key === 'filter' ? { body: await kept.promise } : null }),
    'shipments.search': ({ text, limit, status }) => {
      if (limit === 200 && status === undefined) searched.push(String(text))
      const rows = text === 'PO-7' ? [aShipment({ shipmentId: 'S7' })] : [aShipment(), aShipment({ shipmentId: 'S2' })]
      return { rows, total: rows.length, counts: {}, updatedAt: null, next: null }
    },
    'drafts.save': () => ({ isSaved: true }),
  }
  const invoke = async (name: string, input: Record<string, unknown>) => answers[name]?.(input) ?? {}
  const made: Station = { invoke: invoke as unknown as Station['invoke'], watch: () => () => undefined }
  return { board: new TrackBoard(made), kept, searched }
}

test('the board comes back with the filter it was left with', async () => {
  const { board, kept, searched } = station()
  const end = board.follow()
  kept.resolve({ text: 'laredo', narrow: 'late', provider: null, sort: 'created' })
  await expect.poll(() => searched).toEqual(['laredo'])
  expect(board.filter.narrow).toBe('late')
  end()
})

test('what is looked for from elsewhere is found in everything, whatever filter was kept, and one hit is told', async () => {
  const { board, kept, searched } = station()
  const end = board.follow()
  const found = board.find('PO-7')
  kept.resolve({ text: 'laredo', narrow: 'late', provider: null, sort: 'created' })
  expect(await found).toBe('S7')
  expect(searched).toEqual(['PO-7'])
  expect(board.filter).toMatchObject({ text: 'PO-7', narrow: null })
  expect(await board.find('PO')).toBe(null)
  end()
})
