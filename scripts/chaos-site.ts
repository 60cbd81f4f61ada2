import { parseArgs } from 'node:util'
import { z } from 'zod'
import { DIALECTS, dialectSchema } from '../src-sandbox/dialect/dialect.ts'
import { aTemplate } from '../tests/site-chaos/a-template.ts'
import { FULL_MAYHEM, NAIVE_ROUNDS } from '../tests/site-chaos/plans.ts'
import { figuresOf, tableOfSite } from '../tests/site-chaos/site-report.ts'
import { runSiteRound, trailOfSite, type SiteRoundReport } from '../tests/site-chaos/round.ts'

const USAGE = `npm run chaos:site -- [--stations N] [--bookings N] [--minutes N] [--seed WORD] [--round N] [--dialect NAME]

Stations of one site book through two processes of it on a real PostgreSQL with a standby. Stations, senders and the database
are killed, senders are frozen beyond their guard, networks are cut, clocks set, the database fails over with lost commits;
then what the site, its stations and the service say is compared.
  --stations N  how many stations, each a process of its own (default 12)
  --bookings N  how many forms in all (default 1000)
  --minutes N   how long faults go on at most, in all (default 10)
  --seed WORD   decides which call meets what, and who suffers what (default a new one)
  --round N     only this round of the run, as a violation names it
  --rounds N    over how many rounds it is shared out, each with another dialect of the service (default 3)
  --naive       instead: the ways that were not taken, each of which the judge has to find guilty
  --dialect D   how the service writes its answers in every round, not another in each
Ends with 1 when a promise was broken, 2 when the command line is off. The last line is JSON.`

const number = (name: string, most: number, otherwise: number) =>
  z.coerce
    .number(`--${name} must be a number`)
    .int()
    .min(1, `--${name} must be at least 1`)
    .max(most)
    .default(otherwise)

const optionsSchema = z.object({
  stations: number('stations', 500, 12),
  bookings: number('bookings', 1_000_000, 1000),
  minutes: z.coerce.number('--minutes must be a number').positive().max(10_000).default(10),
  rounds: number('rounds', 1000, 3),
  seed: z
    .string()
    .regex(/^[\w-]{1,12}$/, '--seed must be 1 to 12 letters, digits, - or _')
    .default(() => Math.floor(Math.random() * 36 ** 6).toString(36)),
  round: z.coerce.number('--round must be a number').int().positive('--round must be at least 1').optional(),
  dialect: dialectSchema.optional(),
  naive: z.boolean().default(false),
})

let isStopping = false

async function main(): Promise<number> {
  const options = readOptions()
  if (typeof options === 'string') {
    console.error(options)
    return 2
  }
  const { seed, stations, rounds, bookings, minutes } = options
  const template = await aTemplate()
  const reports: SiteRoundReport[] = []
  try {
    if (options.naive) return await judgeNaive(seed, template.folder)
    console.log(`seed ${seed}, ${stations} stations, ${bookings} bookings or ${minutes} minutes in ${rounds} rounds`)
    for (let nth = 1; nth <= rounds && !isStopping; nth++) {
      if (options.round !== undefined && nth !== options.round) continue
      const dialect = options.dialect ?? DIALECTS[(nth - 1) % (DIALECTS.length + 1)] ?? `mix:${seed}.${nth}`
      const report = await runSiteRound({
        ...{ seed: `${seed}.${nth}`, template: template.folder, stations, dialect },
        mayhem: FULL_MAYHEM,
        bookings: Math.ceil(bookings / rounds),
        forMs: (minutes * 60_000) / rounds,
        meanPauseMs: Math.max(60, stations * 25),
        onProgress: (line) => console.log(`  ${line}`),
      })
      reports.push(report)
      console.log(
        `round ${report.seed}, ${dialect}: ${report.seconds} s, ${report.facts.site.bookings.length} bookings, ${report.facts.shipmentsInAll} shipments, ${report.violations.length} violations`,
      )
      for (const violation of report.violations) console.log(trailOfSite(violation, report).join('\n'))
    }
  } finally {
    template.remove()
  }
  console.log(['', ...tableOfSite(reports), ''].join('\n'))
  console.log(JSON.stringify({ seed, stations, ...figuresOf(reports) }))
  return reports.some(({ violations }) => violations.length > 0) ? 1 : 0
}

/** The judge can say no: it does to each of these. */
async function judgeNaive(seed: string, template: string): Promise<number> {
  const innocent: string[] = []
  for (const [name, round] of Object.entries(NAIVE_ROUNDS)) {
    const { violations } = await runSiteRound({ ...round, seed: `${seed}.naive`, template })
    const found = violations.filter(({ kind }) => kind === 'lost' || kind === 'doubled').length
    console.log(`${name}: ${found === 0 ? 'NOT found guilty' : `guilty, ${found} lost or doubled`}`)
    if (found === 0) innocent.push(name)
  }
  console.log(JSON.stringify({ seed, naive: Object.keys(NAIVE_ROUNDS).length, innocent }))
  return innocent.length > 0 ? 1 : 0
}

function readOptions(): z.output<typeof optionsSchema> | string {
  try {
    const text = { type: 'string' } as const
    const { values } = parseArgs({
      options: {
        ...{ stations: text, bookings: text, minutes: text, rounds: text, seed: text, round: text, dialect: text },
        naive: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    })
    if (values.help) return USAGE
    const parsed = optionsSchema.safeParse(values)
    return parsed.success ? parsed.data : `${parsed.error.issues.map(({ message }) => message).join('\n')}\n\n${USAGE}`
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`
  }
}

// Asked to stop, it ends the round under way and says what it has; asked again, it goes at once.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (isStopping) process.exit(130)
    isStopping = true
  })
}

process.exitCode = await main()
