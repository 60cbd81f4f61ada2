import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Invokes, RunningStation } from '../handle.ts'
import { ALREADY_PRINTED } from '../../../../src-shared/station/printing/label-question.ts'
import { answerOf } from '../../people/clerk.ts'
import { count, run, type Errand, type Stage } from '../errands.ts'
import { seenBookings } from '../../people/seen-booking.ts'
import { seeded, type Seeded } from '../../../support/seeded.ts'
import { somePlace, type Place, type Theatre } from './theatre.ts'

/** What people of a station do beside what those of one that is alone do. */
type SiteErrand = Errand | 'scan'

const ERRANDS: Readonly<Partial<Record<SiteErrand, number>>> = {
  submit: 58,
  'click twice': 8,
  'submit again': 6,
  decide: 14,
  cancel: 4,
  change: 5,
  look: 3,
  scan: 8,
  'fault inside the service': 1,
}
const MOST_CODES = 500

const stageOf = (theatre: Theatre, place: Place): Stage => ({
  ...{ clerk: place.clerk, desk: place.desk, changed: place.changed, disk: null },
  ...{ service: theatre.service, proxy: theatre.proxy, world: theatre.world, tally: theatre.tally },
})

/** The people of one station work, as long as there is work and the station lives. */
export async function workAt(theatre: Theatre, place: Place, meanPauseMs: number): Promise<void> {
  for (let nth = 1; !theatre.isOver; nth++) {
    const random = seeded(theatre.seed, place.name, 'errand', nth)
    await sleep(random.exponential(meanPauseMs))
    const station = place.running
    if (station === null) continue
    const errand = random.pick(ERRANDS)
    if (errand === 'decide') await decideAt(theatre, place, station, random)
    else if (errand === 'scan') await scanOwn(theatre, station, random)
    else await run(errand, stageOf(theatre, place), station, random)
  }
}

/** Answers whatever waits for a person at a station, as its clerk does. */
async function decideAt(theatre: Theatre, place: Place, station: Invokes, random: Seeded): Promise<void> {
  for (const booking of await seenBookings(station, 200, { states: ['NEEDS_DECISION'] })) {
    const answer = await answerOf(place.clerk, booking, theatre.service, random)
    if (answer === null) continue
    count(theatre.tally, `answer ${answer.answer}`)
    await station.invoke('bookings.answer', { bookingId: booking.bookingId, answer })
  }
}

/** The same at every station that runs. */
export async function decideEverywhere(theatre: Theatre, ...words: (string | number)[]): Promise<void> {
  await Promise.all(
    theatre.places.map(async (place) => {
      if (place.running === null) return
      await decideAt(theatre, place, place.running, seeded(theatre.seed, place.name, 'decide', ...words))
    }),
  )
}

const scannedSchema = z.looseObject({
  kind: z.string(),
  question: z.looseObject({ kind: z.string(), key: z.string() }).optional(),
})

/** A packer scans what was booked at this station lately. */
async function scanOwn(theatre: Theatre, station: RunningStation, random: Seeded): Promise<void> {
  const booked = await seenBookings(station, 20, { states: ['BOOKED'] })
  const booking = booked[random.below(Math.max(1, booked.length))]
  if (!booking) return
  theatre.codes.push(booking.reference)
  if (theatre.codes.length > MOST_CODES) theatre.codes.shift()
  await scan(theatre, station, booking.reference, random)
}

/** Scans, and says why where the station asks; half of the time the packer leaves it instead. */
async function scan(theatre: Theatre, station: Invokes, code: string, random: Seeded): Promise<void> {
  const despite: string[] = []
  for (let tries = 0; tries < 3; tries++) {
    const reason = tries === 0 ? {} : { reprintReason: 'it is not on the freight', despite }
    const answer = await station.invoke('pack.scan', { code, ...reason })
    if (!answer?.ok) return
    const { kind, question } = scannedSchema.parse(answer.value)
    count(theatre.tally, question ? `scan asks ${question.kind}` : `scan ${kind}`)
    if (question) despite.push(question.key)
    else if (kind === 'already-printed') despite.push(ALREADY_PRINTED)
    else return
    if (random.chance(0.5)) return
  }
}

/** Two packers at two stations scan one label at the same moment. */
export async function scanAtTwo(theatre: Theatre, random: Seeded): Promise<void> {
  const code = theatre.codes[random.below(Math.max(1, theatre.codes.length))]
  const pair = twoPlaces(theatre, random)
  if (code === undefined || pair === null) return
  count(theatre.tally, 'two scans of one label')
  await Promise.all(pair.map(({ running }) => scan(theatre, running, code, random)))
}

type RunningPlace = Place & { running: RunningStation }

/** Null: there are no two that run. */
function twoPlaces(theatre: Theatre, random: Seeded): [RunningPlace, RunningPlace] | null {
  const first = somePlace(theatre, random)
  const second = first && somePlace(theatre, random, [first])
  if (!first?.running || !second?.running) return null
  return [
    { ...first, running: first.running },
    { ...second, running: second.running },
  ]
}

/** Two clerks at two stations write one reference on two forms, and hand both in at the same moment. */
export async function bookAtTwo(theatre: Theatre, random: Seeded): Promise<void> {
  const pair = twoPlaces(theatre, random)
  if (pair === null) return
  const reference = `PO-${theatre.seed}-two-${random.below(1e9)}`
  const taken = await Promise.all(pair.map(({ desk, running }) => desk.submitAs(running, reference)))
  if (taken.every(Boolean)) count(theatre.tally, 'two desks with one reference')
}

const daySchema = z.object({
  carriers: z.array(z.object({ carrier: z.string(), rows: z.array(z.object({ shipmentId: z.string() })) })),
})
const pickupSchema = z.array(z.object({ pickupDate: z.string() })).min(1)

/** Two clerks at two stations close one day at the same moment. */
export async function closeAtTwo(theatre: Theatre, random: Seeded): Promise<void> {
  const pair = twoPlaces(theatre, random)
  if (pair === null) return
  const booked = await pair[0].running.invoke('bookings.list', { states: ['BOOKED'], limit: 1 })
  const day = booked?.ok ? pickupSchema.safeParse(booked.value).data?.[0]?.pickupDate : undefined
  if (day === undefined) return
  count(theatre.tally, 'two closings of one day')
  await Promise.all(
    pair.map(async ({ running: station }, which) => {
      const shown = await station.invoke('endofday.get', { day })
      if (!shown?.ok) return
      const carriers = daySchema
        .parse(shown.value)
        .carriers.filter(({ rows }) => rows.length > 0)
        .map(({ carrier, rows }) => ({ carrier, shipmentIds: rows.map(({ shipmentId }) => shipmentId) }))
      if (carriers.length === 0) return
      const submissionId = `closing-${random.below(1e9)}-${which}`
      const closed = await station.invoke('endofday.close', { submissionId, day, carriers })
      count(theatre.tally, closed?.ok ? 'a day closed' : 'a closing refused')
    }),
  )
}
