import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../scripts/project.ts'
import { tempDir } from '../support/temp-dir.ts'

/** Names of the rules that a project made of these files breaks. */
function brokenRules(files: Record<string, string>): string[] {
  const root = tempDir()
  for (const name of ['.dependency-cruiser.cjs', 'package.json', 'tsconfig.json', 'tsconfig.base.json']) {
    copyFileSync(join(projectRoot, name), join(root, name))
  }
  // A project without any file of its own is none to the compiler.
  writeFileSync(join(root, 'empty.config.ts'), 'export {}\n')
  symlinkSync(join(projectRoot, 'node_modules'), join(root, 'node_modules'), 'junction')
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  const rooms = [...new Set(Object.keys(files).map((name) => name.split('/', 1)[0] ?? ''))]
  const cruise = join(projectRoot, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs')
  const args = [cruise, '--config', '.dependency-cruiser.cjs', '--output-type', 'err', '--no-progress', ...rooms]
  const { stdout, status } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  const rules = [...stdout.matchAll(/error (\S+?):/g)].map(([, rule]) => rule ?? '')
  expect(status === 0, stdout).toBe(rules.length === 0)
  return [...new Set(rules)].sort()
}

const value = 'export const value = 1\n'
const using = (path: string) => `import { value } from '${path}'\nexport const other = value\n`

test('files that keep to their rooms pass', () => {
  const files = {
    'src-shared/a.ts': `import { z } from 'zod'\nexport const value = z.string()\n`,
    'src-labels/a.ts': value,
    'src-main/station.ts': using('../src-shared/a.ts'),
    'src-main/shell/window.ts': `import type { BrowserWindow } from 'electron'\nexport type W = BrowserWindow\n`,
    'src-sandbox/cli.ts': using('../src-labels/a.ts'),
    'src-renderer/App.svelte': `<script lang="ts">\n  import { value } from '../src-shared/a.ts'\n</script>\n{value}\n`,
  }
  expect(brokenRules(files)).toEqual([])
})

test.each<[string, string, string, string]>([
  ['shared-knows-only-zod', 'src-shared/a.ts', '../src-labels/b.ts', 'src-labels/b.ts'],
  ['labels-know-nothing-of-ours', 'src-labels/a.ts', '../src-shared/b.ts', 'src-shared/b.ts'],
  ['renderer-knows-only-shared', 'src-renderer/a.ts', '../src-main/b.ts', 'src-main/b.ts'],
  ['sandbox-knows-only-shared-and-labels', 'src-sandbox/a.ts', '../src-main/b.ts', 'src-main/b.ts'],
  ['main-starts-the-sandbox-by-path', 'src-main/a.ts', '../src-sandbox/b.ts', 'src-sandbox/b.ts'],
  ['nothing-imports-the-shell', 'src-main/a.ts', './shell/b.ts', 'src-main/shell/b.ts'],
  ['pure-rooms-do-not-know-the-store', 'src-main/freight/a.ts', '../store/b.ts', 'src-main/store/b.ts'],
  ['pure-rooms-do-not-know-the-store', 'src-main/conversion/a.ts', '../store/b.ts', 'src-main/store/b.ts'],
  ['in-printing-only-the-queue-knows-the-store', 'src-main/printing/tcp.ts', '../store/b.ts', 'src-main/store/b.ts'],
  ['services-do-not-know-commands', 'src-main/booking/a.ts', '../commands/b.ts', 'src-main/commands/b.ts'],
  ['commands-without-sql-and-http', 'src-main/commands/a.ts', '../store/database.ts', 'src-main/store/database.ts'],
  [
    'browser-shell-stays-out-of-the-desktop-shell',
    'src-main/shell/main.ts',
    './sendable.ts',
    'src-main/shell/sendable.ts',
  ],
])('%s: %s may not import %s', (rule, from, path, to) => {
  expect(brokenRules({ [from]: using(path), [to]: value })).toEqual([rule])
})

test.each([
  ['only-the-shell-imports-electron', 'src-main/a.ts', 'electron'],
  ['electron-at-run-time-only-in-its-entries', 'src-main/shell/window.ts', 'electron'],
  ['sqlite-only-in-stores', 'src-main/booking/a.ts', 'better-sqlite3'],
  ['labels-do-no-io', 'src-labels/a.ts', 'node:fs'],
  ['renderer-without-node', 'src-renderer/a.ts', 'node:fs'],
  ['no-dev-package-at-run-time', 'src-main/a.ts', 'playwright-core'],
  ['no-unresolvable', 'src-main/a.ts', './nowhere.ts'],
])('%s: %s may not import %s', (rule, from, module) => {
  expect(brokenRules({ [from]: `import * as other from '${module}'\nexport const value = other\n` })).toEqual([rule])
})

test('a component of the renderer is held to the rules as well', () => {
  const component = `<script lang="ts">\n  import { value } from '../src-main/b.ts'\n</script>\n{value}\n`
  expect(brokenRules({ 'src-renderer/A.svelte': component, 'src-main/b.ts': value })).toEqual([
    'renderer-knows-only-shared',
  ])
})

test('two files that need each other are a cycle', () => {
  const files = { 'src-main/a.ts': using('./b.ts'), 'src-main/b.ts': `export { other } from './a.ts'\n${value}` }
  expect(brokenRules(files)).toEqual(['no-cycle'])
})
