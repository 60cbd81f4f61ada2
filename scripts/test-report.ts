import { stripVTControlCharacters } from 'node:util'
import type { TestModule, Vitest } from 'vitest/node'

/** What went wrong in a run: a test, a file that did not load, or a check. */
export interface Failure {
  file: string
  test: string
  /** The first line of the error. */
  message: string
}

/** A file of tests and how long its tests and hooks took together. */
export interface FileSeconds {
  file: string
  seconds: number
}

export interface Counts {
  passed: number
  failed: number
  skipped: number
}

export interface TestReport {
  counts: Counts
  failed: Failure[]
  /** Every file that ran, the slowest first. */
  files: FileSeconds[]
  /** Every test by its full name and its file. */
  tests: { name: string; file: string }[]
  skipped: { test: string; reason: string }[]
  /** How many were left to the full run. */
  full: number
}

/** What a run of tests came to. An error outside a test counts as one that failed, and so does a test without an end. */
export function reportOf({ state }: Pick<Vitest, 'state'>): TestReport {
  const report: TestReport = {
    counts: { passed: 0, failed: 0, skipped: 0 },
    failed: [],
    files: [],
    tests: [],
    skipped: [],
    full: 0,
  }
  for (const module of state.getTestModules()) addModule(report, module)
  for (const error of state.getUnhandledErrors()) {
    report.failed.push({ file: '', test: 'an error that no test caught', message: firstLine(error) })
  }
  report.counts.failed = report.failed.length
  report.files.sort((a, b) => b.seconds - a.seconds)
  return report
}

function addModule(report: TestReport, module: TestModule): void {
  const file = module.relativeModuleId.replaceAll('\\', '/')
  const fail = (test: string, error: unknown): number => report.failed.push({ file, test, message: firstLine(error) })
  report.files.push({ file, seconds: Math.round(module.diagnostic().duration / 100) / 10 })
  for (const error of module.errors()) fail('the file itself', error)
  for (const suite of module.children.allSuites()) {
    for (const error of suite.errors()) fail(suite.fullName, error)
  }
  for (const test of module.children.allTests()) {
    report.tests.push({ name: test.fullName, file: module.moduleId })
    const result = test.result()
    if (result.state === 'passed') report.counts.passed++
    else if (result.state === 'failed') fail(test.fullName, result.errors[0])
    else if (result.state === 'pending') fail(test.fullName, 'it never came to its end')
    else if (test.tags.includes('full') && result.note === undefined) report.full++
    else {
      report.counts.skipped++
      report.skipped.push({ test: test.fullName, reason: result.note ?? 'by its file' })
    }
  }
}

/** The first line that says something. */
function firstLine(error: unknown): string {
  const text = typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error)
  return linesOf(text)[0] ?? 'no message'
}

/** The first line of a tool's output that names a fault, else the first one. */
export function firstFault(output: string): string {
  const lines = linesOf(output)
  return lines.find((line) => /error|warn|unused|×|✖/i.test(line)) ?? lines[0] ?? 'it said nothing'
}

const linesOf = (text: string): string[] =>
  stripVTControlCharacters(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
