import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { labelCommandsPage } from '../../scripts/label-commands-page.ts'
import { eplCommand, EPL_COMMANDS } from '../../src-labels/epl/command-table.ts'
import { sourceCommands } from '../../src-labels/source.ts'
import { zplCommand, ZPL_COMMANDS } from '../../src-labels/zpl/command-table.ts'

const pagePath = fileURLToPath(new URL('../../docs/label-commands.md', import.meta.url))
const factsPath = fileURLToPath(new URL('../../../shared/label-commands.md', import.meta.url))

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

test.skipIf(!existsSync(factsPath))('every command that was gathered from the manuals has a row', () => {
  const [, zpl = '', , epl = ''] = readFileSync(factsPath, 'utf8').split('```')
  const namesIn = (block: string) =>
    block
      .split('\n')
      .filter((line) => line.includes('|'))
      .map((line) => line.split('|')[0] ?? '')
  const zplNames = namesIn(zpl).flatMap((names) => names.split('/').map((name) => name.trim()))
  expect(zplNames.filter((name) => zplCommand(name) === null)).toEqual([])
  expect(new Set(zplNames).size).toBe(ZPL_COMMANDS.length)
  const eplNames = namesIn(epl)
    .flatMap((names) => (/^(ZT|ESC)/.test(names) ? names.split(/ \/ | (?=ZB)/) : [names]))
    .map((name) => name.replace(/^ESC.*/, '\u001bp'))
  expect(eplNames.filter((name) => eplCommand(name) === null)).toEqual([])
  expect(eplNames.length).toBeGreaterThanOrEqual(81)
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

const labelFolder =
  process.env['WAYBILL_CARRIER_LABELS'] ?? fileURLToPath(new URL('../../../shared/labels', import.meta.url))
/** Labels of no carrier: examples of a program's makers. */
const EXAMPLES = ['encodings_013.zpl', 'labelary.zpl', 'templating.zpl']

test.skipIf(!existsSync(labelFolder))(
  'commands were seen in the labels of those who are named (skipped: no carrier labels)',
  () => {
    const files = readdirSync(labelFolder).filter((name) => name.endsWith('.zpl') && !EXAMPLES.includes(name))
    const inFiles = files.map((file) => {
      const commands = sourceCommands(readFileSync(join(labelFolder, file)), 'ZPL')
      return new Set([...commands].flatMap(({ row }) => (row ? [row.prefix + row.name] : [])))
    })
    for (const { prefix, name, seenIn } of ZPL_COMMANDS) {
      expect([prefix + name, seenIn.length]).toEqual([
        prefix + name,
        inFiles.filter((names) => names.has(prefix + name)).length,
      ])
    }
  },
)
