import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { programArguments } from '../src-node/program-arguments.ts'
import { RESPONSE_VARIANTS, responseVariantSchema } from '../src-sandbox/response-variants/variant.ts'
import { aTemplate } from '../tests/world/processes/site/a-template.ts'
import { FULL_MAYHEM } from '../tests/world/processes/site/plans.ts'
import { figuresOf, tableOfSite } from '../tests/world/processes/site/site-report.ts'
import { runSiteRound, trailOfSite, type SiteRoundReport } from '../tests/world/processes/site/round.ts'
import { roundOption, seedOption, stopBySignal } from './command-line.ts'

const USAGE = `npm run chaos:site -- [--stations N] [--bookings N] [--minutes N] [--seed WORD] [--round N] [--variant NAME]

Stations of one site book through two processes of it on a real PostgreSQL with a standby. Stations, senders and the database
are killed, senders are frozen beyond their guard, one station sends in an emergency while no process of the site runs,
networks are cut, clocks set, the database fails over with lost commits; then what the site, its stations and the service say is compared.
  --stations N  how many stations, each a process of its own (default 12)
  --bookings N  how many forms in all (default 1000)
  --minutes N   how long faults go on at most, in all (default 10)
  --seed WORD   decides which call meets what, and who suffers what (default a new one)
  --round N     only this round of the run, as a violation names it
  --rounds N    over how many rounds it is shared out, each with another response variant of the service (default 3)
  --variant D   how the service writes its answers in every round, not another in each
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
  seed: seedOption,
  round: roundOption,
  variant: responseVariantSchema.optional(),
})

/** Of what people do one in so many hands in a new form: these are spread over the whole time. */
const FORMS_OF_ERRANDS = 0.55

const { flags: options } = programArguments(USAGE, optionsSchema)

// Every process of a round reads the same code: it is compiled once.
const compiled = mkdtempSync(join(tmpdir(), 'waybill-compiled-'))
process.env['NODE_COMPILE_CACHE'] = compiled
process.once('exit', () => rmSync(compiled, { recursive: true, force: true }))

const stop = stopBySignal()

async function main(): Promise<number> {
  const { seed, stations, rounds, bookings, minutes } = options
  const template = await aTemplate()
  const reports: SiteRoundReport[] = []
  try {
    console.log(`seed ${seed}, ${stations} stations, ${bookings} bookings or ${minutes} minutes in ${rounds} rounds`)
    for (let nth = 1; nth <= rounds && !stop.isAsked; nth++) {
      if (options.round !== undefined && nth !== options.round) continue
      const responseVariant =
        options.variant ?? RESPONSE_VARIANTS[(nth - 1) % (RESPONSE_VARIANTS.length + 1)] ?? `mix:${seed}.${nth}`
      const report = await runSiteRound({
        ...{ seed: `${seed}.${nth}`, template: template.folder, stations, responseVariant },
        mayhem: FULL_MAYHEM,
        bookings: Math.ceil(bookings / rounds),
        forMs: (minutes * 60_000) / rounds,
        meanPauseMs: Math.max(60, (FORMS_OF_ERRANDS * stations * minutes * 60_000) / bookings),
        onProgress: (line) => console.log(`  ${line}`),
      })
      reports.push(report)
      console.log(
        `round ${report.seed}, ${responseVariant}: ${report.seconds} s, ${report.facts.site.bookings.length} bookings, ${report.facts.shipmentsInAll} shipments, ${report.violations.length} violations`,
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

process.exitCode = await main()
