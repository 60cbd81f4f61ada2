import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { INTERFACE_PAGE, interfacePage } from '../../../scripts/interface-coverage.ts'
import { projectRoot } from '../../../scripts/project.ts'
import { SECTIONS } from './sections.ts'

test('the page about the interface lists the rows that the tests check now', async () => {
  expect(readFileSync(INTERFACE_PAGE, 'utf8'), 'made anew by node scripts/interface-coverage.ts').toBe(
    await interfacePage(),
  )
})

test('every section is tested, by a row at least, and names a source that exists', () => {
  const sections = readFileSync(INTERFACE_PAGE, 'utf8')
    .split('\n')
    .map((line) => line.split('|')[1]?.trim())
  for (const [section, file] of Object.entries(SECTIONS)) {
    expect(sections, section).toContain(section)
    expect(existsSync(join(projectRoot, file)), file).toBe(true)
  }
})
