import type { ShipmentStatus } from '../../src-shared/freight/shipment.ts'
import { book } from '../booking/book.ts'
import { makeQuote } from '../booking/quotes.ts'
import { dayOf, isBusinessDay } from '../calendar.ts'
import { advanceShipments } from '../lifecycle/advance.ts'
import { outcomeOf } from '../lifecycle/outcome.ts'
import { SeededRandom } from '../random.ts'
import type { Service } from '../resources/service.ts'
import { requireShipment } from '../shipments/store.ts'
import { sampleShipments, type SampleShipment } from './shipments.ts'
import { statement } from '../statement.ts'

const HOUR_MS = 3_600_000
/** How long ago a sample may have been booked, in hours: just now, then further and further back. */
const AGES = [1 / 60, 0.75, ...Array.from({ length: 130 }, (_, index) => 3 * (index + 1))]
/** A hold of a few hours is missed at one draw of a shipment's life and met at another. */
const DRAWS = [1, 2, 3, 4, 5, 6]

/**
 * Books the sample shipments, when there is no shipment at all, with the code that books any other: each at a moment in
 * the past that leads to the state it is to be found in now. Where no moment does (on a day without deliveries nothing is
 * out for delivery), it was booked two days ago and is in the resulting state.
 */
export function bookSamples(service: Service): void {
  const { db, clock } = service
  if (statement(db, 'SELECT 1 FROM shipment LIMIT 1').get()) return
  const now = clock.now()
  const moments = AGES.map((hours) => now - hours * HOUR_MS).filter((at) => now - at < HOUR_MS || isOfficeHour(at))
  db.transaction(() => {
    sampleShipments().forEach((sample, index) => {
      const reference = `PO-${48_120 + index * 7}`
      // Their ids, and with them their fates, are the same in every service: a training sheet may name them.
      const random = new SeededRandom(`sample ${reference}`)
      const bookAt = (at: number, state: ShipmentStatus | null) =>
        bookSample(service, { sample, reference, random, at, state })
      const isFound = DRAWS.some(() => moments.some((at) => bookAt(at, sample.state)))
      if (!isFound) bookAt(now - 48 * HOUR_MS, null)
    })
  }).immediate()
}

/** Business hours somewhere between New York and Los Angeles. */
function isOfficeHour(at: number): boolean {
  const hour = new Date(at).getUTCHours()
  return hour >= 13 && isBusinessDay(dayOf(at))
}

interface SampleBooking {
  sample: SampleShipment
  reference: string
  random: SeededRandom
  at: number
  /** Kept only if it has come into this state by now; null: in any case. */
  state: ShipmentStatus | null
}

/** Books a sample; false when it is not kept. */
function bookSample(service: Service, { sample, reference, random, at, state }: SampleBooking): boolean {
  const { db, clock, locations } = service
  // Samples are free, regardless of the account.
  const unlimited = { ...service, settings: { ...service.settings, balanceMinor: null } }
  const { from, to, cargo, accessorials, provider, service: level } = sample
  class OtherState extends Error {}
  try {
    db.transaction(() => {
      const request = { originAddress: from, destinationAddress: to, cargo: [...cargo], accessorials }
      const { quote } = makeQuote(db, locations, request, at, idWithOutcome(sample, random))
      const selectedRate = { provider, service: level }
      const { shipmentId } = book(unlimited, { quoteId: quote.quoteId, selectedRate, reference }, at)
      advanceShipments(db, clock.now())
      if (state !== null && requireShipment(db, shipmentId).status !== state) throw new OtherState()
    })()
    return true
  } catch (cause) {
    if (cause instanceof OtherState) return false
    throw cause
  }
}

/** A shipment's fate follows from its id, so a sample draws ids until one has the fate it is to show. */
function idWithOutcome({ exception, from, to }: SampleShipment, random: SeededRandom): string {
  for (;;) {
    const id = random.id('SHP')
    const outcome = outcomeOf(id, from.country !== to.country)
    if ((outcome.kind === 'smooth' ? undefined : outcome.code) === exception) return id
  }
}
