import type { SavedAddress } from '../../../src-shared/station/address-book.ts'
import type { StationErrorData } from '../../../src-shared/station/error.ts'
import type { RateChange } from '../../../src-shared/station/quote-history.ts'
import type { Quote, Rate } from '../../../src-shared/station/quote.ts'
import { errorData } from '../../error-data.ts'
import type { FieldErrors } from '../../forms/field-error.ts'
import { secondsClock } from '../../live/clock.svelte.ts'
import { localToday } from '../../locale/format.ts'
import type { Station } from '../../station.ts'
import { addressFormOfSaved, addressLine } from './address/address-form.ts'
import { readAddressRefusal, type AddressRefusal, type AddressSuggestion } from './address/address-refusal.ts'
import { withDefaults } from './address/party-defaults.ts'
import type { QuoteDraft } from './quote-draft.ts'
import {
  ADDRESS_SIDES,
  emptyQuoteForm,
  inOtherMeasures,
  parseQuoteForm,
  PARTY_OF,
  questionOf,
  quoteFormOf,
  turnedAround,
  type AddressSide,
  type QuoteForm,
} from './quote-form.ts'

/** A field that the service refused without more words about it, where the form has one of that name. */
function refusedField({ field }: Record<string, unknown>, form: QuoteForm): FieldErrors {
  if (typeof field !== 'string') return {}
  let at: unknown = form
  for (const name of field.split('.')) at = typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined
  return typeof at === 'string' ? { [field]: { key: 'quote.refusedField' } } : {}
}

/** The clerk's desk for one quote: what is asked for, what came back, and whether that still holds. */
export class QuoteDesk {
  form = $state<QuoteForm>(emptyQuoteForm(localToday()))
  errors = $state.raw<FieldErrors>({})
  /** An address that is done takes one line. */
  opened = $state<Record<AddressSide, boolean>>({ originAddress: true, destinationAddress: true })
  /** The entries of the address book that the addresses came from. */
  parties = $state.raw<Record<AddressSide, SavedAddress | null>>({ originAddress: null, destinationAddress: null })
  refusal = $state.raw<AddressRefusal | null>(null)
  quote = $state.raw<Quote | null>(null)
  /** How the rates stand to those of the quote before; empty unless the same was asked again. */
  changes = $state.raw<readonly RateChange[]>([])
  /** Why there are no rates. */
  failure = $state.raw<StationErrorData | null>(null)
  isAsking = $state(false)
  selectedRateId = $state<string | null>(null)
  /** What the answer on screen was asked for. */
  #question = $state.raw('')
  #turn = 0
  readonly #station: Station

  constructor(station: Station) {
    this.#station = station
  }

