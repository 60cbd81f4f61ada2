import { monotonic, nextTurn, sleep } from '../../../src-node/runtime/wait.ts'
import {
  RETAINED_KINDS,
  type RetentionRules,
  type RetainedKind,
  type Removal,
  type Removed,
} from '../../../src-shared/station/app/retention.ts'
import { StationError } from '../../../src-shared/station/error.ts'
import { addDays, dayAt, dayBegins } from '../../../src-shared/station/day.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Actor } from '../audit/audit.rows.ts'
import type { RemovalRounds } from './rounds.rows.ts'
import type { Slice, Sweep } from '../../kernel/sqlite/slice.ts'

/** Between these hours by the station's clock no one works. */
const NIGHT = { from: 1, until: 5 }
/** A station that is never open at night deletes by day, a while after it opened. */
const LATEST_MS = 36 * 60 * 60 * 1000
const SETTLED_MS = 10 * 60 * 1000
/**
 * A night's round that is further off than this: the clock may be wrong, and what is deleted by a wrong clock is
 * lost.
 */
const MOST_BETWEEN_MS = 60 * 24 * 60 * 60 * 1000
/** Between two slices by the clock. */
export const PAUSE_MS = 20

/**
 * Is a round due? Once a night; where nothing runs at night, by day.
 * @param lastAt when the last round ended, ISO 8601; null: none ever did
 * @param openForMs how long this process has been open
 */
export function isRoundDue(now: Date, lastAt: string | null, openForMs: number): boolean {
  const isNight = now.getHours() >= NIGHT.from && now.getHours() < NIGHT.until
  if (isNight) return lastAt === null || dayAt(new Date(lastAt)) !== dayAt(now)
  const isLate = lastAt === null || Math.abs(now.getTime() - Date.parse(lastAt)) >= LATEST_MS
  return isLate && openForMs >= SETTLED_MS
}

/** From the beginning of a day, so that a look at noon and the round at night speak of the same. */
export const daysBefore = (now: Date, days: number): Date => dayBegins(addDays(dayAt(now), -days))

export interface RetentionOptions {
  sweeps: Record<RetainedKind, (sweep: Sweep) => AsyncIterable<Slice>>
  rounds: RemovalRounds
  rules: () => Promise<RetentionRules>
  clock: Clock
  /** Shows a notice, once; removes it again. */
  report: (error: unknown) => void
  withdraw: (code: string) => Promise<void>
  /** Asked after each slice: a round ends when the station closes. */
  closing: Pick<AbortSignal, 'aborted'>
}

export type Retention = ReturnType<typeof createRetention>

/**
 * Deletes what is older than the retention that a person chose: at night by the station's clock, or at once on
 * request. It goes in slices of one short transaction each; a round that is stopped, or killed, starts over with what
 * is left.
 */
export function createRetention({ sweeps, rounds, rules, clock, report, withdraw, closing }: RetentionOptions) {
  const openedAt = monotonic()
  let running: Promise<Removal> | null = null
  let reportedOn: string | null = null

  const beforeOf = (days: number): Date => daysBefore(clock.now(), days)

  async function* slices(asked: RetentionRules, isDry: boolean, pauseMs: number): AsyncGenerator<Removed> {
    for (const kind of RETAINED_KINDS) {
      for await (const slice of sweeps[kind]({ before: beforeOf(asked[kind]), isDry })) {
        yield { kind, ...slice }
        if (closing.aborted) return
        await (pauseMs > 0 ? sleep(pauseMs, { isBackground: true }) : nextTurn())
      }
    }
  }

  async function walk(asked: RetentionRules, isDry: boolean, pauseMs: number): Promise<Removed[]> {
    const sums = new Map(RETAINED_KINDS.map((kind): [RetainedKind, Removed] => [kind, { kind, count: 0, bytes: 0 }]))
    for await (const { kind, count, bytes } of slices(asked, isDry, pauseMs)) {
      const sum = sums.get(kind)
      if (sum) Object.assign(sum, { count: sum.count + count, bytes: sum.bytes + bytes })
    }
    return [...sums.values()]
  }

  async function isAnyDue(asked: RetentionRules, pauseMs: number): Promise<boolean> {
    for await (const { count } of slices(asked, true, pauseMs)) if (count > 0) return true
    return false
  }

  async function round(actor: Actor, pauseMs: number): Promise<Removal> {
    const asked = await rules()
    // Checked first, so that the audit log records the start before a row is gone, and is silent when nothing is due.
    const isDue = await isAnyDue(asked, pauseMs)
    if (isDue) await rounds.begun(actor, asked)
    const removed = isDue
      ? await walk(asked, false, pauseMs)
      : RETAINED_KINDS.map((kind) => ({ kind, count: 0, bytes: 0 }))
    if (!closing.aborted) await rounds.ended(actor, asked, removed)
    return { rules: asked, removed, lastRoundAt: await rounds.lastAt() }
  }

  function run(actor: Actor, pauseMs: number): Promise<Removal> {
    running ??= round(actor, pauseMs).finally(() => (running = null))
    return running
  }

  return {
    /** What would go by these rules, or by those in force, and how much that gives. Nothing is removed. */
    look: async (wanted?: RetentionRules): Promise<Removal> => {
      const asked = wanted ?? (await rules())
      return { rules: asked, removed: await walk(asked, true, 0), lastRoundAt: await rounds.lastAt() }
    },

    /** A person asked for it. One that runs is waited for. */
    letGo: async (): Promise<Removal> => {
      const removal = await run('operator', 0)
      await withdraw(FAR_AHEAD)
      return removal
    },

    /** Called by the clock. Resolves when the round that was due has ended, or none was. */
    tick: async (): Promise<void> => {
      if (running !== null || closing.aborted) return
      const now = clock.now()
      const lastAt = await rounds.lastAt()
      if (!isRoundDue(now, lastAt, monotonic() - openedAt)) return
      if (lastAt === null || now.getTime() - Date.parse(lastAt) <= MOST_BETWEEN_MS) await run('station', PAUSE_MS)
      else if (reportedOn !== dayAt(now)) {
        reportedOn = dayAt(now)
        report(farAhead(lastAt, now))
      }
    },
  }
}

const FAR_AHEAD = 'CLOCK_FAR_AHEAD'
function farAhead(lastAt: string, now: Date): StationError {
  return new StationError({
    code: FAR_AHEAD,
    message: `Nothing expired since ${lastAt.slice(0, 10)}, and this computer's clock says ${dayAt(now)}. If that date is right, delete expired records in Settings > Data and backups, or with "waybill call maintenance.letGo"; until then nothing is deleted automatically.`,
    details: { lastAt, now: now.toISOString().slice(0, 10) },
  })
}
