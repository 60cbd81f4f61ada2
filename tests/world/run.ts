import { fork } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { stepsNeverTaken } from './coverage.ts'
import { MUTANTS } from './mutants.ts'
import { simulateOptions, type SimulateOptions } from './options.ts'
import { makePlace, type Place } from './place.ts'
import { ACTS, planOf, type Act, type Plan } from './plan.ts'
import { shrink } from './shrink.ts'
import { storyOf } from './story.ts'
import { useMutant } from './with-mutant.ts'
import type { WorldReport } from './world.ts'

/** `npm run simulate`: worlds under a seed, judged; see docs/simulation.md. */

const planSchema = z.object({
  seed: z.string(),
  days: z.int(),
  start: z.number(),
  staysOpen: z.boolean(),
  dialect: z.string().default('plain'),
  acts: z.array(z.object({ at: z.number(), act: z.string().refine((act): act is Act => act in ACTS), nth: z.int() })),
})
const resultSchema = z.looseObject({ seed: z.string(), hash: z.string(), violations: z.int(), calls: z.int() })

async function main(): Promise<void> {
  const options = simulateOptions(process.argv.slice(2))
  if (options.mutants) return huntMutants(options.seeds ?? 12)
  if (options.minutes !== undefined) return explore(options.seed, options.minutes, options.days)
  if (options.mutant !== undefined) useMutant(options.mutant)
  const place = makePlace()
  try {
    for (const plan of plansOf(options)) await liveOne(plan, place, options)
  } finally {
    place.remove()
  }
}

function plansOf({ seed, seeds, days, replay, dialect }: SimulateOptions): Plan[] {
  if (replay !== undefined) return [planSchema.parse(JSON.parse(readFileSync(replay, 'utf8')))]
  if (seeds === undefined) return [planOf({ seed, days, dialect })]
  return Array.from({ length: seeds }, (_, nth) => planOf({ seed: `${seed}-${nth + 1}`, days, dialect }))
}

async function liveOne(plan: Plan, place: Place, options: SimulateOptions): Promise<void> {
  const { runWorld } = await import('./world.ts')
  const isTold = options.trace !== undefined || options.shrink
  const startedAt = performance.now()
  const report = await runWorld({ plan, ...place, isTold })
  tell(report, plan.dialect, performance.now() - startedAt)
  if (options.trace !== undefined) {
    const lines = report.lines.map(({ at, text }) => `${new Date(at).toISOString()} ${text}\n`)
    writeFileSync(options.trace, lines.join(''))
  }
  const [first] = report.violations
  if (!first) return
  process.exitCode = 1
  if (!options.shrink) return
  const { plan: least, trials } = await shrink(plan, first.rule, async (smaller) => {
    const { violations } = await runWorld({ plan: smaller, ...place })
    return violations.map(({ rule }) => rule)
  })
  const told = await runWorld({ plan: least, ...place, isTold: true })
  const references = told.violations.flatMap(({ reference }) => (reference === null ? [] : [reference]))
  const story = storyOf(told.lines, references)
  console.log(`${least.acts.length} of ${plan.acts.length} acts are enough (${trials} worlds):\n${story.join('\n')}`)
  if (options.story === undefined) return
  writeFileSync(`${options.story}.txt`, `${story.join('\n')}\n`)
  writeFileSync(`${options.story}.json`, `${JSON.stringify(least, null, 1)}\n`)
}

/** Violations, what happened how often, and the result as JSON on the last line. */
function tell(report: WorldReport, dialect: string, tookMs: number): void {
  for (const { rule, what } of report.violations) console.log(`${rule}: ${what}`)
  const { seed, days, hash, actions, restarts, kills, restores, calls, events, violations, simulatedMs, tally } = report
  const result = {
    seed,
    days,
    stations: 1,
    dialect,
    hash,
    actions,
    restarts,
    kills,
    restores,
    calls,
    events,
    violations: violations.length,
    rules: [...new Set(violations.map(({ rule }) => rule))],
    seconds: Math.round(tookMs / 100) / 10,
    timesLife: Math.round(simulatedMs / tookMs),
    tally: Object.fromEntries([...tally].filter(([name]) => !name.startsWith('command '))),
  }
  console.log(JSON.stringify(result))
}

/** One world in a process of its own; null: it ended without a result. */
async function worldApart(args: readonly string[]): Promise<z.infer<typeof resultSchema> | null> {
  const child = fork(import.meta.filename, [...args], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  let out = ''
  child.stdout?.on('data', (piece: Buffer) => (out += piece.toString()))
  child.stderr?.on('data', (piece: Buffer) => (out += piece.toString()))
  await new Promise((resolve) => child.once('close', resolve))
  const last = out.trim().split('\n').at(-1) ?? ''
  if (!last.startsWith('{"seed"')) {
    console.log(`${args.join(' ')}: ${out.trim().slice(-600)}`)
    return null
  }
  return resultSchema.parse(JSON.parse(last))
}

/** New seeds, as many at a time as there are cores. */
async function explore(seed: string, minutes: number, days: number): Promise<void> {
  const end = performance.now() + minutes * 60_000
  const sums = new Map<string, number>()
  let worlds = 0
  let nth = 0
  const failed: string[] = []
  const lane = async () => {
    while (performance.now() < end) {
      const mine = `${seed}-${(nth += 1)}`
      const result = await worldApart(['--seed', mine, '--days', String(days)])
      worlds += 1
      if (result === null || result.violations > 0) failed.push(mine)
      const tally = z.record(z.string(), z.number()).safeParse(result?.['tally'])
      for (const [name, times] of Object.entries(tally.data ?? {})) sums.set(name, (sums.get(name) ?? 0) + times)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, lane))
  for (const [name, times] of [...sums].sort()) console.log(`${String(times).padStart(8)} ${name}`)
  for (const step of stepsNeverTaken(new Set(sums.keys()))) console.log(`   never ${step}`)
  console.log(JSON.stringify({ seed, days, worlds, violations: failed.length, failed }))
  if (failed.length > 0) process.exitCode = 1
}

/** How many worlds it takes to find each fault that is put into the code on purpose. */
async function huntMutants(most: number): Promise<void> {
  const missed: string[] = []
  const waiting = [...MUTANTS]
  const lane = async () => {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      let found = 0
      for (let nth = 1; nth <= most && found === 0; nth += 1) {
        const result = await worldApart(['--mutant', mutant.name, '--seed', `mutant-${nth}`])
        if (result === null || result.violations > 0) {
          found = nth
          console.log(
            `${mutant.name}: found in world ${nth} (${result === null ? 'it did not end' : String(result['rules'])})`,
          )
        }
      }
      if (found > 0) continue
      missed.push(mutant.name)
      console.log(`${mutant.name}: NOT found in ${most} worlds`)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, lane))
  console.log(JSON.stringify({ mutants: MUTANTS.length, missed }))
  if (missed.length > 0) process.exitCode = 1
}

await main()
