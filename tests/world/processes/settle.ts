import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { z } from 'zod'
import { CHANGE_STATES } from '../../../src-shared/machine/change.ts'
import { overdueRows } from '../../support/overdue.ts'
import type { Seeded } from '../../support/seeded.ts'
import { decide, wait, type Stage } from './errands.ts'
import { seenBookings } from '../people/seen-booking.ts'
import type { RunningStation } from './handle.ts'

const changesSchema = z.array(z.object({ state: z.enum(CHANGE_STATES), updatedAt: z.string() }))
const OPEN = ['QUEUED', 'SENDING', 'UNKNOWN']
const STEP_MS = 20_000
/** Time does not help when so many steps change nothing. */
const STEPS_IN_VAIN = 40
/** More than any round takes; a clerk and a station that go round in circles end here. */
const STEPS = 600
const PAUSE_MS = 60
/** What waits for its next try by the clock may wait on: peace will send it. */
const LOOKS_FOR_SENT = 20

/**
 * Gives everything time and peace: no faults, the disk free, the clocks right. Ends when no booking is open and the clerk has
 * answered every question at least once, or when time does not help.
 */
export async function settle(stage: Stage, station: RunningStation, random: Seeded): Promise<void> {
  const { proxy, disk, world, service } = stage
  proxy.calm()
  disk?.free()
  await service.clearFaults()
  station.jump(-world.skewMs)
  world.skewMs = 0
  let quietSteps = 0
  let stepsInVain = 0
  let before = ''
  for (let step = 0; step < STEPS && quietSteps < 2 && stepsInVain < STEPS_IN_VAIN; step++) {
    await wait(stage, station, STEP_MS)
    await sleep(PAUSE_MS)
    await decide(stage, station, random)
    const bookings = await seenBookings(station)
    const open: { state: string; updatedAt: string }[] = bookings.filter(({ state }) => OPEN.includes(state))
    const waiting = new Set(
      bookings.filter(({ state }) => state === 'NEEDS_DECISION').map(({ bookingId }) => bookingId),
    )
    open.push(...(await openChanges(stage, station, waiting)))
    const now = open.map(({ state, updatedAt }) => `${state} ${updatedAt}`).join()
    quietSteps = open.length > 0 ? 0 : quietSteps + 1
    stepsInVain = now === before ? stepsInVain + 1 : 0
    before = now
  }
}

/** Changes that still have a way to go; of a booking that waits for a person they wait, too. */
async function openChanges(
  { changed }: Stage,
  station: RunningStation,
  waiting: ReadonlySet<string>,
): Promise<z.output<typeof changesSchema>> {
  const open: z.output<typeof changesSchema> = []
  for (const bookingId of changed) {
    if (waiting.has(bookingId)) continue
    const result = await station.invoke('bookings.changes', { bookingId })
    if (result?.ok) open.push(...changesSchema.parse(result.value).filter(({ state }) => OPEN.includes(state)))
  }
  return open
}

/** Longer than any work waits for its next try. */
const WATCHED_MINUTES = 16
/** What is in hand at the end has so long, by the machine's clock. */
const LAST_CALL_MS = 1_000

/** Time passes and nobody does anything. */
export async function keepPeace(stage: Stage, station: RunningStation): Promise<void> {
  for (let minute = 0; minute < WATCHED_MINUTES; minute++) {
    await wait(stage, station, 60_000)
    await sleep(PAUSE_MS)
  }
  await sleep(LAST_CALL_MS)
}

/** How many rows of a closed ledger are due and were not moved. */
export function countStandingStill(dataDir: string, now: Date): number {
  const ledger = new Database(join(dataDir, 'ledger.db'), { readonly: true })
  try {
    return overdueRows(ledger, now).length
  } finally {
    ledger.close()
  }
}

/** Lets what was handed in last meet its fault before there is peace. */
export async function untilSent(station: RunningStation): Promise<void> {
  for (let look = 0; look < LOOKS_FOR_SENT; look++) {
    const [newest] = await seenBookings(station, 1)
    if (newest?.state !== 'QUEUED' && newest?.state !== 'SENDING') return
    await sleep(PAUSE_MS)
  }
}

/** A last look at whatever still asks for a person: what is at the service must be found by it. */
export async function lookOnceMore(station: RunningStation): Promise<void> {
  for (const { bookingId, state, question } of await seenBookings(station)) {
    if (state !== 'NEEDS_DECISION' || question?.kind !== 'not-found') continue
    await station.invoke('bookings.answer', { bookingId, answer: { answer: 'check-again' } })
  }
}
