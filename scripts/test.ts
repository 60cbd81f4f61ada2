import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readFile } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import { startVitest } from 'vitest/node'
import { z } from 'zod'
import { programArguments } from '../src-node/program-arguments.ts'
import { FOLDER_OF_RUN } from '../tests/support/run-folder.ts'
import { TEST_START } from '../tests/support/running-clock.ts'
import { buildApart } from './build.ts'
import { reportCheck } from './check.ts'
import { CHECKS } from './checks.ts'
import { writeDurations } from './durations.ts'
import { INTERFACE_PAGE, interfacePage } from './interface-coverage.ts'
import { sourcesOf, writeLastRun, type LastRun } from './last-run.ts'
import { projectRoot } from './project.ts'
import { runChecks } from './run-checks.ts'
import { firstFault, reportOf, type Counts, type Failure, type TestReport } from './test-report.ts'

const USAGE = `npm test -- [WORD ...]

Builds, checks types and style, runs the tests of the default run, and ends with one line of real counts. A check counts as one
test.
  --full              also what is marked as of the full run alone ("npm run test:full")
  --changed           only files that import, through any number of files, one that is not committed ("npm run test:changed")
  --record-durations  records how long each file took, for the order of later runs
  WORD                only files whose path holds one of the words, with all their tests; then the checks are left out`

const flag = z.boolean().default(false)
const { flags, words: filters } = programArguments(
  USAGE,
  z.object({ full: flag, changed: flag, 'record-durations': flag }),
  { words: true },
)
const isNamed = filters.length > 0
const isWhole = !isNamed && !flags.changed
const isFull = flags.full || isNamed
// Read by tests that have fewer cases in the default run (tests/support/full.ts).
if (!isFull) process.env['WAYBILL_TEST_RUN'] = 'default'
const counts: Counts = { passed: 0, failed: 0, skipped: 0 }
const failed: Failure[] = []
const checks: LastRun['checks'] = {}

function count(name: string, hasPassed: boolean, message: string): void {
  if (hasPassed) counts.passed++
  else {
    counts.failed++
    failed.push({ file: 'check', test: name, message })
  }
}

async function runAllChecks(): Promise<void> {
  for (const { name, title, outcome, seconds, output } of await runChecks(projectRoot, CHECKS, false, reportCheck)) {
    count(`${title} (${name})`, outcome !== 'failed', firstFault(output))
    checks[name] = outcome === 'unchanged' ? outcome : Math.round(seconds * 10) / 10
  }
}

/** Runs them, counts them, and gives what came of them and the zone that they ran in. */
async function runTests(): Promise<TestReport & { zone: string }> {
  const vitest = await startVitest(filters, {
    root: projectRoot,
    config: join(projectRoot, 'vitest.config.ts'),
    watch: false,
    ...(isFull ? {} : { tagsFilter: ['!full'] }),
    ...(flags.changed ? { changed: true, passWithNoTests: true } : {}),
  })
  const report = reportOf(vitest)
  counts.passed += report.counts.passed
  counts.failed += report.counts.failed
  counts.skipped += report.counts.skipped
  failed.push(...report.failed)
  const zone: unknown = vitest.projects[0]?.config.env['TZ']
  await vitest.close()
  return { ...report, zone: typeof zone === 'string' ? zone : Intl.DateTimeFormat().resolvedOptions().timeZone }
}

const start = performance.now()
const startedAt = new Date().toISOString()
const sources = sourcesOf(projectRoot)
const [before = 0] = loadavg()
// The end-to-end tests run the built app. It is built beside the checks, which leave a processor idle at their end.
const [isBuilt] = await Promise.all([buildApart(), isNamed ? undefined : runAllChecks()])
console.log(`${isBuilt ? '✓' : '✗'} build (npm run build)`)
if (!isNamed || !isBuilt) count('build (npm run build)', isBuilt, 'it says why above')
const report = await runTests()
if (isWhole) {
  const isListed = (await readFile(INTERFACE_PAGE, 'utf8')) === (await interfacePage(report.tests))
  count('the page about the interface', isListed, 'it does not list the rows that were tested (npm run interface)')
}
const minutes = Math.round((performance.now() - start) / 6000) / 10
const [after = 0] = loadavg()
const later = sourcesOf(projectRoot)
writeLastRun(projectRoot, {
  commit: sources.commit,
  clean: sources.clean && later.clean && later.commit === sources.commit,
  startedAt,
  date: TEST_START,
  zone: report.zone,
  node: process.version,
  processors: availableParallelism(),
  load: { before, after },
  filters,
  counts,
  minutes,
  checks,
  slowest: report.files.slice(0, 20),
  failed,
})
if (flags['record-durations']) {
  if (isWhole && isFull) writeDurations(projectRoot, report.files)
  else console.log('--record-durations records only a full run.')
}

for (const { test, reason } of report.skipped) console.log(`↓ ${test} (skipped: ${reason})`)
for (const { file, seconds } of report.files.slice(0, 5)) console.log(`${seconds.toFixed(1).padStart(6)} s  ${file}`)
console.log(`${minutes} minutes`)
if (report.full > 0) console.log(`${report.full} tests belong to the full run: npm run test:full`)
if (existsSync(FOLDER_OF_RUN)) console.log(`left behind: ${FOLDER_OF_RUN}`)
for (const { file, test, message } of failed) console.log(`✗ ${file} > ${test}\n    ${message}`)
const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''
console.log(`${counts.passed} passed, ${counts.failed} failed${skipped}`)
process.exit(counts.failed === 0 && counts.passed > 0 ? 0 : 1)
