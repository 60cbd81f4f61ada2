import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { programArguments } from '../../src-node/program-arguments.ts'
import { BENCHES, whyNot, type Bench } from './benches.ts'
import { ownDatabase } from './database.ts'
import type { BenchResult } from './ratio.ts'

/**
 * `npm run bench`: every figure beside its baseline, measured in this run. A missed aim is printed, not hidden, and so is a
 * bench that breaks: the others are measured all the same, and the run ends as a failure. `-- years` measures that one
 * alone; `-- --short` goes through every bench at its smallest, where only its coming to an end means anything.
 */
const USAGE = `npm run bench -- [NAME ...] [--short]

Measures what must stay fast, each figure beside its baseline: ${BENCHES.map(({ name }) => name).join(', ')}.
  --short  every bench at its smallest: only that it comes to its end`

const { flags, words: positionals } = programArguments(USAGE, z.object({ short: z.boolean().default(false) }), {
  words: true,
})
const isShort = flags.short

const OF_SITE = ['site-tracking', 'site-stations']

/** The benches of a name; `site`: everything about sites. */
function benchesOf(name: string): Bench[] {
  const found = BENCHES.filter((bench) => bench.name === name || (name === 'site' && OF_SITE.includes(bench.name)))
  if (found.length > 0) return found
  throw new Error(`no bench is called ${name}; there is ${BENCHES.map((bench) => bench.name).join(', ')}`)
}

const chosen =
  positionals.length > 0 ? positionals.flatMap(benchesOf) : BENCHES.filter(({ isUsual }) => isUsual || isShort)

/** What it measured; also a fault that nobody waits for, as of a timer, breaks the bench that is running. */
async function measure(bench: Bench): Promise<BenchResult[]> {
  const { promise: fault, reject } = Promise.withResolvers<never>()
  process.on('uncaughtException', reject)
  try {
    return await Promise.race([bench.run({ length: isShort ? 'short' : 'full', openDatabase: ownDatabase }), fault])
  } finally {
    process.off('uncaughtException', reject)
  }
}

function print({ name, figures, ratio, aim }: BenchResult): void {
  console.log(
    [
      name.padEnd(58),
      figures.padEnd(34),
      (ratio === null ? '' : `ratio ${ratio.toFixed(2)}`).padEnd(12),
      aim === null || isShort ? '' : `aim ${aim.words}: ${aim.met ? 'met' : 'MISSED'}`,
    ].join(' '),
  )
}

/** The same for a program to read, with how busy the machine was. */
const FILE = join(import.meta.dirname, '../../out/bench.json')
const results: BenchResult[] = []
const broken: { bench: string; error: string }[] = []
const loadBefore = loadavg()[0]

for (const bench of chosen) {
  const obstacle = whyNot(bench)
  if (obstacle !== '') {
    console.log(`${bench.name.padEnd(58)} ${obstacle}`)
    continue
  }
  try {
    for (const result of await measure(bench)) {
      results.push(result)
      print(result)
    }
  } catch (error) {
    broken.push({ bench: bench.name, error: String(error) })
    console.error(`${bench.name}: BROKEN`, error)
  }
}

/** What was aimed at, at the end of a run that scrolls by. */
const aims = results.flatMap(({ name, aim }) => (aim === null ? [] : [{ name, ...aim }]))
if (!isShort && aims.length > 0) {
  const missed = aims.filter(({ met }) => !met)
  console.log(`\n${aims.length - missed.length} of ${aims.length} aims met${missed.length > 0 ? '; missed:' : ''}`)
  for (const { name, words } of missed) console.log(`  ${name}: ${words}`)
}
const machine = { processors: cpus().length, loadBefore, loadAfter: loadavg()[0] }
console.log(
  `${machine.processors} processors, load ${machine.loadBefore?.toFixed(1)} before and ${machine.loadAfter?.toFixed(1)} after`,
)
// The shortest figures mean nothing: those of a whole run stay.
if (!isShort) {
  writeFileSync(FILE, `${JSON.stringify({ at: new Date().toISOString(), machine, results, broken }, null, 2)}\n`)
}
for (const { bench, error } of broken) console.error(`BROKEN: ${bench}: ${error}`)
// What a broken bench left open would keep the process.
process.exit(broken.length === 0 ? 0 : 1)
