import { z } from 'zod'
import { programArguments } from '../src-node/program-arguments.ts'
import { CHECKS } from './checks.ts'
import { projectRoot } from './project.ts'
import { runChecks, type CheckResult } from './run-checks.ts'

/**
 * `npm run check` and `npm run lint`: the checks of one kind as `npm test` runs them. What has not changed since it last
 * passed does not run.
 */

const USAGE = `node scripts/check.ts [--types] [--style] [--force]

  --types  only what the compiler checks
  --style  only form, rules, and who may import whom
  --force  runs also what has not changed since it last passed, and without what the tools remember`

const flag = z.boolean().default(false)

/** Reports on stdout how a check went; what its tool wrote stands above it. */
export function reportCheck({ name, title, outcome, seconds, output }: CheckResult): void {
  if (output.trim() !== '') console.log(output.trim())
  const said = outcome === 'unchanged' ? 'unchanged since they last passed' : `${outcome} in ${seconds.toFixed(1)} s`
  console.log(`${outcome === 'failed' ? '✗' : '✓'} ${title} (${name}): ${said}`)
}

if (import.meta.main) {
  const { flags: asked } = programArguments(USAGE, z.object({ types: flag, style: flag, force: flag }))
  const isAsked = asked.types || asked.style ? asked : { types: true, style: true }
  const checks = CHECKS.filter(({ kind }) => isAsked[kind])
  const results = await runChecks(projectRoot, checks, asked.force, reportCheck)
  process.exit(results.some(({ outcome }) => outcome === 'failed') ? 1 : 0)
}
