import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { readFile } from 'node:fs/promises'
import { startVitest } from 'vitest/node'
import { buildApart } from './build.ts'
import { INTERFACE_PAGE, interfacePage, type ListedTest } from './interface-coverage.ts'
import { projectRoot } from './project.ts'

/**
 * `npm test`: builds, checks types and style, runs every test, and ends with one line of real counts. A check counts as
 * one test. Words after `--` narrow the tests down to files whose path holds one of them; then the checks are left out.
 */

interface Counts {
  passed: number
  failed: number
  skipped: number
}

const filters = process.argv.slice(2)
const counts: Counts = { passed: 0, failed: 0, skipped: 0 }

function count(name: string, hasPassed: boolean): void {
  console.log(`${hasPassed ? '✓' : '✗'} ${name}`)
  if (hasPassed) counts.passed++
  else counts.failed++
}

function script(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    // npm itself is a script that this Node.js may run; its name on the path is another on each system.
    const npm = process.env['npm_execpath']
    const [program, args] = npm === undefined ? ['npm', ['run', name]] : [process.execPath, [npm, 'run', name]]
    spawn(program, [...args, '--silent', '--ignore-scripts'], { cwd: projectRoot, stdio: 'inherit' })
      .once('error', () => resolve(false))
      .once('exit', (code) => resolve(code === 0))
  })
}

/** Runs them, counts them, and gives what ran. */
async function runTests(): Promise<ListedTest[]> {
  const ran: ListedTest[] = []
  const vitest = await startVitest(filters, {
    root: projectRoot,
    config: join(projectRoot, 'vitest.config.ts'),
    watch: false,
  })
  for (const module of vitest.state.getTestModules()) {
    counts.failed += module.errors().length
    for (const test of module.children.allTests()) {
      ran.push({ name: test.fullName, file: module.moduleId })
      const result = test.result()
      // A test that never came to its end did not pass.
      counts[result.state === 'pending' ? 'failed' : result.state]++
      if (result.state === 'skipped') console.log(`↓ ${test.fullName} (skipped: ${result.note ?? 'by its file'})`)
    }
  }
  counts.failed += vitest.state.getUnhandledErrors().length
  await vitest.close()
  return ran
}

if (filters.length === 0) {
  const [areTypesRight, isStyleRight] = await Promise.all([script('check'), script('lint')])
  count('types (npm run check)', areTypesRight)
  count('style and import rules (npm run lint)', isStyleRight)
}
// The end-to-end tests run the built app.
const isBuilt = buildApart()
if (filters.length === 0 || !isBuilt) count('build (npm run build)', isBuilt)
const ran = await runTests()
if (filters.length === 0) {
  const isListed = (await readFile(INTERFACE_PAGE, 'utf8')) === (await interfacePage(ran))
  count('the page about the interface lists the rows that were tested (npm run interface)', isListed)
}

const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''
console.log(`${counts.passed} passed, ${counts.failed} failed${skipped}`)
process.exit(counts.failed === 0 && counts.passed > 0 ? 0 : 1)
