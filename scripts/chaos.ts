import { z } from 'zod'
import { programArguments } from '../src-node/program-arguments.ts'
import { responseVariantSchema } from '../src-sandbox/response-variants/variant.ts'
import { killDisks } from '../tests/world/processes/dead-disks.ts'
import { tableOf, trailOf } from '../tests/world/processes/report.ts'
import { runRound, type RoundReport } from '../tests/world/processes/round.ts'
import { planRounds } from '../tests/world/processes/rounds.ts'
import { mountSmallDisk } from '../tests/world/processes/small-disk.ts'
import { roundOption, seedOption, stopBySignal } from './command-line.ts'

const USAGE = `npm run chaos -- [--kills N] [--seed WORD] [--round N] [--variant NAME]

Kills a station again and again while it books through a network full of faults, damages its files between two lives, then
compares its ledger with the service.
  --kills N    how often in all (default 300)
  --seed WORD  decides which call meets what, when each station dies and what is done with it (default a new one)
  --round N    only this round of the run, as a violation names it
  --variant D  how the service writes its answers in every round, not another in each
Ends with 1 when a booking was lost, doubled or not accounted for, 2 when the command line is off.`

const KILLS_A_ROUND = 25
/** For so many kills a disk dies once. */
const KILLS_A_DISK = 10

const optionsSchema = z.object({
  kills: z.coerce
    .number('--kills must be a number')
    .int()
    .min(1, '--kills must be at least 1')
    .max(100_000)
    .default(300),
  seed: seedOption,
  variant: responseVariantSchema.optional(),
  round: roundOption,
})

const { flags: options } = programArguments(USAGE, optionsSchema)
const stop = stopBySignal()

async function main(): Promise<number> {
  const { kills, seed, round } = options
  const probe = mountSmallDisk()
  probe?.remove()
  console.log(
    `seed ${seed}, ${kills} kills${probe ? '' : '; no small disk can be mounted here: rounds on a full disk skipped'}`,
  )

  const reports: RoundReport[] = []
  for (const planned of planRounds(seed, kills, KILLS_A_ROUND, probe !== null)) {
    if (stop.isAsked) break
    if (round !== undefined && planned.seed !== `${seed}.${round}`) continue
    const disk = planned.kind.needsSmallDisk ? mountSmallDisk() : null
    try {
      const { kind, kills } = planned
      const { clerk, errands, mishaps } = kind
      const responseVariant = options.variant ?? planned.responseVariant
      const more = mishaps && { mishaps }
      const report = await runRound({ seed: planned.seed, kills, clerk, responseVariant, errands, disk, ...more })
      reports.push(report)
      notify(`${kind.name}, ${responseVariant}`, report)
    } finally {
      disk?.remove()
    }
  }
  console.log(['', ...tableOf(reports)].join('\n'))
  const disks = await killDisks(seed, Math.max(1, Math.round(kills / KILLS_A_DISK)))
  console.log(
    `\nrestored from the quarter's backup at ${disks.moments} random moments of ${disks.bookings} bookings: ${disks.lost} lost of before it (the oldest lost was ${disks.oldestLostMinutes} minutes old), ${disks.doubled} doubled`,
  )
  if (disks.lost + disks.doubled > 0) return 1
  return reports.some(({ violations }) => violations.length > 0) ? 1 : 0
}

function notify(name: string, { seed, kills, facts, violations, calls }: RoundReport): void {
  const { ledger, shipmentsInAll } = facts
  console.log(
    `round ${seed} ${name}: ${kills} kills, ${ledger.bookings.length} bookings, ${shipmentsInAll} shipments, ${violations.length} violations`,
  )
  for (const violation of violations) console.log(trailOf(violation, { audit: ledger }, calls).join('\n'))
}

process.exitCode = await main()
