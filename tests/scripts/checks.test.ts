import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { CHECKS } from '../../scripts/checks.ts'
import { filesOf } from '../../scripts/digest.ts'
import { reachedFiles } from '../../scripts/imported-files.ts'
import { projectRoot } from '../../scripts/project.ts'
import { runChecks, type Check, type CheckResult } from '../../scripts/run-checks.ts'
import { tempDir } from '../support/temp-dir.ts'

/** Fails while a source says "wrong", and keeps in its cache that it was there. */
const TOOL = `
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
const cache = 'node_modules/.cache/waybill-checks/tool/seen'
console.log(existsSync(cache) ? 'remembers' : 'begins')
writeFileSync(cache, '')
const wrong = globSync('src/**/*.ts').filter((file) => readFileSync(file, 'utf8').includes('wrong'))
wrong.forEach((file) => console.log(file))
process.exit(wrong.length)
`
const CHECK: Check = {
  name: 'tool',
  kind: 'style',
  title: 'nothing is wrong',
  command: ['tool.mjs'],
  rules: ['tool.mjs', 'rules.json', 'package-lock.json'],
  reads: (files) => files.filter((file) => file.startsWith('src/')),
}

/** A project with two sources and one check. */
function project() {
  const root = tempDir()
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  const run = async (check: Check = CHECK, isForced = false): Promise<CheckResult> => {
    const [result] = await runChecks(root, [check], isForced, () => undefined)
    return result ?? expect.unreachable()
  }
  write('tool.mjs', TOOL)
  write('rules.json', '{}')
  write('package-lock.json', '{}')
  write('src/a.ts', 'a')
  write('src/deep/b.ts', 'b')
  return { root, write, run, outcome: async (check?: Check) => (await run(check)).outcome }
}

test('a check does not run again while everything that it reads is the same', async () => {
  const { write, outcome } = project()
  expect(await outcome()).toBe('passed')
  expect(await outcome()).toBe('unchanged')
  // Written again with the same content, and a file that it does not read.
  write('src/a.ts', 'a')
  write('docs/page.md', 'page')
  expect(await outcome()).toBe('unchanged')
})

test('a check runs again after a file was changed, added, renamed or deleted', async () => {
  const { root, write, outcome } = project()
  expect(await outcome()).toBe('passed')
  write('src/a.ts', 'another')
  expect([await outcome(), await outcome()]).toEqual(['passed', 'unchanged'])
  // Nothing of version control is asked: a file that it does not know counts.
  write('.gitignore', 'src/deep')
  write('src/deep/generated.ts', '')
  expect([await outcome(), await outcome()]).toEqual(['passed', 'unchanged'])
  rmSync(join(root, 'src/deep/generated.ts'))
  write('src/deep/renamed.ts', '')
  expect([await outcome(), await outcome()]).toEqual(['passed', 'unchanged'])
  rmSync(join(root, 'src/deep/renamed.ts'))
  expect([await outcome(), await outcome()]).toEqual(['passed', 'unchanged'])
})

test('a check runs again after its configuration, the packages or its command have changed, and forgets what its tool knew', async () => {
  const { root, write, run, outcome } = project()
  expect((await run()).output).toBe('begins\n')
  write('src/a.ts', 'another')
  expect((await run()).output).toBe('remembers\n')
  for (const file of ['rules.json', 'package-lock.json']) {
    write(file, '{ "strict": true }')
    expect((await run()).output).toBe('begins\n')
    expect(await outcome()).toBe('unchanged')
  }
  rmSync(join(root, 'rules.json'))
  expect((await run()).output).toBe('begins\n')
  const command = [...CHECK.command, '--strict']
  expect((await run({ ...CHECK, command })).output).toBe('begins\n')
  expect(await outcome({ ...CHECK, command })).toBe('unchanged')
})

test('a check that failed runs every time until it passes, also with what passed before', async () => {
  const { write, run, outcome } = project()
  expect(await outcome()).toBe('passed')
  write('src/a.ts', 'wrong')
  expect(await run()).toMatchObject({ outcome: 'failed', output: 'remembers\nsrc/a.ts\n' })
  expect(await outcome()).toBe('failed')
  write('src/a.ts', 'a')
  expect([await outcome(), await outcome()]).toEqual(['passed', 'unchanged'])
})