  readonly selected = $derived<Rate | null>(
    this.quote?.rates.find((rate) => rate.rateId === this.selectedRateId) ?? this.quote?.rates[0] ?? null,
  )
  readonly isEdited = $derived(questionOf(this.form) !== this.#question)

  get millisecondsLeft(): number {
    return this.quote ? Date.parse(this.quote.expiresAt) - secondsClock() : 0
  }

  /** Rates hold for what was asked and for their hour, and not a moment longer. */
  get voidReason(): 'edited' | 'expired' | null {
    if (!this.quote) return null
    if (this.isEdited) return 'edited'
    return this.millisecondsLeft <= 0 ? 'expired' : null
  }

  readonly ask = async (): Promise<void> => {
    if (this.isAsking) return
    const parsed = parseQuoteForm(this.form, localToday())
    this.errors = parsed.ok ? {} : parsed.errors
    this.refusal = null
    if (!parsed.ok) return
    await this.#request(async () => ({
      quote: await this.#station.invoke('quotes.request', parsed.input),
      changes: [],
    }))
  }

  /** Asks the same once more and learns what has changed; a form that says something else by now is asked anew. */
  readonly askAgain = async (): Promise<void> => {
    const { quote } = this
    const isOfThePast = quote?.request.shipDate !== undefined && quote.request.shipDate < localToday()
    if (!quote || this.isEdited || isOfThePast) return this.ask()
    await this.#request(async () => {
      const again = await this.#station.invoke('quotes.again', { id: quote.id })
      if ('kind' in again.quote) throw new TypeError('a domestic quote asked again is one')
      return { quote: again.quote, changes: again.changes }
    })
  }

  async #request(load: () => Promise<{ quote: Quote; changes: readonly RateChange[] }>): Promise<void> {
    if (this.isAsking) return
    const question = questionOf(this.form)
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

  #show(quote: Quote, changes: readonly RateChange[], question: string): void {
    this.quote = quote
    this.changes = changes
    this.#question = question
    this.selectedRateId = quote.rates[0]?.rateId ?? null
    this.failure = null
    this.errors = {}
    this.refusal = null
  }

  #fail(error: StationErrorData, question: string): void {
    this.quote = null
    this.changes = []
    this.#question = question
    this.failure = error
    this.refusal = error.code === 'INVALID_ADDRESS' ? readAddressRefusal(error.details) : null
    if (this.refusal) this.errors = { [this.refusal.path]: { key: 'error.INVALID_ADDRESS' } }
    else if (error.code === 'INVALID_REQUEST') this.errors = refusedField(error.details, this.form)
  }

  /** Addresses that are used much stand first the next time. */
  #noteUse(): void {
    for (const side of ADDRESS_SIDES) {
      const { addressId } = this.form[side]
      // Only the order of suggestions hangs on it.
      if (addressId) void this.#station.invoke('addressBook.noteUse', { addressId }).catch(() => undefined)
    }
  }

  readonly takeSuggestion = ({ change }: AddressSuggestion): void => {
    if (!this.refusal) return
    Object.assign(this.form[this.refusal.side], change)
    this.errors = {}
    this.refusal = null
  }

  /** A person chose an entry of the address book: what it needs is asked for with it. */
  readonly chooseParty = (side: AddressSide, party: SavedAddress): void => {
    this.form.accessorials = withDefaults(PARTY_OF[side], this.form.accessorials, party)
    this.errors = Object.fromEntries(Object.entries(this.errors).filter(([path]) => !path.startsWith(`${side}.`)))
  }

  readonly switchMeasures = (): void => void Object.assign(this.form, inOtherMeasures(this.form))

  readonly turnAround = (): void => {
    const { originAddress, destinationAddress } = this.parties
    const { opened } = this
    Object.assign(this.form, turnedAround(this.form))
    this.parties = { originAddress: destinationAddress, destinationAddress: originAddress }
    this.opened = { originAddress: opened.destinationAddress, destinationAddress: opened.originAddress }
    this.errors = {}
    this.refusal = null
  }

  /** An empty form from the same origin. */
  readonly startOver = (): void => {
    const { originAddress, measures, accessorials } = this.form
    this.stopAsking()
    this.form = {
      ...emptyQuoteForm(localToday(), { ...originAddress }, measures),
      accessorials: accessorials.filter((code) => code.endsWith('_PICKUP')),
    }
    this.parties = { ...this.parties, destinationAddress: null }
    this.errors = {}
    this.refusal = null
    this.quote = null
    this.changes = []
    this.failure = null
    this.#question = ''
    this.opened = { originAddress: addressLine(originAddress) === '', destinationAddress: true }
  }

  /** Where a first quote starts: the default shipper. */
  readonly beginFrom = (party: SavedAddress): void => {
    this.form.originAddress = addressFormOfSaved(party)
    this.form.accessorials = withDefaults('shipper', this.form.accessorials, party)
    this.parties = { ...this.parties, originAddress: party }
    this.opened.originAddress = false
  }

  /**
   * Shows a quote of the past with the form it was asked with.
   * @param changes how it stands to an earlier one, when it was just asked again
   */
  readonly open = async (quoteId: string, changes: readonly RateChange[] = []): Promise<void> => {
    this.stopAsking()
    try {
      const quote = await this.#station.invoke('quotes.get', { id: quoteId })
      this.form = quoteFormOf(quote.request, localToday(), this.form.measures)
      this.parties = { originAddress: null, destinationAddress: null }
      this.#show(quote, changes, questionOf(this.form))
      this.opened = { originAddress: false, destinationAddress: false }
    } catch (error) {
      this.#fail(errorData(error), questionOf(this.form))
    }
  }

  draft(): QuoteDraft {
    return $state.snapshot({
      form: this.form,
      quoteId: this.quote?.id ?? null,
      question: this.quote ? this.#question : '',
      selectedRateId: this.selectedRateId,
    })
  }

  /** Takes a draft over; its quote is fetched where it was kept, and is asked for anew where it was not. */
  readonly restore = async ({ form, quoteId, question, selectedRateId }: QuoteDraft): Promise<void> => {
    this.form = form
    this.opened = {
      originAddress: addressLine(form.originAddress) === '',
      destinationAddress: addressLine(form.destinationAddress) === '' || quoteId === null,
    }
    if (quoteId === null) return
    try {
      this.#show(await this.#station.invoke('quotes.get', { id: quoteId }), [], question)
      this.selectedRateId = selectedRateId
    } catch {
      // The form is what counts.
    }
  }
}
