import { expect, test } from 'vitest'
import { scaleOf } from '../../../src-renderer/ui/chart/chart-scale.ts'

test.each([
  ['nothing', [], undefined, [0, 1]],
  ['zeros', [0, 0], undefined, [0, 1]],
  ['a few pieces, which have no halves', [1, 2], undefined, [0, 1, 2]],
  ['up to a round number', [3, 17, 30], undefined, [0, 10, 20, 30]],
  ['above one', [31], undefined, [0, 20, 40]],
  ['as much as another chart beside it', [3], 12, [0, 5, 10, 15]],
  ['large amounts', [184_250], undefined, [0, 100_000, 200_000]],
  ['more returned than spent', [-40, 100], undefined, [-50, 0, 50, 100]],
  ['only returned', [-3], undefined, [-3, -2, -1, 0]],
])('an axis of %s has round steps at equal distances', (_what, amounts, most, ticks) => {
  const scale = scaleOf(amounts, most)
  expect(scale.ticks).toEqual(ticks)
  expect([scale.low, scale.high]).toEqual([ticks[0], ticks.at(-1)])
})
