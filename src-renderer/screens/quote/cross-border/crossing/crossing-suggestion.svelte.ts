import type { BorderCrossing } from '../../../../../src-shared/freight/crossborder-quote.ts'
import type { Station } from '../../../../station.ts'
import type { AddressForm } from '../../address/address-form.ts'
import { adviseCrossing, type CrossingAdvice, type Point } from './crossing.ts'

/** A postal code that can be looked up: its five digits; null while it is not complete. */
function wholePostalCode({ postalCode, country }: Pick<AddressForm, 'postalCode' | 'country'>): string | null {
  const digits = (country === 'US' ? /^\d{5}(?=$|-\d{0,4}$)/ : /^\d{5}$/).exec(postalCode.trim())
  return digits?.[0] ?? null
}

/** Gets the location of both ends from the service, and finds which crossing makes the way shorter. */
export class CrossingSuggestion {
  advice = $state.raw<CrossingAdvice | null>(null)
  state = $state<'waiting' | 'looking' | 'known' | 'failed'>('waiting')
  /** Places do not move: each is asked for once. */
  readonly #places: Record<string, Point> = {}
  #turn = 0

  get crossing(): BorderCrossing | null {
    return this.advice?.crossing ?? null
  }

  /** Never rejects: without an answer there is no suggestion, and the clerk chooses. */
  readonly ask = async (station: Station, from: AddressForm, to: AddressForm): Promise<void> => {
    const turn = ++this.#turn
    const codes = [wholePostalCode(from), wholePostalCode(to)]
    const isBetween = (from.country === 'US' && to.country === 'MX') || (from.country === 'MX' && to.country === 'US')
    const [fromCode, toCode] = codes
    if (!fromCode || !toCode || !isBetween) {
      this.#settle('waiting', null)
      return
    }
    if (!this.advice) this.state = 'looking'
    try {
      const [start, end] = await Promise.all([
        this.#find(station, fromCode, from.country),
        this.#find(station, toCode, to.country),
      ])
      if (turn === this.#turn)
        this.#settle(start && end ? 'known' : 'failed', start && end && adviseCrossing(start, end))
    } catch {
      if (turn === this.#turn) this.#settle('failed', null)
    }
  }

  #settle(state: CrossingSuggestion['state'], advice: CrossingAdvice | null | undefined): void {
    this.state = state
    this.advice = advice ?? null
  }

  async #find(station: Station, text: string, country: AddressForm['country']): Promise<Point | undefined> {
    const key = `${country} ${text}`
    const known = this.#places[key]
    if (known) return known
    const { locations } = await station.invoke('locations.search', { text, country })
    const found = locations.find(({ postalCode }) => postalCode === text) ?? locations[0]
    if (!found || found.latitude === null || found.longitude === null) return undefined
    const { latitude, longitude } = found
    return (this.#places[key] = { latitude, longitude })
  }
}
