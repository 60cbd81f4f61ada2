import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { BookingState } from '../../../src-shared/machine/booking.ts'
import type { FaultProxy } from '../../support/fault-proxy.ts'
import type { Seeded } from '../../support/seeded.ts'
import { answerOf, type ClerkKind } from '../people/clerk.ts'
import type { Desk } from '../people/desk.ts'
import { seenBookings } from '../people/seen-booking.ts'
import type { ServiceHandle } from './service-handle.ts'
import type { SmallDisk } from './small-disk.ts'
import type { RunningStation } from './handle.ts'
import type { WorldClock } from './world-clock.ts'

/** Everything a round has at hand. */
export interface Stage {
  clerk: ClerkKind
  service: ServiceHandle
  proxy: FaultProxy
  world: WorldClock
  desk: Desk
  disk: SmallDisk | null
  /** Bookings that a change was asked of. */
  changed: Set<string>
  /** How often each thing was done or happened, by name. */
  tally: Map<string, number>
}

/** What the driver does while a station lives. */
export type Errand =
  | 'submit'
  | 'click twice'
  | 'submit again'
  | 'cancel'
  | 'change'
  | 'wait'
  | 'decide'
  | 'look'
  | 'fill the disk'
  | 'free the disk'
  | 'set the station clock'
  | 'jump the service clock'
  | 'fault inside the service'
  | 'back up'
  | 'plan a restore'
  | 'submit what was lost'

export const ORDINARY: Readonly<Partial<Record<Errand, number>>> = {
  submit: 50,
  'click twice': 10,
  'submit again': 6,
  cancel: 7,
  change: 9,
  wait: 20,
  decide: 18,
  look: 4,
  'fault inside the service': 3,
}

const MINUTE_MS = 60_000
const CHANGEABLE: readonly BookingState[] = ['QUEUED', 'SENDING', 'UNKNOWN', 'NEEDS_DECISION', 'BOOKED']

export function count(tally: Map<string, number>, name: string, more = 1): void {
  tally.set(name, (tally.get(name) ?? 0) + more)
}

/** Does one errand. Ends when the station has answered, or died. */
export async function run(errand: Errand, stage: Stage, station: RunningStation, random: Seeded): Promise<void> {
  const { desk, disk, world, service, tally } = stage
  count(tally, errand)
  switch (errand) {
    case 'submit':
      return desk.submit(station, 1)
    case 'click twice':
      return desk.submit(station, 2)
    case 'submit again':
      return desk.submitAgain(station)
    case 'cancel':
      return cancelOne(station, random)
    case 'change':
      return changeOne(stage, station, random)
    case 'wait':
      return wait(stage, station, 1000 * (1 + random.below(40)))
    case 'decide':
      return decide(stage, station, random)
    case 'look':
      return lookForOne(station, random)
    case 'fill the disk':
      disk?.fill()
      return
    case 'free the disk':
      disk?.free()
      return
    case 'back up':
      await station.invoke('maintenance.backUp', {})
      return
    case 'plan a restore':
      return planRestore(station, random)
    case 'submit what was lost':
      return desk.submitLost(station, new Set((await seenBookings(station)).map(({ bookingId }) => bookingId)))
    case 'set the station clock': {
      const before = world.skewMs
      world.skewMs = random.chance(0.3) ? 0 : (random.below(181) - 90) * MINUTE_MS
      station.jump(world.skewMs - before)
      return
    }
    case 'jump the service clock':
      return service.jump(random.below(40) * MINUTE_MS)
    case 'fault inside the service':
      return service.fault({
        method: 'POST',
        path: '/book',
        fault: { kind: 'drop', when: random.chance(0.5) ? 'after' : 'before' },
      })
  }
}

/** Lets time pass for station and service, once no booking is between them: nothing takes longer because time runs fast. */
export async function wait({ world, service, proxy }: Stage, station: RunningStation, ms: number): Promise<void> {
  while (proxy.isBooking()) await sleep(5)
  world.pass(ms)
  await service.jump(ms)
  station.pass(ms)
}

/** Answers whatever waits for a person, as this clerk does; settings that came back with a backup are looked at and confirmed. */
export async function decide(stage: Stage, station: RunningStation, random: Seeded): Promise<void> {
  await station.invoke('station.confirmRestored', {})
  for (const booking of await seenBookings(station)) {
    if (booking.state !== 'NEEDS_DECISION') continue
    while (stage.proxy.isBooking()) await sleep(5)
    const answer = await answerOf(stage.clerk, booking, stage.service, random)
    if (answer === null) continue
    count(stage.tally, `answer ${answer.answer}`)
    await station.invoke('bookings.answer', { bookingId: booking.bookingId, answer })
  }
}

const backupsSchema = z.object({ backups: z.array(z.object({ name: z.string() })) })

/** A supervisor goes back to any of the backups, sound or not, with the next start. */
async function planRestore(station: RunningStation, random: Seeded): Promise<void> {
  const state = await station.invoke('maintenance.state', {})
  if (!state?.ok) return
  const { backups } = backupsSchema.parse(state.value)
  const chosen = backups[random.below(Math.max(1, backups.length))]
  if (chosen) await station.invoke('maintenance.planRestore', { name: chosen.name })
}

async function cancelOne(station: RunningStation, random: Seeded): Promise<void> {
  const queued = (await seenBookings(station)).filter(({ state }) => state === 'QUEUED')
  const booking = queued[random.below(Math.max(1, queued.length))]
  if (booking) await station.invoke('bookings.cancel', { bookingId: booking.bookingId })
}

/** Asks for a change of any booking that has a way to go or has gone it: most often that it be cancelled after all. */
async function changeOne({ tally, changed }: Stage, station: RunningStation, random: Seeded): Promise<void> {
  const open = (await seenBookings(station)).filter(({ state }) => CHANGEABLE.includes(state))
  const booking = open[random.below(Math.max(1, open.length))]
  if (!booking) return
  const change = random.chance(0.6)
    ? { kind: 'cancel', reason: 'ordered by mistake', refundRequested: random.chance(0.5) }
    : { kind: 'update', instructions: `Dock ${1 + random.below(40)}` }
  count(tally, `asked to ${change.kind}`)
  changed.add(booking.bookingId)
  const submissionId = `change-${booking.bookingId}-${random.below(1e9)}`.slice(-64)
  const input = { submissionId, bookingId: booking.bookingId, change }
  // Impatient clicks: the same form is one change.
  await Promise.all(
    Array.from({ length: random.chance(0.2) ? 2 : 1 }, () => station.invoke('bookings.requestChange', input)),
  )
}

async function lookForOne(station: RunningStation, random: Seeded): Promise<void> {
  const unknown = (await seenBookings(station)).filter(({ state }) => state === 'UNKNOWN')
  const booking = unknown[random.below(Math.max(1, unknown.length))]
  if (booking) await station.invoke('bookings.check', { bookingId: booking.bookingId })
}
