import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { EPL_NAMES, ZPL_NAMES } from './names.ts'
import { readAsPrinter } from './index.ts'
import { stream } from './streams.ts'

const PAGE = fileURLToPath(new URL('../../../../shared/label-commands.md', import.meta.url))

describe('names of commands', () => {
  test.skipIf(!existsSync(PAGE))('are those of the page of facts (skipped: no page of facts)', () => {
    const section = (from: string) =>
      /```\n([\s\S]*?)\n```/.exec(readFileSync(PAGE, 'utf8').split(from)[1] ?? '')?.[1] ?? ''
    const rows = (from: string) =>
      section(from)
        .split('\n')
        .map((row) => row.split('|')[0] ?? '')
    expect([...ZPL_NAMES].sort()).toEqual([...new Set(rows('## A.').flatMap((row) => row.split('/')))].sort())
    const known = rows('## B.')
      .flatMap((row) => row.split(' '))
      .map((row) => row.replace(/-.*/, ''))
    expect([...EPL_NAMES].sort()).toEqual(
      [...new Set(known)].filter((row) => !['ESC', 'p', '/', 'u'].includes(row)).sort(),
    )
  })

  test('are each read as they are written', () => {
    for (const name of ZPL_NAMES) {
      const [first] = readAsPrinter(stream(`${name}9,9`), 'zpl').commands
      expect([name, (first?.prefix ?? '') + (first?.name ?? '')]).toEqual([name, name])
    }
    for (const name of EPL_NAMES) {
      const [first] = readAsPrinter(stream(`${name === 'GW' ? 'GW0,0,1,' : name}9\n`), 'epl').commands
      const parameters = first?.parameters ?? ''
      expect([name, `${first?.name ?? ''}${parameters}`.startsWith(name)]).toEqual([name, true])
    }
  })
})
