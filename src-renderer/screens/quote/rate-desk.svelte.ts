import type { SavedAddress } from '../../../src-shared/station/address-book.ts'
import type { CrossBorderQuote } from '../../../src-shared/station/crossborder.ts'
import type { StationErrorData } from '../../../src-shared/station/error.ts'
import type { RateChange } from '../../../src-shared/station/quote-history.ts'
import type { Quote } from '../../../src-shared/station/quote.ts'
import { errorData } from '../../error-data.ts'
import type { FieldErrors } from '../../forms/field-error.ts'
import { secondsClock } from '../../live/clock.svelte.ts'
import type { Station } from '../../station.ts'
import { addressLine, type AddressForm } from './address/address-form.ts'
import type { AddressRefusal, AddressSuggestion } from './address/address-refusal.ts'
import { changesOf } from './quote-changes.ts'
import { ADDRESS_SIDES, type AddressSide } from './quote-form.ts'

type AnyQuote = Quote | CrossBorderQuote
type Answer<Q> = { quote: Q; changes: readonly RateChange[] }

/** What a desk remembers of its quote in a draft. */
interface KeptQuote {
  quoteId: string | null
  selectedRateId: string | null
}

/**
 * The clerk's desk for one quote: what is asked for, what came back, and whether that still holds. What a form is, and
 * how it is asked, is the matter of the two desks that there are: for quotes within a country and over the border.
 */
export abstract class RateDesk<Form extends Record<AddressSide, AddressForm>, Q extends AnyQuote> {
  abstract form: Form
  /** What the form asks now: two alike are the same question. */
  abstract readonly question: string
  /** Checks the form and asks for rates. */
  abstract readonly ask: () => Promise<void>
  protected abstract isOwn(quote: AnyQuote): quote is Q
  /** The quote of the past, or null when it is none of this desk's. */
  protected abstract find(quoteId: string): Promise<Q | null>
  /** Whether the day it was asked for has gone by. */
  protected abstract isOfThePast(quote: Q): boolean
  protected abstract formOf(quote: Q): Form
  /** An empty form from the same origin. */
  protected abstract emptied(): Form
  /** What is other in the form of the way back. */
  protected abstract turned(): Partial<Form>
  /** Reads what the service refused into `errors` and `refusal`. */
  protected abstract readRefusal(error: StationErrorData): void

  errors = $state.raw<FieldErrors>({})
  /** An address that is done takes one line. */
  opened = $state<Record<AddressSide, boolean>>({ originAddress: true, destinationAddress: true })
  /** The entries of the address book that the addresses came from. */
  parties = $state.raw<Record<AddressSide, SavedAddress | null>>({ originAddress: null, destinationAddress: null })
  refusal = $state.raw<AddressRefusal | null>(null)
  quote = $state.raw<Q | null>(null)
  /** How the rates stand to those of the quote before; empty unless the same was asked again. */
  changes = $state.raw<readonly RateChange[]>([])
  /** Why there are no rates. */
  failure = $state.raw<StationErrorData | null>(null)
  isAsking = $state(false)
  selectedRateId = $state<string | null>(null)
  /** What the answer on screen was asked for. */
  protected asked = $state.raw('')
  #turn = 0
  protected readonly station: Station

  constructor(station: Station) {
    this.station = station
  }

  get selected(): Q['rates'][number] | null {
    const rates = this.quote?.rates ?? []
    return rates.find(({ rateId }) => rateId === this.selectedRateId) ?? rates[0] ?? null
  }

  get isEdited(): boolean {
    return this.question !== this.asked
  }

  get millisecondsLeft(): number {
    return this.quote ? Date.parse(this.quote.expiresAt) - secondsClock() : 0
  }

  /** Rates hold for what was asked and for their hour, and not a moment longer. */
  get voidReason(): 'edited' | 'expired' | null {
    if (!this.quote) return null
    if (this.isEdited) return 'edited'
    return this.millisecondsLeft <= 0 ? 'expired' : null
  }

