import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readDurations, writeDurations } from '../../scripts/durations.ts'
import { sourcesOf, writeLastRun } from '../../scripts/last-run.ts'
import { projectRoot } from '../../scripts/project.ts'
import { firstFault } from '../../scripts/test-report.ts'
import { longestFirst } from '../../scripts/test-order.ts'
import { tempDir } from '../support/temp-dir.ts'

const PROGRAM = `
import { startVitest } from 'vitest/node'
import { reportOf } from ${JSON.stringify(pathToFileURL(join(projectRoot, 'scripts/test-report.ts')).href)}
const vitest = await startVitest([], { root: process.cwd(), watch: false, config: false, reporters: [{}], env: {} })
console.log(JSON.stringify(reportOf(vitest)))
await vitest.close()
process.exit(0)
`
const reportSchema = z.object({
  counts: z.object({ passed: z.number(), failed: z.number(), skipped: z.number() }),
  failed: z.array(z.object({ file: z.string(), test: z.string(), message: z.string() })),
  files: z.array(z.object({ file: z.string(), seconds: z.number() })),
  tests: z.array(z.object({ name: z.string(), file: z.string() })),
  skipped: z.array(z.object({ test: z.string(), reason: z.string() })),
})

/** What is reported of a project with these files of tests. */
async function report(files: Record<string, string>) {
  const root = tempDir()
  symlinkSync(join(projectRoot, 'node_modules'), join(root, 'node_modules'), 'junction')
  writeFileSync(join(root, 'report.mjs'), PROGRAM)
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(root, name), `import { beforeAll, describe, expect, it } from 'vitest'\n${text}`)
  }
  const { stdout } = await promisify(execFile)(process.execPath, ['report.mjs'], { cwd: root })
  return reportSchema.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''))
}

test('every test that failed is reported by its file, its name and the first line of its error', async () => {
  const { counts, failed, skipped, tests, files } = await report({
    'sums.test.ts': `describe('sums', () => {
      it('adds', () => expect(1 + 1).toBe(2))
      it('subtracts', () => expect(1 - 1, 'one\\ntwo').toBe(1))
      it.skip('divides', () => {})
    })`,
    'begins.test.ts': `describe('a suite', () => {
      beforeAll(() => { throw new Error('no beginning') })
      it('goes on', () => {})
    })`,
    'broken.test.ts': `throw new Error('not loaded')`,
    'later.test.ts': `it('ends too early', async () => { void Promise.reject(new Error('nobody waits')); await new Promise((end) => setTimeout(end, 50)) })`,
  })
  expect(failed.toSorted((a, b) => (a.file < b.file ? -1 : 1))).toEqual([
    { file: '', test: 'an error that no test caught', message: 'nobody waits' },
    { file: 'begins.test.ts', test: 'a suite', message: 'no beginning' },
    { file: 'broken.test.ts', test: 'the file itself', message: 'not loaded' },
    { file: 'sums.test.ts', test: 'sums > subtracts', message: 'one' },
  ])
  expect(counts).toMatchObject({ passed: 2, failed: 4 })
  expect(skipped).toContainEqual({ test: 'sums > divides', reason: 'by its file' })
  expect(tests.map(({ name }) => name).toSorted()).toContain('sums > adds')
  expect(files.map(({ file }) => file).toSorted()).toEqual(
    ['begins', 'broken', 'later', 'sums'].map((n) => `${n}.test.ts`),
  )
})

test("a run's record names its commit, and whether anything was changed beside it", () => {
  const root = tempDir()
  const git = (...args: string[]): string => {
    const { status, stdout, stderr } = spawnSync(
      'git',
      ['-c', 'user.name=a', '-c', 'user.email=a@a.invalid', ...args],
      {
        cwd: root,
        encoding: 'utf8',
      },
    )
    expect([stderr, status]).toEqual([stderr, 0])
    return stdout.trim()
  }
  // An unpacked archive has no history.
  expect(sourcesOf(root)).toEqual({ commit: null, clean: false })
  git('init', '--quiet')
  expect(sourcesOf(root)).toEqual({ commit: null, clean: false })
  writeFileSync(join(root, 'a.ts'), 'a')
  git('add', '.')
  git('commit', '--quiet', '--message', 'a')
  const commit = git('rev-parse', 'HEAD')
  expect(sourcesOf(root)).toEqual({ commit, clean: true })
  // An archive that was unpacked within a history of something else.
  mkdirSync(join(root, 'unpacked'))
  expect(sourcesOf(join(root, 'unpacked'))).toEqual({ commit: null, clean: false })
  writeFileSync(join(root, 'b.ts'), 'b')
  expect(sourcesOf(root)).toEqual({ commit, clean: false })
})

