import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { projectRoot } from '../../scripts/project.ts'

type Files = Record<string, string>

/** Projects that the tests below are about; all are looked through at once, which loads the compiler once. */
const projects: Files[] = []
let broken: string[][] = []
const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

/** A project made of these files; what it gives, once the tests run, is the names of the rules that it breaks. */
function project(files: Files): () => string[] | undefined {
  const index = projects.push(files) - 1
  return () => broken[index]
}

beforeAll(async () => {
  const roots = projects.map(written)
  const program = join(import.meta.dirname, 'cruise-each.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...roots])
  broken = z.array(z.array(z.string())).length(projects.length).parse(JSON.parse(stdout))
  // A compiler reads each project: a busy machine takes its time.
}, 120_000)

/** Writes a project into a folder of its own. */
function written(files: Files): string {
  const root = mkdtempSync(join(tmpdir(), 'waybill-rules-'))
  folders.push(root)
  for (const name of ['.dependency-cruiser.cjs', 'package.json', 'tsconfig.json', 'tsconfig.base.json']) {
    copyFileSync(join(projectRoot, name), join(root, name))
  }
  // A project without any file of its own is none to the compiler.
  writeFileSync(join(root, 'empty.config.ts'), 'export {}\n')
  symlinkSync(join(projectRoot, 'node_modules'), join(root, 'node_modules'), 'junction')
  for (const [name, text] of Object.entries({ ...readmesOf(files), ...files })) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  return root
}

/** Each room's README, which names all of its files for others. */
function readmesOf(files: Files): Files {
  const readmes: Files = {}
  for (const [, file = '', room = ''] of Object.keys(files).map(
    (name) => /^src-main\/(([\w-]+)\/.+)$/.exec(name) ?? [],
  )) {
    if (room === '') continue
    const path = `src-main/${room}/README.md`
    readmes[path] = `${readmes[path] ?? '**Other rooms use** these:\n'}\`${file}\`\n`
  }
  return readmes
}

const value = 'export const value = 1\n'
const using = (path: string) => `import { value } from '${path}'\nexport const other = value\n`

const lawful = project({
  'src-shared/a.ts': `import { z } from 'zod'\nexport const value = z.string()\n`,
  'src-labels/a.ts': value,
  'src-main/app/station.ts': using('../../src-shared/a.ts'),
  'src-main/shell/desktop/window.ts': `import type { BrowserWindow } from 'electron'\nexport type W = BrowserWindow\n`,
  'src-node/a.ts': using('../src-labels/a.ts'),
  'src-sandbox/cli.ts': using('../src-labels/a.ts'),
  'src-renderer/App.svelte': `<script lang="ts">\n  import { value } from '../src-shared/a.ts'\n</script>\n{value}\n`,
})

test('files that keep to their rooms pass', () => {
  expect(lawful()).toEqual([])
})

const between: [string, string, string, string][] = [
  ['shared-knows-only-zod', 'src-shared/a.ts', '../src-labels/b.ts', 'src-labels/b.ts'],
  ['labels-know-nothing-of-ours', 'src-labels/a.ts', '../src-shared/b.ts', 'src-shared/b.ts'],
  ['renderer-knows-only-shared', 'src-renderer/a.ts', '../src-main/b.ts', 'src-main/b.ts'],
  ['node-knows-only-shared-and-labels', 'src-node/a.ts', '../src-main/b.ts', 'src-main/b.ts'],
  ['renderer-knows-only-shared', 'src-renderer/a.ts', '../src-node/b.ts', 'src-node/b.ts'],
  ['sandbox-knows-no-room-of-the-app', 'src-sandbox/a.ts', '../src-main/b.ts', 'src-main/b.ts'],
  ['main-starts-the-sandbox-by-path', 'src-main/a.ts', '../src-sandbox/b.ts', 'src-sandbox/b.ts'],
  ['nothing-imports-the-shell', 'src-main/a.ts', './shell/b.ts', 'src-main/shell/b.ts'],
  ['pure-rooms-do-not-know-the-store', 'src-main/freight/a.ts', '../quotes/b.rows.ts', 'src-main/quotes/b.rows.ts'],
  ['pure-rooms-do-not-know-the-store', 'src-main/labels/conversion/a.ts', '../b.rows.ts', 'src-main/labels/b.rows.ts'],
  [
    'in-printing-only-the-queue-knows-the-store',
    'src-main/printing/transports/tcp.ts',
    '../queue/b.rows.ts',
    'src-main/printing/queue/b.rows.ts',
  ],
  ['services-do-not-know-commands', 'src-main/booking/a.ts', './b-commands.ts', 'src-main/booking/b-commands.ts'],
  [
    'commands-without-sql-and-http',
    'src-main/booking/a-commands.ts',
    '../kernel/sqlite/database.ts',
    'src-main/kernel/sqlite/database.ts',
  ],
  [
    'browser-shell-stays-out-of-the-desktop-shell',
    'src-main/shell/desktop/main.ts',
    '../browser/sendable.ts',
    'src-main/shell/browser/sendable.ts',
  ],
]
test.each(
  between.map(([rule, from, path, to]) => ({
    rule,
    from,
    path,
    found: project({ [from]: using(path), [to]: value }),
  })),
)('$rule: $from may not import $path', ({ rule, found }) => {
  expect(found()).toEqual([rule])
})

const outside: [string, string, string][] = [
  ['only-the-shell-imports-electron', 'src-main/a.ts', 'electron'],
  ['electron-at-run-time-only-in-its-entries', 'src-main/shell/desktop/window.ts', 'electron'],
  ['sqlite-only-in-stores', 'src-main/booking/a.ts', 'better-sqlite3'],
  ['labels-do-no-io', 'src-labels/a.ts', 'node:fs'],
  ['renderer-without-node', 'src-renderer/a.ts', 'node:fs'],
  ['no-dev-package-at-run-time', 'src-main/a.ts', 'playwright-core'],
  ['no-unresolvable', 'src-main/a.ts', './nowhere.ts'],
]
test.each(
  outside.map(([rule, from, module]) => ({
    rule,
    from,
    module,
    found: project({ [from]: `import * as other from '${module}'\nexport const value = other\n` }),
  })),
)('$rule: $from may not import $module', ({ rule, found }) => {
  expect(found()).toEqual([rule])
})

const component = project({
  'src-renderer/A.svelte': `<script lang="ts">\n  import { value } from '../src-main/b.ts'\n</script>\n{value}\n`,
  'src-main/b.ts': value,
})
test('a component of the renderer is held to the rules as well', () => {
  expect(component()).toEqual(['renderer-knows-only-shared'])
})

const cycle = project({
  'src-main/a.ts': using('./b.ts'),
  'src-main/b.ts': `export { other } from './a.ts'\n${value}`,
})
test('two files that need each other are a cycle', () => {
  expect(cycle()).toEqual(['no-cycle'])
})

const notGiven = project({
  'src-main/quotes/a.ts': using('../rules/inside.ts'),
  'src-main/rules/inside.ts': value,
  'src-main/rules/README.md': '**Other rooms use** none of its files.\n',
})
test('a room uses of another only what its README names', () => {
  expect(notGiven()).toEqual(['of-rules-only-what-it-gives'])
})
