import { spawn } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { clearToolCache, readStamp, writeStamp } from './check-stamps.ts'
import { digestOf, filesOf } from './digest.ts'

/** How many checks run beside each other: each keeps at least one processor busy and holds up to 1.5 GB. */
const AT_ONCE = 2
/** What is built, installed, written by a check, or belongs to version control, no check reads. */
const NOT_SOURCES = ['.git', '.svelte-check', 'node_modules', 'out', 'dist', 'artifacts']

/** A tool that finds fault with the sources, and what its verdict follows from. */
export interface Check {
  name: string
  kind: 'types' | 'style'
  /** What it looks for, in words for people. */
  title: string
  /** The tool's program, a file that Node.js runs, and its arguments. */
  command: readonly string[]
  /** Files under whose rules it works. What the tool remembers holds only as long as these are the same. */
  rules: readonly string[]
  /** Those of the project's files that it may read, known to version control or not. */
  reads: (files: readonly string[], root: string) => readonly string[]
  /** A folder of the root that the tool fills and would read again: it is deleted before each run. */
  fills?: string
}

export interface CheckResult {
  name: string
  title: string
  outcome: 'passed' | 'failed' | 'unchanged'
  /** How long it ran; 0 when it did not. */
  seconds: number
  /** What the tool wrote. */
  output: string
}

/**
 * Runs checks, two at a time in their order. One whose inputs are those with which it last passed does not run; its
 * outcome is `unchanged`, which is as good as passed. Only what passed is kept.
 * @param isForced runs every check, and without what its tool remembers
 * @param tell is given each result as soon as it is there
 * @returns the results in the order of the checks
 */
export async function runChecks(
  root: string,
  checks: readonly Check[],
  isForced: boolean,
  report: (result: CheckResult) => void,
): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  const waiting = [...checks.entries()]
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, check] = next
      const result = await runCheck(root, check, isForced)
      results[index] = result
      report(result)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return results
}

async function runCheck(root: string, check: Check, isForced: boolean): Promise<CheckResult> {
  const { name, title } = check
  const setting = digestOf(root, rulesOf(root, check), [process.version, ...check.command])
  const inputs = inputsOf(root, check, setting)
  const known = readStamp(root, name)
  if (!isForced && known.passed === inputs) return { name, title, outcome: 'unchanged', seconds: 0, output: '' }
  if (isForced || known.setting !== setting) clearToolCache(root, name)
  // Whatever happens from here on, an earlier pass says nothing any more.
  writeStamp(root, name, { setting, passed: null })
  if (check.fills !== undefined) rmSync(join(root, check.fills), { recursive: true, force: true })
  const start = performance.now()
  const { code, output } = await run(root, check.command)
  const seconds = (performance.now() - start) / 1000
  // What was changed while the tool ran may be what it read, or not.
  const isSame = inputsOf(root, check, setting) === inputs
  if (code === 0 && isSame) writeStamp(root, name, { setting, passed: inputs })
  return { name, title, outcome: code === 0 ? 'passed' : 'failed', seconds, output }
}

const rulesOf = (root: string, { rules }: Check): string[] => rules.flatMap((rule) => filesOf(root, rule))

function inputsOf(root: string, { reads }: Check, setting: string): string {
  // A build beside the checks deletes folders while files are listed: it is not walked into.
  const entries = readdirSync(root).filter((name) => !NOT_SOURCES.includes(name))
  const sources = entries.toSorted().flatMap((name) => filesOf(root, name))
  return digestOf(root, reads(sources, root), [setting])
}

function run(root: string, command: readonly string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    let output = ''
    const hear = (text: string): void => void (output += text)
    const env = process.stdout.isTTY ? { ...process.env, FORCE_COLOR: '1' } : process.env
    const child = spawn(process.execPath, command, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.setEncoding('utf8').on('data', hear)
    child.stderr.setEncoding('utf8').on('data', hear)
    child.once('error', ({ message }) => resolve({ code: null, output: message }))
    child.once('close', (code) => resolve({ code, output }))
  })
}
