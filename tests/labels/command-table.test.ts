import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { labelCommandsPage } from '../../scripts/label-commands-page.ts'
import { EPL_COMMANDS } from '../../src-labels/epl/command-table.ts'
import { zplCommand, ZPL_COMMANDS } from '../../src-labels/zpl/command-table.ts'

const pagePath = fileURLToPath(new URL('../../docs/label-commands.md', import.meta.url))

test('the page of label commands is what the tables say: npm run label-commands', async () => {
  expect(readFileSync(pagePath, 'utf8')).toBe(await labelCommandsPage(pagePath))
})

test('each command has one row, with all that is asked of it', () => {
  for (const rows of [ZPL_COMMANDS, EPL_COMMANDS]) {
    const names = rows.map(({ prefix, name }) => prefix + name)
    expect(new Set(names).size).toBe(names.length)
    for (const { does, treatment, outlives, setBack, decides, manual } of rows) {
      expect(does.split(' ').length).toBeLessThanOrEqual(5)
      expect(manual).not.toBe('')
      // Nothing that stays with the printer passes without being looked at or set back.
      if (treatment === 'pass' && outlives !== 'no') expect(setBack ?? decides).not.toBeNull()
      if (setBack !== null) expect(treatment).toBe('pass')
    }
  }
})

/** The names that the renderer's program compares with, which lie side by side in it. */
function rendererNames(): string[] {
  const file = join(dirname(createRequire(import.meta.url).resolve('zpl-renderer-js')), 'index.esm.js')
  const text = readFileSync(file, 'latin1')
  const start = text.indexOf('AGFzbQ')
  const program = Buffer.from(text.slice(start, start + text.slice(start).search(/[^A-Za-z0-9+/=]/)), 'base64')
  const runs = program.toString('latin1').match(/(?:[\^~][A-Z][A-Z0-9]){9,}/g) ?? []
  return runs.filter((run) => run.includes('^XA')).flatMap((run) => run.match(/.{3}/g) ?? [])
}

test('every command that the previews draw has a row, and passes or is left out', () => {
  const names = rendererNames()
  expect(names.length).toBeGreaterThanOrEqual(39)
  expect(names.filter((name) => zplCommand(name) === null)).toEqual([])
  const refused = names.filter((name) => zplCommand(name)?.treatment === 'refuse')
  // A font in the label's own file would shadow what other labels use.
  expect(refused).toEqual(['~DU'])
})
