import { expect, test } from 'vitest'
import { ShipmentsExport } from '../../../../src-renderer/screens/track/dialogs/shipments-export.svelte.ts'
import type { CommandInput } from '../../../../src-shared/station/commands.ts'
import { answeringStation } from '../../builders.ts'

function over(pieces: string[]) {
  const asked: (string | undefined)[] = []
  let failAt: string | undefined = 'never'
  const station = answeringStation({
    'shipments.exportCsv': ({ after }: CommandInput<'shipments.exportCsv'>) => {
      asked.push(after)
      if (after === failAt) throw new Error('away')
      const at = Number(after ?? 0)
      const next = at + 1 < pieces.length ? String(at + 1) : null
      return { rows: 5_000, isComplete: next === null, next, path: null, text: pieces[at] ?? '' }
    },
  })
  return { made: new ShipmentsExport(station), asked, fail: (at: string | undefined) => (failAt = at) }
}

test('a file of many pieces is put together, and begins so that spreadsheets read it', async () => {
  const { made } = over(['head\r\na\r\n', 'b\r\n'])
  expect((await made.start({}, ['reference']))?.join('')).toBe('\uFEFFhead\r\na\r\nb\r\n')
  expect(made.rows).toBe(10_000)
})

test('what failed goes on from where it failed', async () => {
  const { made, asked, fail } = over(['1', '2', '3'])
  fail('1')
  expect(await made.start({}, ['reference'])).toBe(null)
  expect(made.action.failure?.message).toBe('away')
  fail('never')
  expect((await made.goOn({}, ['reference']))?.join('')).toBe('\uFEFF123')
  expect(asked).toEqual([undefined, '1', '1', '2'])
})

test('what was given up ends and makes no file', async () => {
  const { made } = over(['1', '2'])
  const running = made.start({}, ['reference'])
  made.stop()
  expect(await running).toBe(null)
  expect(made.action.isBusy).toBe(false)
})