test('what a tool filled a folder with is gone before it runs again, and is no source of any check', async () => {
  const { root, write, outcome } = project()
  const check = { ...CHECK, fills: '.svelte-check', reads: (files: readonly string[]) => files }
  write('.svelte-check/Deleted.svelte.ts', '')
  write('out/built.js', '')
  expect([await outcome(check), existsSync(join(root, '.svelte-check'))]).toEqual(['passed', false])
  write('.svelte-check/App.svelte.ts', '')
  rmSync(join(root, 'out'), { recursive: true })
  expect(await outcome(check)).toBe('unchanged')
})

test('what was changed while a check ran is checked the next time', async () => {
  const { write, outcome } = project()
  write('tool.mjs', `import { appendFileSync } from 'node:fs'\nappendFileSync('src/a.ts', 'more')\n`)
  expect([await outcome(), await outcome()]).toEqual(['passed', 'passed'])
})

test('a check that is ended, and a stamp that is damaged, count as never passed', async () => {
  const { root, write, outcome } = project()
  expect(await outcome()).toBe('passed')
  const stamp = join(root, 'node_modules/.cache/waybill-checks/tool.json')
  expect(existsSync(stamp)).toBe(true)
  appendFileSync(stamp, '}')
  expect([await outcome(), await outcome()]).toEqual(['passed', 'unchanged'])
  write('tool.mjs', `process.kill(process.pid, 'SIGKILL')`)
  expect([await outcome(), await outcome()]).toEqual(['failed', 'failed'])
})

test('all checks run when that is wished, and nothing is remembered', async () => {
  const { run } = project()
  expect(await run()).toMatchObject({ outcome: 'passed' })
  expect(await run(CHECK, true)).toMatchObject({ outcome: 'passed', output: 'begins\n' })
  expect(await run()).toMatchObject({ outcome: 'unchanged', seconds: 0, output: '' })
})

test('checks run two at a time, and their results come in the order of the checks', async () => {
  const { root, write } = project()
  // Each waits for the other: one after the other, the first would wait for ever.
  const meet = `import { existsSync, writeFileSync } from 'node:fs'
const [mine, other] = process.argv.slice(2)
writeFileSync(mine, '')
const look = setInterval(() => { if (existsSync(other)) clearInterval(look) }, 5)\n`
  write('meet.mjs', meet)
  const check = (name: string, other: string): Check => ({ ...CHECK, name, command: ['meet.mjs', name, other] })
  const reported: string[] = []
  const checks = [check('one', 'two'), check('two', 'one'), { ...CHECK, name: 'three', command: ['no-such-tool.mjs'] }]
  const results = await runChecks(root, checks, false, ({ name }) => reported.push(name))
  expect(results.map(({ name, outcome }) => [name, outcome])).toEqual([
    ['one', 'passed'],
    ['two', 'passed'],
    ['three', 'failed'],
  ])
  expect(reported.toSorted()).toEqual(['one', 'three', 'two'])
})

test('what a check reads by import is found through any way of naming a file', () => {
  const { root, write } = project()
  write('src/a.ts', `import b from './deep/b'\nexport type C = import("../lib/c.js").C\nnew URL(\`./data.json\`, here)`)
  write('lib/c.ts', `export * from '.'\n/// <reference path="./d.d.ts" />`)
  for (const file of ['lib/index.ts', 'lib/d.d.ts', 'lib/other.ts', 'src/data.json', 'src/deep/b.svelte'])
    write(file, '')
  const reached = [
    'lib/c.ts',
    'lib/d.d.ts',
    'lib/index.ts',
    'src/a.ts',
    'src/data.json',
    'src/deep/b.svelte',
    'src/deep/b.ts',
  ]
  expect(reachedFiles(root, filesOf(root, ''), ['src/a.ts'])).toEqual(reached)
})

test("every real check's program, rules and sources are there", () => {
  const files = filesOf(projectRoot, '')
  for (const { name, command, rules, reads } of CHECKS) {
    const [program = ''] = command
    expect([name, existsSync(join(projectRoot, program))]).toEqual([name, true])
    for (const rule of rules) expect([name, rule, existsSync(join(projectRoot, rule))]).toEqual([name, rule, true])
    const read = new Set(reads(files, projectRoot))
    // A screen, which the API has no part of, the words of both sides, and what any tool may be configured by.
    const screens = name === 'api' ? [] : ['src-renderer/App.svelte']
    for (const file of [...screens, 'src-shared/csv.ts', 'package.json', 'package-lock.json'])
      expect([name, file, read.has(file)]).toEqual([name, file, true])
  }
  expect(readFileSync(join(projectRoot, 'package.json'), 'utf8')).toContain('node scripts/check.ts --types')
})
