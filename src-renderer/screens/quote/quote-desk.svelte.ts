import type { StationErrorData } from '../../../src-shared/station/error.ts'
import type { Quote, Rate } from '../../../src-shared/station/quote.ts'
import { errorData } from '../../error-data.ts'
import type { FieldErrors } from '../../forms/field-error.ts'
import { secondsClock } from '../../live/clock.svelte.ts'
import { localToday } from '../../locale/format.ts'
import type { Station } from '../../station.ts'
import { readAddressRefusal, type AddressRefusal, type AddressSuggestion } from './address-refusal.ts'
import { addressLine, emptyQuoteForm, parseQuoteForm, type AddressSide, type QuoteForm } from './quote-form.ts'
import { rememberedOrigin, rememberOrigin } from './remembered-origin.ts'

/** The clerk's desk for one quote: what is asked for, what came back, and whether that still holds. */
export class QuoteDesk {
  form = $state<QuoteForm>(emptyQuoteForm(localToday(), rememberedOrigin()))
  errors = $state.raw<FieldErrors>({})
  /** An address that is done takes one line: the remembered origin from the start, both once there are rates. */
  opened = $state<Record<AddressSide, boolean>>({
    originAddress: addressLine(rememberedOrigin()) === '',
    destinationAddress: true,
  })
  refusal = $state.raw<AddressRefusal | null>(null)
  quote = $state.raw<Quote | null>(null)
  /** Why there are no rates. */
  failure = $state.raw<StationErrorData | null>(null)
  isAsking = $state(false)
  selectedRateId = $state<string | null>(null)
  #quotedForm = $state.raw('')

  readonly selected = $derived<Rate | null>(
    this.quote?.rates.find((rate) => rate.rateId === this.selectedRateId) ?? this.quote?.rates[0] ?? null,
  )

  get millisecondsLeft(): number {
    return this.quote ? Date.parse(this.quote.expiresAt) - secondsClock() : 0
  }

  /** Rates hold for what was asked and for their hour, and not a moment longer. */
  get voidReason(): 'edited' | 'expired' | null {
    if (!this.quote) return null
    if (JSON.stringify(this.form) !== this.#quotedForm) return 'edited'
    return this.millisecondsLeft <= 0 ? 'expired' : null
  }

  readonly ask = async (station: Station): Promise<void> => {
    if (this.isAsking) return
    const parsed = parseQuoteForm(this.form, localToday())
    this.errors = parsed.ok ? {} : parsed.errors
    this.refusal = null
    if (!parsed.ok) return
    const asked = JSON.stringify(this.form)
    this.isAsking = true
    this.failure = null
    try {
      this.quote = await station.invoke('quotes.request', parsed.input)
      this.#quotedForm = asked
      this.selectedRateId = this.quote.rates[0]?.rateId ?? null
      rememberOrigin(this.form.originAddress)
      this.opened = { originAddress: false, destinationAddress: false }
    } catch (error) {
      this.#fail(errorData(error))
    }
    this.isAsking = false
  }

  #fail(error: StationErrorData): void {
    this.quote = null
    this.failure = error
    this.refusal = error.code === 'INVALID_ADDRESS' ? readAddressRefusal(error.details) : null
    if (this.refusal) this.errors = { [this.refusal.path]: { key: 'error.INVALID_ADDRESS' } }
  }

  readonly takeSuggestion = ({ change }: AddressSuggestion): void => {
    if (!this.refusal) return
    Object.assign(this.form[this.refusal.side], change)
    this.errors = {}
    this.refusal = null
  }

  /** An empty form from the same origin. */
  readonly startOver = (): void => {
    this.form = emptyQuoteForm(localToday(), { ...this.form.originAddress })
    this.errors = {}
    this.refusal = null
    this.quote = null
    this.failure = null
    this.opened.destinationAddress = true
  }
}

/** One desk for as long as the app runs: a look at another screen loses nothing that was typed. */
export const quoteDesk = new QuoteDesk()
