import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import { expect, test } from 'vitest'
import { labelDifferences, labelDifferencesPage } from '../../scripts/label-differences-page.ts'

const pagePath = fileURLToPath(new URL('../../docs/label-differences.md', import.meta.url))

test('labels that both languages can say differ by a dot only where a reason stands: npm run label-differences', async () => {
  const rows = await labelDifferences()
  expect(rows.filter(({ why, dots }) => why === null && dots > 0)).toEqual([])
  expect(rows.filter(({ why, dots }) => why !== null && dots === 0)).toEqual([])
  expect(rows.filter(({ black }) => black.epl < 30 || black.zpl < 30)).toEqual([])
  const page = await format(labelDifferencesPage(rows), { ...(await resolveConfig(pagePath)), filepath: pagePath })
  expect(readFileSync(pagePath, 'utf8')).toBe(page)
})
