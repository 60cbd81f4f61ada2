import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { INTERFACE_PAGE } from '../../../scripts/interface-coverage.ts'
import { projectRoot } from '../../../scripts/project.ts'
import { SECTIONS } from './sections.ts'

test('every section is tested, by a row at least, and names a source that exists', () => {
  const sections = readFileSync(INTERFACE_PAGE, 'utf8')
    .split('\n')
    .map((line) => line.split('|')[1]?.trim())
  for (const [section, file] of Object.entries(SECTIONS)) {
    expect(sections, section).toContain(section)
    expect(existsSync(join(projectRoot, file)), file).toBe(true)
  }
})
