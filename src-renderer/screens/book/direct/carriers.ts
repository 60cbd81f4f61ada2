import type { Booking } from '../../../../src-shared/station/booking/booking.ts'

export interface CarrierService {
  provider: string
  service: string
  /** For people. */
  carrierName: string
}

/** The carriers' services that were booked here lately, each once, the newest first. */
export function carriersOf(
  bookings: readonly Pick<Booking, 'provider' | 'service' | 'carrierName'>[],
): CarrierService[] {
  const found = new Map<string, CarrierService>()
  for (const { provider, service, carrierName } of bookings) {
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

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}
