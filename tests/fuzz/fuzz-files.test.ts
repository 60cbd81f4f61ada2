import { expect, test } from 'vitest'
import { fuzzFiles } from './fuzz-files.ts'

test('tables that were made worse are read or refused, and end nothing', async () => {
  const report = await fuzzFiles({ seed: 4711, goesOn: (cases) => cases < 25, mostHoldMs: Infinity })
  expect(report.broken).toEqual([])
  expect(report.read).toBeGreaterThan(2)
  expect(report.cases - report.read).toBeGreaterThan(5)
})