  /** Asks the same once more and learns what has changed; a form that was edited or is of a day gone by is asked anew. */
  readonly askAgain = async (): Promise<void> => {
    const { quote } = this
    if (!quote || this.isEdited || this.isOfThePast(quote)) return this.ask()
    await this.request(async () => {
      const again = await this.station.invoke('quotes.again', { id: quote.id })
      if (!this.isOwn(again.quote)) throw new TypeError('a quote asked again is one of the same kind')
      return { quote: again.quote, changes: again.changes }
    })
  }

  protected async request(load: () => Promise<Answer<Q>>): Promise<void> {
    if (this.isAsking) return
    const { question } = this
    const turn = ++this.#turn
    this.isAsking = true
    this.failure = null
    try {
      const { quote, changes } = await load()
      if (turn !== this.#turn) return
      this.#show(quote, changes, question)
      this.opened = { originAddress: false, destinationAddress: false }
      this.#noteUse()
    } catch (error) {
      if (turn !== this.#turn) return
      this.#fail(errorData(error), question)
    }
    this.isAsking = false
  }

  /** The answer on its way is not waited for any more. Nothing was booked. */
  readonly stopAsking = (): void => {
    this.#turn += 1
    this.isAsking = false
  }

  #show(quote: Q, changes: readonly RateChange[], asked: string): void {
    this.quote = quote
    this.changes = changes
    this.asked = asked
    this.selectedRateId = quote.rates[0]?.rateId ?? null
    this.failure = null
    this.clearErrors()
  }

  #fail(error: StationErrorData, asked: string): void {
    this.quote = null
    this.changes = []
    this.asked = asked
    this.failure = error
    this.readRefusal(error)
  }

  protected clearErrors(): void {
    this.errors = {}
    this.refusal = null
  }

  /** Addresses that are used much stand first the next time. */
  #noteUse(): void {
    for (const side of ADDRESS_SIDES) {
      const { addressId } = this.form[side]
      // Only the order of suggestions hangs on it.
      if (addressId) void this.station.invoke('addressBook.noteUse', { addressId }).catch(() => undefined)
    }
  }

  readonly takeSuggestion = ({ change }: AddressSuggestion): void => {
    if (!this.refusal) return
    Object.assign(this.form[this.refusal.side], change)
    this.clearErrors()
  }

  readonly turnAround = (): void => {
    const { parties, opened } = this
    Object.assign(this.form, this.turned())
    this.parties = { originAddress: parties.destinationAddress, destinationAddress: parties.originAddress }
    this.opened = { originAddress: opened.destinationAddress, destinationAddress: opened.originAddress }
    this.clearErrors()
  }

  /** An empty form from the same origin. */
  readonly startOver = (): void => {
    this.stopAsking()
    this.form = this.emptied()
    this.parties = { ...this.parties, destinationAddress: null }
    this.clearErrors()
    this.quote = null
    this.changes = []
    this.failure = null
    this.asked = ''
    this.opened = { originAddress: addressLine(this.form.originAddress) === '', destinationAddress: true }
  }

  /** Shows a quote of the past with the form it was asked with. */
  readonly open = async (quoteId: string): Promise<void> => {
    this.stopAsking()
    try {
      const quote = await this.find(quoteId)
      if (!quote) return
      this.form = this.formOf(quote)
      this.parties = { originAddress: null, destinationAddress: null }
      this.#show(quote, changesOf(quoteId), this.question)
      this.opened = { originAddress: false, destinationAddress: false }
    } catch (error) {
      this.#fail(errorData(error), this.question)
    }
  }

  /** Shows the quote of a draft where it was kept; where it was not, the form is what counts, and it is asked for anew. */
  protected async showKept({ quoteId, selectedRateId }: KeptQuote, askedFor: (quote: Q) => string): Promise<void> {
    if (quoteId === null) return
    try {
      const quote = await this.find(quoteId)
      if (!quote) return
      this.#show(quote, [], askedFor(quote))
      this.selectedRateId = selectedRateId
    } catch {
      // Nothing is lost that was typed.
    }
  }
}
