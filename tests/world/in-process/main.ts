import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { explore, huntMutants } from './many.ts'
import { assertMutantWasLoaded } from '../mutant/with-mutant.ts'
import { simulateOptions, type SimulateOptions } from './options.ts'
import { makePlace, type Place } from './place.ts'
import { planOf, planSchema, type Plan } from './plan.ts'
import { planOfScene, SCENE_NAMES } from './scenes.ts'
import { shrink } from './shrink.ts'
import { detailOf, resultOf } from './telling/result.ts'
import { storyOf } from './telling/story.ts'
import type { WorldOptions, WorldReport } from './world.ts'

const storySchema = z.looseObject({ plan: planSchema })

export async function main(args: string[]): Promise<void> {
  const options = simulateOptions(args)
  if (options.mutants) return huntMutants(options.seeds ?? 12)
  if (options.minutes !== undefined) return explore(options.seed, options.minutes, options.days, options.stations)
  const place = makePlace()
  try {
    for (const plan of plansOf(options)) await liveOne(plan, place, options)
    assertMutantWasLoaded()
  } finally {
    place.remove()
  }
}

function plansOf({
  seed,
  seeds,
  replay,
  scene,
  scenes,
  variant,
  'slower-sync': slowerSync,
  ...options
}: SimulateOptions): Plan[] {
  const planned = (name: string) =>
    scene === undefined
      ? planOf({ ...options, ...(variant && { responseVariant: variant }), slowerSync, seed: name })
      : planOfScene(scene, name)
  if (scenes) return SCENE_NAMES.map((name) => planOfScene(name, seed))
  if (replay !== undefined) return filesAt(replay).map(planIn)
  if (seeds === undefined) return [planned(seed)]
  return Array.from({ length: seeds }, (_, nth) => planned(`${seed}-${nth + 1}`))
}

/** The file itself, or every story in a folder. */
const filesAt = (path: string): string[] =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .filter((name) => name.endsWith('.json'))
        .sort()
        .map((name) => join(path, name))
    : [path]

/** A plan alone, or a story with its plan. */
function planIn(file: string): Plan {
  const read: unknown = JSON.parse(readFileSync(file, 'utf8'))
  const story = storySchema.safeParse(read)
  return story.success ? story.data.plan : planSchema.parse(read)
}

async function liveOne(plan: Plan, place: Place, options: SimulateOptions): Promise<void> {
  const { runWorld } = await import('./world.ts')
  const isReported = options.trace !== undefined || options.shrink
  const startedAt = performance.now()
  const report = await runWorld({ plan, ...place, isReported })
  const tookMs = performance.now() - startedAt
  if (options.trace !== undefined) {
    const lines = report.lines.map(({ at, text }) => `${new Date(at).toISOString()} ${text}\n`)
    writeFileSync(options.trace, lines.join(''))
  }
  const [first] = report.violations
  if (first) process.exitCode = 1
  if (first && options.shrink) await tellLeast(plan, first.rule, place, options, runWorld)
  notify(report, plan.responseVariant, tookMs, options.memory)
}

/** The least of the plan that breaks the same rule, in words and, where it is asked for, in files. */
async function tellLeast(
  plan: Plan,
  rule: WorldReport['violations'][number]['rule'],
  place: Place,
  { story: file, mutant }: SimulateOptions,
  runWorld: (options: WorldOptions) => Promise<WorldReport>,
): Promise<void> {
  const { plan: least, trials } = await shrink(plan, rule, async (smaller) => {
    const { violations } = await runWorld({ plan: smaller, ...place })
    return violations.map((each) => each.rule)
  })
  const reported = await runWorld({ plan: least, ...place, isReported: true })
  const references = reported.violations.flatMap(({ reference }) => (reference === null ? [] : [reference]))
  const story = storyOf(reported.lines, references)
  console.log(`${least.acts.length} of ${plan.acts.length} acts are enough (${trials} worlds):\n${story.join('\n')}`)
  if (file === undefined) return
  writeFileSync(`${file}.json`, `${JSON.stringify({ mutant: mutant ?? null, rule, plan: least }, null, 1)}\n`)
}

/** Violations, what happened how often, and the result as JSON on the last line. */
function notify(report: WorldReport, responseVariant: string, tookMs: number, isMemoryTold: boolean): void {
  for (const { rule, what } of report.violations) console.log(`${rule}: ${what}`)
  if (isMemoryTold) console.log(`memory ${JSON.stringify(report.memory)}`)
  console.log(JSON.stringify(detailOf(report, responseVariant, tookMs)))
  console.log(JSON.stringify(resultOf(report, tookMs)))
}
