import { z } from 'zod'
import { CHANGE_STATES } from '../../../src-shared/machine/change.ts'
import { PRINT_JOB_STATES } from '../../../src-shared/station/printing/printing.ts'
import { addDays } from '../../../src-shared/station/day.ts'
import type { Shipment } from '../../../src-shared/station/tracking/shipment.ts'
import {
  countPiece,
  pieceCountFor,
  distinguishesPieces,
  withCodes,
} from '../../../src-renderer/screens/pack/pieces/piece-count.ts'
import { answerOf } from '../people/clerk.ts'
import { seenBookings } from '../people/seen-booking.ts'
import type { Invokes } from '../processes/handle.ts'
import type { Seeded } from '../../support/seeded.ts'
import { anyCommand } from './any-command.ts'
import { changeBatch, runBatch } from './batches.ts'
import type { Act } from './plan.ts'
import {
  answerOrder,
  approveLate,
  atTwoDesks,
  bookOrder,
  roleEnds,
  scanOrder,
  sendBack,
  weigh,
} from './systems/acts.ts'
import { unshown } from '../judge/shown.ts'
import type { Workplace } from './workplace.ts'

const CHANGEABLE = ['QUEUED', 'SENDING', 'UNKNOWN', 'NEEDS_DECISION', 'BOOKED']
const jobsSchema = z.array(
  z.object({
    jobId: z.string(),
    state: z.enum(PRINT_JOB_STATES),
    shipmentId: z.string().nullable(),
    title: z.string(),
    question: z.unknown().optional(),
  }),
)
const pageSchema = z.object({ rows: z.array(z.custom<Shipment>()) })
const codesSchema = z.object({ codes: z.array(z.string()) })
const scanSchema = z.looseObject({ kind: z.string() })
const changesSchema = z.array(z.object({ changeId: z.string(), state: z.enum(CHANGE_STATES) }))

/** Acts of people, each through the command table alone. Ends when the station has answered, or died. */
export const PEOPLE: Partial<Record<Act, (at: Workplace, random: Seeded) => Promise<void>>> = {
  submit: ({ desk, station }) => desk.submit(station, 1),
  'submit twice': ({ desk, station }) => desk.submit(station, 2),
  'submit again': ({ desk, station }) => desk.submitAgain(station),
  decide,
  change: changeOne,
  cancel: async ({ station }, random) => {
    const booking = await one(station, random, ['QUEUED'])
    if (booking) await station.invoke('bookings.cancel', { bookingId: booking.bookingId })
  },
  hold: async ({ station, today }, random) => {
    const booking = await one(station, random, ['QUEUED'])
    const holdUntil = random.chance(0.4) ? null : addDays(today(), 1 + random.below(2))
    if (booking) await station.invoke('bookings.hold', { bookingId: booking.bookingId, holdUntil })
  },
  check: async ({ station }, random) => {
    const booking = await one(station, random, ['UNKNOWN', 'NEEDS_DECISION'])
    if (booking) await station.invoke('bookings.check', { bookingId: booking.bookingId })
  },
  scan: async ({ station }, random) => {
    const booking = await one(station, random, ['BOOKED', 'BOOKED', 'QUEUED', 'CANCELLED'])
    if (booking) await scan(station, booking.reference, random)
  },
  'scan twice': async ({ station }, random) => {
    const booking = await one(station, random, ['BOOKED'])
    if (!booking) return
    const input = { code: booking.reference }
    await Promise.all([station.invoke('pack.scan', input), station.invoke('pack.scan', input)])
  },
  'scan unknown': async ({ station }, random) => {
    await station.invoke('pack.scan', { code: random.chance(0.5) ? `NOPE-${random.below(99)}` : '*' })
  },
  'count pieces': countPieces,
  'answer prints': answerPrints,
  'tidy prints': tidyPrints,
  'print list': async ({ station }) => {
    const codes = (await seenBookings(station, 12)).map(({ reference }) => reference).filter((code) => code !== '')
    if (codes.length > 0) await station.invoke('printLists.add', { codes })
  },
  look: async ({ station }) => {
    for (const [name, input] of LOOKS) await station.invoke(name, input)
  },
  batch: runBatch,
  'change batch': changeBatch,
  'close day': async ({ station, today }) => {
    await station.invoke('endofday.get', { day: today() })
  },
  'any command': ({ station }, random) => anyCommand(station, random),
  'two desks': atTwoDesks,
  'send back': sendBack,
  'book order': bookOrder,
  'scan order': scanOrder,
  'answer order': answerOrder,
  'approve late': approveLate,
  'role ends': roleEnds,
  weigh,
}

const LOOKS = [
  ['bookings.list', { limit: 100 }],
  ['bookings.counts', {}],
  ['shipments.search', {}],
  ['shipments.tiles', {}],
  ['jobs.list', { limit: 50 }],
  ['audit.list', { limit: 50 }],
  ['station.state', {}],
] as const

