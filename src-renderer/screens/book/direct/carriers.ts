import type { Booking } from '../../../../src-shared/station/booking/booking.ts'
import { isCrossBorder } from '../../../../src-shared/station/quote/quote-history.ts'
import type { Station } from '../../../station.ts'

export interface CarrierService {
  provider: string
  service: string
  /** For people. */
  carrierName: string
}

const BOOKINGS = 500
const QUOTES = 10

/** The carriers' services that were booked or quoted here lately: those of bookings first, because they were wanted. */
export async function knownCarriers(station: Pick<Station, 'invoke'>): Promise<CarrierService[]> {
  const [bookings, { rows }] = await Promise.all([
    station.invoke('bookings.list', { limit: BOOKINGS }),
    station.invoke('quotes.list', { limit: QUOTES }),
  ])
  const quotes = await Promise.all(rows.map(({ id }) => station.invoke('quotes.find', { id })))
  return carriersOf([...bookings, ...quotes.flatMap((quote) => (isCrossBorder(quote) ? [] : quote.rates))])
}

/** The carriers' services of these, each once, in their order. */
function carriersOf(booked: readonly Pick<Booking, 'provider' | 'service' | 'carrierName'>[]): CarrierService[] {
  const found = new Map<string, CarrierService>()
  for (const { provider, service, carrierName } of booked) {
    const key = `${provider}\n${service}`
    if (provider && service && !found.has(key)) found.set(key, { provider, service, carrierName })
  }
  return [...found.values()]
}

/** Those of which every typed word begins a word of the carrier or its service. */
export function matchingCarriers(text: string, known: readonly CarrierService[]): CarrierService[] {
  const words = wordsOf(text)
  return known.filter(({ provider, service, carrierName }) => {
    const own = wordsOf(`${provider} ${service} ${carrierName}`)
    return words.every((word) => own.some((candidate) => candidate.startsWith(word)))
  })
}

/** The services of the carrier that is entered, or of all where none of them is; those that fit the typed words. */
export function matchingServices(text: string, provider: string, known: readonly CarrierService[]): CarrierService[] {
  const own = known.filter((one) => one.provider.toLowerCase() === provider.trim().toLowerCase())
  const words = wordsOf(text)
  return (own.length > 0 ? own : known).filter(({ service }) => {
    const parts = wordsOf(service)
    return words.every((word) => parts.some((part) => part.startsWith(word)))
  })
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}
