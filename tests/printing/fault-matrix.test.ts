import { expect, test } from 'vitest'
import { brokenPromises, FAULT_CELLS, HARMLESS_FAULTS, runFault } from '../support/printing-faults.ts'

test('there are at least fourteen faults', () => {
  expect(FAULT_CELLS.length).toBeGreaterThanOrEqual(14)
})

test.concurrent.each(FAULT_CELLS)(
  'over %s with "%s", nothing comes out twice or is called printed without proof',
  async (...cell) => {
    const outcome = await runFault(...cell)
    expect(brokenPromises(outcome), JSON.stringify({ ...outcome })).toEqual([])
    if (cell[0] === 'tcp' && HARMLESS_FAULTS.includes(cell[1])) {
      expect(outcome.jobs.map(({ state, proof }) => [state, proof?.kind])).toEqual(
        Array(3).fill(['PRINTED', 'odometer']),
      )
    }
  },
)