test('the record of a run lies where the next run replaces it', () => {
  const root = tempDir()
  const run = {
    ...{ commit: null, clean: false, startedAt: '2026-10-21T20:00:00.000Z', date: '2026-10-21T20:00:00.000Z' },
    ...{ zone: 'America/Chicago', node: 'v24.0.0', processors: 2, load: { before: 0, after: 1 }, filters: [] },
    ...{ counts: { passed: 1, failed: 0, skipped: 0 }, minutes: 1.5, checks: { types: 'unchanged' as const } },
    ...{ slowest: [{ file: 'a.test.ts', seconds: 3.2 }], failed: [] },
  }
  writeLastRun(root, run)
  writeLastRun(root, { ...run, minutes: 2 })
  const text = readFileSync(join(root, 'node_modules/.cache/waybill-test/last-run.json'), 'utf8')
  expect(JSON.parse(text)).toEqual({ ...run, minutes: 2 })
})

test('files that were long before begin first, each within its project', () => {
  const root = tempDir()
  expect(readDurations(root).size).toBe(0)
  mkdirSync(join(root, 'tests'))
  const seconds = { 'tests/b.test.ts': 2.9, 'tests/c.test.ts': 3.4, 'tests/d.test.ts': 120.5, 'tests/z.test.ts': 60 }
  writeDurations(
    root,
    Object.entries(seconds).map(([file, took]) => ({ file, seconds: took })),
  )
  const recorded = readDurations(root)
  expect([...recorded]).toEqual([
    ['tests/d.test.ts', 121],
    ['tests/z.test.ts', 60],
    ['tests/c.test.ts', 3],
  ])
  const placed = (name: string, project: string) => ({
    moduleId: join(projectRoot, 'tests', `${name}.test.ts`),
    project: { name: project },
  })
  const files = [placed('z', 'heavy'), ...['a', 'b', 'c', 'd', 'e'].map((name) => placed(name, 'rooms'))]
  const order = longestFirst(files, recorded).map(({ moduleId }) =>
    moduleId.slice(-'z.test.ts'.length, -'.test.ts'.length),
  )
  expect(order.join('')).toBe('zdcabe')
})

test('every file whose duration is recorded is there', () => {
  const recorded = [...readDurations(projectRoot).keys()]
  expect(recorded.length).toBeGreaterThan(30)
  for (const file of recorded)
    expect([file, readFileSync(join(projectRoot, file), 'utf8') !== '']).toEqual([file, true])
})

test('a file of more than twenty seconds says why: by full(), or in tests/long-files.json', () => {
  const reasons = z
    .record(z.string(), z.string().min(10))
    .parse(JSON.parse(readFileSync(join(projectRoot, 'tests/long-files.json'), 'utf8')))
  const long = [...readDurations(projectRoot)].filter(([, seconds]) => seconds >= 20).map(([file]) => file)
  const unmarked = long.filter((file) => !readFileSync(join(projectRoot, file), 'utf8').includes('full('))
  expect(Object.keys(reasons)).toEqual(unmarked.toSorted())
})

test('a check that failed is reported by the first fault that its tool names', () => {
  const colored =
    '\u001b[1mLoading svelte-check\u001b[0m\n\na.svelte:1:2\n\u001b[31mError\u001b[39m: no such name\nError: another'
  expect(firstFault(colored)).toBe('Error: no such name')
  expect(firstFault('\nkilled\n')).toBe('killed')
  expect(firstFault('')).toBe('it said nothing')
})
