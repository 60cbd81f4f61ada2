import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Counts, Failure, FileSeconds } from './test-report.ts'

/** What is kept of the last run of the tests, for comparing runs. */
export interface LastRun {
  /** Null where there is no git, as in an unpacked archive. */
  commit: string | null
  /** Whether the run had exactly the files of the commit, from its beginning to its end. */
  clean: boolean
  /** The machine's time. */
  startedAt: string
  /** The date on which the tests' own clocks began. */
  date: string
  zone: string
  node: string
  processors: number
  load: { before: number; after: number }
  /** Words that the run was narrowed down by. */
  filters: string[]
  counts: Counts
  minutes: number
  /** How long each check took; none in a run that was narrowed down. */
  checks: Record<string, number | 'unchanged'>
  /** The 20 slowest files. */
  slowest: FileSeconds[]
  failed: Failure[]
}

/** Which commit a folder has, and whether its files are those of the commit. */
export type Sources = Pick<LastRun, 'commit' | 'clean'>

/** Writes it where the next run replaces it. */
export function writeLastRun(root: string, run: LastRun): void {
  const file = join(root, 'node_modules/.cache/waybill-test/last-run.json')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(run, null, 2)}\n`)
}

/** Asks git; where there is none, and where the folder is a part of something else, there is no commit. */
export function sourcesOf(root: string): Sources {
  const [prefix, commit] = git(root, ['rev-parse', '--show-prefix', 'HEAD'])?.split('\n') ?? []
  if (prefix !== '' || commit === undefined || commit === '') return { commit: null, clean: false }
  return { commit, clean: git(root, ['status', '--porcelain']) === '' }
}

/** What git writes; null when it fails or is not there. */
function git(root: string, args: readonly string[]): string | null {
  const { status, stdout } = spawnSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return status === 0 ? stdout : null
}
