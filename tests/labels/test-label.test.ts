import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inspectLabel } from '../../src-labels/inspect.ts'
import { testLabel } from '../../src-labels/test-label.ts'

const languages = ['ZPL', 'EPL'] as const
const resolutions = [203, 300, 600] as const
const media = { widthIn: 4, heightIn: 6 }

for (const language of languages) {
  for (const dpi of resolutions) {
    test(`the ${language} test label at ${dpi} dpi is the very bytes it was`, () => {
      const golden = readFileSync(new URL(`golden/test-label-${dpi}.${language.toLowerCase()}`, import.meta.url))
      const bytes = testLabel({ language, dpi, media, printerName: 'Dock 4 "Éclair" ^XZ' })
      expect(Buffer.from(bytes).equals(golden)).toBe(true)
    })
  }

  test(`a ${language} test label is one whole label on any media`, () => {
    for (const size of [
      media,
      { widthIn: 1, heightIn: 1 },
      { widthIn: 2.25, heightIn: 1.25 },
      { widthIn: 8.5, heightIn: 14 },
    ]) {
      for (const dpi of resolutions) {
        const bytes = testLabel({ language, dpi, media: size, printerName: 'A printer with a rather long name \n~JR' })
        const verdict = inspectLabel(bytes, { language })
        expect(verdict).toMatchObject({ verdict: 'whole', labels: 1 })
      }
    }
  })
}