/** Answers whatever waits for a person, as this clerk does. */
async function decide({ station, service, clerk, unshown: report }: Workplace, random: Seeded): Promise<void> {
  await station.invoke('station.confirmRestored', {})
  const bookings = await seenBookings(station)
  const held = new Set(bookings.map(({ shipmentId }) => shipmentId))
  for (const booking of bookings) {
    if (booking.state !== 'NEEDS_DECISION' || !service.isUp) continue
    const violation = unshown(booking, await service.shipments(booking.reference), held)
    if (violation) report(violation)
    const answer = await answerOf(clerk, booking, { shipmentsOf: (reference) => service.shipments(reference) }, random)
    if (answer) await station.invoke('bookings.answer', { bookingId: booking.bookingId, answer })
  }
}

async function changeOne({ station }: Workplace, random: Seeded): Promise<void> {
  const booking = await one(station, random, CHANGEABLE)
  if (!booking) return
  const { bookingId } = booking
  const change = random.chance(0.5)
    ? { kind: 'cancel', reason: 'ordered by mistake', refundRequested: random.chance(0.5) }
    : { kind: 'update', instructions: `Dock ${1 + random.below(40)}` }
  const submissionId = `change-${bookingId}-${random.below(1e9)}`.slice(-64)
  const input = { submissionId, bookingId, change }
  const clicks = random.chance(0.2) ? 2 : 1
  await Promise.all(Array.from({ length: clicks }, () => station.invoke('bookings.requestChange', input)))
  if (!random.chance(0.1)) return
  const changes = await station.invoke('bookings.changes', { bookingId })
  const queued = changes?.ok ? changesSchema.parse(changes.value).find(({ state }) => state === 'QUEUED') : undefined
  if (queued) await station.invoke('bookings.dropChange', { changeId: queued.changeId })
}

/** A packer scans each piece's label after it was stuck on, some of them twice: as the screen counts, by what the station says. */
async function countPieces({ station, counted }: Workplace, random: Seeded): Promise<void> {
  const listed = await station.invoke('shipments.search', {})
  if (!listed?.ok) return
  const several = pageSchema
    .parse(listed.value)
    .rows.filter(({ pieces }) => pieces !== null && pieces > 1 && pieces < 7)
  const shipment = several[random.below(Math.max(1, several.length))]
  if (!shipment) return
  const reported = await station.invoke('labels.pieceCodes', { shipmentId: shipment.shipmentId })
  const begun = pieceCountFor(shipment)
  if (!reported?.ok || !begun) return
  const { codes } = codesSchema.parse(reported.value)
  let count = withCodes(begun, codes)
  if (!distinguishesPieces(count)) return
  const scans = Array.from({ length: codes.length + 1 }, () => codes[random.below(codes.length)] ?? '')
  for (const [nth, code] of scans.entries()) count = countPiece(count, code, 10_000 * (nth + 1))
  if (count.scanned > new Set(scans).size)
    counted(`${shipment.shipmentId}: ${count.scanned} pieces counted of ${new Set(scans).size} labels`)
}

async function scan(station: Invokes, code: string, random: Seeded): Promise<void> {
  const answer = await station.invoke('pack.scan', { code })
  if (!answer?.ok || scanSchema.parse(answer.value).kind !== 'already-printed' || !random.chance(0.3)) return
  await station.invoke('pack.scan', { code, reprintReason: 'The label was damaged' })
}

/** A packer looks whether the label lies there: one that is careless says whatever. */
async function answerPrints({ station, service, printer, clerk }: Workplace, random: Seeded): Promise<void> {
  const listed = await station.invoke('jobs.list', { limit: 50 })
  if (!listed?.ok) return
  for (const { jobId, state, shipmentId, question } of jobsSchema.parse(listed.value)) {
    if (state === 'UNKNOWN') {
      const isThere = shipmentId === null || printer.labelsOf(await service.trackingNumberOf(shipmentId)) > 0
      const isSaid = clerk === 'careful' ? isThere : random.chance(0.5)
      await station.invoke('jobs.answer', { jobId, answer: isSaid ? 'printed' : 'print-again' })
    } else if (state === 'FAILED' && random.chance(0.5)) await station.invoke('jobs.retry', { jobId })
    else if (state === 'QUEUED' && question != null) {
      await station.invoke('jobs.answer', { jobId, answer: random.chance(0.7) ? 'print-now' : 'cancel' })
    }
  }
}

/** A packer looks for labels that nothing has proved yet, and gives up what waits for a printer. */
async function tidyPrints({ station, service, printer }: Workplace, random: Seeded): Promise<void> {
  const listed = await station.invoke('jobs.list', { limit: 50 })
  if (!listed?.ok) return
  for (const { jobId, state, shipmentId } of jobsSchema.parse(listed.value)) {
    if (state === 'SENT' && shipmentId !== null) {
      const isThere = printer.labelsOf(await service.trackingNumberOf(shipmentId)) > 0
      await station.invoke('jobs.answer', { jobId, answer: isThere ? 'printed' : 'print-again' })
    } else if ((state === 'FAILED' || state === 'QUEUED') && random.chance(0.5)) {
      await station.invoke('jobs.cancel', { jobId })
    }
  }
}

async function one(station: Invokes, random: Seeded, states: readonly string[]) {
  const fitting = (await seenBookings(station)).filter(
    ({ state, reference }) => states.includes(state) && reference !== '',
  )
  return fitting[random.below(Math.max(1, fitting.length))]
}
