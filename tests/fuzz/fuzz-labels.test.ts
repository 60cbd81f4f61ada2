import { expect, test } from 'vitest'
import { LABEL_LANGUAGES } from '../../src-labels/language.ts'
import { testLabel } from '../../src-labels/test-label.ts'
import { fuzzLabels, type FuzzOptions } from './fuzz-labels.ts'
import { secondReader, type SecondReader } from './second-reader.ts'

const genuine = LABEL_LANGUAGES.map((language) => ({
  name: language,
  bytes: testLabel({ language, dpi: 203, media: { widthIn: 4, heightIn: 6 }, printerName: 'Dock 4' }),
  language,
}))
const fuzz = (reader: SecondReader | null, more: Partial<FuzzOptions> = {}) =>
  fuzzLabels({
    seed: 4711,
    languages: LABEL_LANGUAGES,
    genuine,
    reader,
    goesOn: (cases) => cases < 400,
    ...more,
  })

test('wild labels break no promise of the judge', async () => {
  const report = fuzz(await secondReader())
  expect([report.cases, report.broken, report.disagreements]).toEqual([400, [], []])
  for (const count of Object.values(report.verdicts)) expect(count).toBeGreaterThan(20)
})

test('the same seed throws the same labels', () => {
  expect(fuzz(null).verdicts).toEqual(fuzz(null).verdicts)
})

test('a second reader that sees a reset, or other copies, is heard', () => {
  const reset = { name: 'JR', prefix: '~', at: 7, parameters: '' }
  const report = fuzz(() => ({ commands: [reset], copies: 1_000_000, labels: 1 }), { languages: ['ZPL'] })
  expect(report.disagreementCount).toBe(report.verdicts.whole * 2)
  expect(report.disagreements[0]?.what).toBe('~JR at 7')
  expect(report.disagreements[1]?.what).toMatch(/^1000000 copies instead of \d+$/)
})
