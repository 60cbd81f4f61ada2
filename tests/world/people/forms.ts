import { z } from 'zod'
import { pickupDayFrom } from '../../../src-shared/station/booking/pickup-day.ts'
import { palletsToChicago } from '../../support/freight.ts'
import type { Seeded } from '../../support/seeded.ts'
import { crossingRequest } from '../../sandbox/crossing.ts'
import type { Invokes } from '../processes/handle.ts'
import type { RoundTime } from '../processes/world-clock.ts'

/** How a form asks for a booking. Every way has its own request to the service. */
type FormKind = 'quote' | 'direct' | 'crossborder'
const KINDS: Readonly<Record<FormKind, number>> = { quote: 64, direct: 20, crossborder: 16 }

const QUOTE_GOOD_FOR_MS = 45 * 60_000
const DAY_MS = 86_400_000

const rateSchema = z.object({ rateId: z.string(), provider: z.string(), service: z.string() })
const quoteSchema = z.object({ id: z.string(), rates: z.array(rateSchema).min(1) })
const crossingSchema = z.object({ id: z.string(), rates: z.array(z.object({ rateId: z.string() })).min(1) })

/** Who fills in forms, from quotes that the station asked for. */
export interface Forms {
  /** The input of `bookings.submit`; null when there is no quote to be had. */
  fill(station: Invokes, submissionId: string, reference: string): Promise<Record<string, unknown> | null>
  /** The quote went with a cache that was emptied, or is over by the station's clock: ask anew. */
  forgetQuote(): void
}

export function blankForms(world: RoundTime, random: Seeded): Forms {
  let kept: { quote: z.infer<typeof quoteSchema>; at: number } | null = null

  async function domesticQuote(station: Invokes): Promise<z.infer<typeof quoteSchema> | null> {
    if (kept && world.aheadMs - kept.at < QUOTE_GOOD_FOR_MS) return kept.quote
    const result = await station.invoke('quotes.request', palletsToChicago({ shipDate: dayAhead(world, 1) }))
    if (!result?.ok) return null
    kept = { quote: quoteSchema.parse(result.value), at: world.aheadMs }
    return kept.quote
  }

  /** One load is booked once, so each form has a quote of its own. */
  async function crossing(station: Invokes): Promise<z.infer<typeof crossingSchema> | null> {
    const result = await station.invoke('quotes.requestCrossBorder', crossingRequest())
    return result?.ok ? crossingSchema.parse(result.value) : null
  }

  function quoted(kind: 'quote' | 'crossborder', quoteId: string, rateId: string, reference: string) {
    return {
      kind,
      quoteId,
      // The same freight all day, each time on purpose.
      usedQuote: quoteId,
      rateId,
      shipperInfo: { companyName: 'Acme Machine' },
      consigneeInfo: { companyName: 'Globex Corporation' },
      reference,
      instructions: '',
      pickupDate: pickupDay(world),
      labelFormat: 'ZPL',
    }
  }

  function direct({ provider, service }: z.infer<typeof rateSchema>, submissionId: string, reference: string) {
    const { originAddress, destinationAddress, ...load } = palletsToChicago()
    // Other freight each time: the same within the hour is asked about.
    const cargo = load.cargo.map((line) => ({ ...line, description: submissionId }))
    const consigneeInfo = { companyName: 'Globex Corporation' }
    const request = { originAddress, destinationAddress, cargo, service: { provider, service }, consigneeInfo }
    return { kind: 'direct', request: { ...request, reference, shipDate: pickupDay(world), labelFormat: 'ZPL' } }
  }

  return {
    fill: async (station, submissionId, reference) => {
      const kind = random.pick(KINDS)
      const draw = random.next()
      const quote = kind === 'crossborder' ? await crossing(station) : await domesticQuote(station)
      const rate = quote?.rates[Math.floor(draw * quote.rates.length)]
      if (!quote || !rate) return null
      if (kind === 'direct') return { submissionId, ...direct(rateSchema.parse(rate), submissionId, reference) }
      return { submissionId, ...quoted(kind, quote.id, rate.rateId, reference) }
    },
    forgetQuote: () => {
      kept = null
    },
  }
}

/** A day by the service's clock, YYYY-MM-DD. */
function dayAhead(world: RoundTime, days: number): string {
  return new Date(world.now().getTime() + days * DAY_MS).toISOString().slice(0, 10)
}

/** A day soon on which somebody picks up. */
const pickupDay = (world: RoundTime): string => pickupDayFrom(dayAhead(world, 3), 'US')
