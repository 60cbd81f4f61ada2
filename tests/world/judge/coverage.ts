import { z } from 'zod'
import type { SqliteDatabase } from '../../../src-main/kernel/sqlite/database.ts'
import { BATCH_TRANSITIONS } from '../../../src-shared/machine/batch.ts'
import { BOOKING_TRANSITIONS } from '../../../src-shared/machine/booking.ts'
import { CHANGE_TRANSITIONS, WAITING_CHANGE_TRANSITIONS } from '../../../src-shared/machine/change.ts'
import { UPLOAD_TRANSITIONS } from '../../../src-shared/machine/upload.ts'
import { PRINT_JOB_TRANSITIONS } from '../../../src-shared/machine/print-job.ts'

type Machine = Readonly<Record<string, readonly string[]>>

/** One that waits for its booking goes other ways, from the same state. */
const CHANGE: Machine = {
  ...CHANGE_TRANSITIONS,
  QUEUED: [...new Set([...CHANGE_TRANSITIONS.QUEUED, ...WAITING_CHANGE_TRANSITIONS])],
}

/** By the word of the audit. */
const MACHINES = new Map<string, Machine>([
  ['booking', BOOKING_TRANSITIONS],
  ['change', CHANGE],
  ['print_job', PRINT_JOB_TRANSITIONS],
  ['batch', BATCH_TRANSITIONS],
  ['hand_over', UPLOAD_TRANSITIONS],
])

/** How a thing begins. */
const BEGINS = new Map([
  ['submitted', 'QUEUED'],
  ['requested', 'QUEUED'],
  ['begun', 'RECEIVING'],
])
/** Steps that are called by another name than the state to which they lead. */
const NAMES = new Map([['requoted', 'QUEUED']])
const rowSchema = z.object({
  subject_kind: z.string(),
  subject_id: z.string(),
  action: z.string(),
  was: z.string().nullable(),
})

/** One step of one thing; `from` is null at its beginning. */
interface Step {
  kind: string
  id: string
  from: string | null
  to: string
}

/** Every step of every machine, as the audit tells. */
export function* stepsOf(ledger: SqliteDatabase): Generator<Step> {
  const last = new Map<string, string>()
  const rows = ledger
    .prepare(`SELECT subject_kind, subject_id, action, detail ->> '$.from' AS was FROM audit ORDER BY id`)
    .all()
  for (const { subject_kind: kind, subject_id: id, action, was } of z.array(rowSchema).parse(rows)) {
    const to = BEGINS.get(action) ?? NAMES.get(action) ?? action.toUpperCase()
    const machine = MACHINES.get(kind)
    if (machine?.[to] === undefined) continue
    // What a restore did to a row may be told in other words: where a step began it says itself.
    const from = was !== null && was in machine ? was : (last.get(`${kind} ${id}`) ?? null)
    yield { kind, id, from, to }
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
