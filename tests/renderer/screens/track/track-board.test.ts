import { expect, test } from 'vitest'
import { Preferences } from '../../../../src-renderer/live/preferences.svelte.ts'
import { PAGE_ROWS } from '../../../../src-renderer/screens/track/board/row-pages.svelte.ts'
import { TrackBoard } from '../../../../src-renderer/screens/track/board/track-board.svelte.ts'
import type { Station } from '../../../../src-renderer/station.ts'
import { aShipment } from '../../builders.ts'

/** A board at a station that remembers a filter. */
async function board() {
  const searched: string[] = []
  const answers: Record<string, (input: Record<string, unknown>) => unknown> = {
    'preferences.list': () => ({
      'track.filter': { text: 'laredo', narrow: 'late', provider: null, sort: 'created' },
      'track.columns': 'no list',
    }),
    'preferences.set': () => ({ isSaved: true }),
    'shipments.search': ({ text, limit, status }) => {
      if (limit === PAGE_ROWS && status === undefined) searched.push(String(text))
      const rows = text === 'PO-7' ? [aShipment({ shipmentId: 'S7' })] : [aShipment(), aShipment({ shipmentId: 'S2' })]
      return { rows, total: rows.length, counts: {}, updatedAt: null, next: null }
    },
  }
  const invoke = async (name: string, input: Record<string, unknown>) => answers[name]?.(input) ?? {}
  const station: Station = { invoke: invoke, watch: () => () => undefined, hear: () => () => undefined }
  const preferences = new Preferences(station)
  await preferences.load()
  return { board: new TrackBoard(station, preferences), preferences, searched }
}

test('the board comes back with the filter it was left with, and keeps the next', async () => {
  const { board: made, preferences, searched } = await board()
  const end = made.follow()
  await expect.poll(() => searched).toEqual(['laredo'])
  expect(made.filter.narrow).toBe('late')
  made.use({ narrow: null })
  await expect.poll(() => preferences.get('track.filter')).toMatchObject({ text: 'laredo', narrow: null })
  end()
})

test('what is looked for from elsewhere is found in everything, whatever filter was kept, and one hit is told', async () => {
  const { board: made, searched } = await board()
  const end = made.follow()
  expect(await made.find('PO-7')).toBe('S7')
  expect(searched).toEqual(['PO-7'])
  expect(made.filter).toMatchObject({ text: 'PO-7', narrow: null })
  expect(await made.find('PO')).toBe(null)
  end()
})
