import { z } from 'zod'
import type { SqliteDatabase } from '../../../src-main/store/database.ts'
import { BATCH_TRANSITIONS } from '../../../src-shared/machine/batch.ts'
import { BOOKING_TRANSITIONS } from '../../../src-shared/machine/booking.ts'
import { CHANGE_TRANSITIONS } from '../../../src-shared/machine/change.ts'
import { PRINT_JOB_TRANSITIONS } from '../../../src-shared/machine/print-job.ts'

type Machine = Readonly<Record<string, readonly string[]>>

/** By the word of the audit. */
const MACHINES = new Map<string, Machine>([
  ['booking', BOOKING_TRANSITIONS],
  ['change', CHANGE_TRANSITIONS],
  ['print_job', PRINT_JOB_TRANSITIONS],
  ['batch', BATCH_TRANSITIONS],
])

/** How a thing begins. */
const BEGINS = new Map([
  ['submitted', 'QUEUED'],
  ['requested', 'QUEUED'],
])
const rowSchema = z.object({ at: z.string(), subject_kind: z.string(), subject_id: z.string(), action: z.string() })

/** One step of one thing; `from` is null at its beginning. */
interface Step {
  at: string
  kind: string
  id: string
  from: string | null
  to: string
}

/** Every step of every machine, as the audit tells. */
export function* stepsOf(ledger: SqliteDatabase): Generator<Step> {
  const last = new Map<string, string>()
  const rows = ledger.prepare('SELECT at, subject_kind, subject_id, action FROM audit ORDER BY id').all()
  for (const { at, subject_kind: kind, subject_id: id, action } of z.array(rowSchema).parse(rows)) {
    const to = BEGINS.get(action) ?? action.toUpperCase()
    if (MACHINES.get(kind)?.[to] === undefined) continue
    yield { at, kind, id, from: last.get(`${kind} ${id}`) ?? null, to }
    last.set(`${kind} ${id}`, to)
  }
}

/** How often each step was taken: "booking QUEUED -> SENDING". */
export function countSteps(ledger: SqliteDatabase): Map<string, number> {
  const steps = new Map<string, number>()
  for (const { kind, from, to } of stepsOf(ledger)) {
    if (from === null) continue
    const step = stepOf(kind, from, to)
    steps.set(step, (steps.get(step) ?? 0) + 1)
  }
  return steps
}

/** Steps that a machine allows and that none of these worlds took. */
export const stepsNeverTaken = (taken: ReadonlySet<string>): string[] =>
  [...MACHINES].flatMap(([kind, machine]) =>
    Object.entries(machine)
      .flatMap(([from, tos]) => tos.map((to) => stepOf(kind, from, to)))
      .filter((step) => !taken.has(step)),
  )

const stepOf = (kind: string, from: string, to: string): string => `${kind} ${from} -> ${to}`
