import type { BorderCrossing } from '../../../../src-shared/freight/crossborder-quote.ts'
import type { SavedAddress } from '../../../../src-shared/station/address-book.ts'
import type { CrossBorderQuote, CrossBorderRate } from '../../../../src-shared/station/crossborder.ts'
import type { StationErrorData } from '../../../../src-shared/station/error.ts'
import type { RateChange } from '../../../../src-shared/station/quote-history.ts'
import { errorData } from '../../../error-data.ts'
import { hasErrorUnder, type FieldErrors } from '../../../forms/field-error.ts'
import { secondsClock } from '../../../live/clock.svelte.ts'
import { localToday } from '../../../locale/format.ts'
import type { Station } from '../../../station.ts'
import type { AddressRefusal, AddressSuggestion } from '../address/address-refusal.ts'
import { addressLine } from '../address/address-form.ts'
import { changesOf } from '../quote-changes.ts'
import { ADDRESS_SIDES, type AddressSide } from '../quote-form.ts'
import type { BorderDraft } from './border-draft.ts'
import { readBorderRefusal } from './border-errors.ts'
import { emptyBorderForm, inOtherMeasures, turnedAround, type BorderForm } from './border-form.ts'
import { parseBorderForm, questionOf } from './border-request.ts'
import { CrossingAdviser } from './crossing-adviser.svelte.ts'
import { borderFormOf } from './form-of-request.ts'
import { noteUse, takeDock } from './party-dock.ts'

/** The clerk's desk for one cross-border quote: what is asked for, what came back, and whether that still holds. */
export class BorderDesk {
  form = $state<BorderForm>(emptyBorderForm(localToday()))
  errors = $state.raw<FieldErrors>({})
  opened = $state<Record<AddressSide, boolean>>({ originAddress: true, destinationAddress: true })
  /** The entries of the address book that the addresses came from. */
  parties = $state.raw<Record<AddressSide, SavedAddress | null>>({ originAddress: null, destinationAddress: null })
  refusal = $state.raw<AddressRefusal | null>(null)
  quote = $state.raw<CrossBorderQuote | null>(null)
  /** How the rates stand to those of the quote before; empty unless the same was asked again. */
  changes = $state.raw<readonly RateChange[]>([])
  /** Why there are no rates. */
  failure = $state.raw<StationErrorData | null>(null)
  isAsking = $state(false)
  selectedRateId = $state<string | null>(null)
  readonly adviser = new CrossingAdviser()
  #question = $state.raw('')
  /** What the service refused, as it was asked. */
  #refused = ''
  #turn = 0

  readonly selected = $derived<CrossBorderRate | null>(
    this.quote?.rates.find(({ rateId }) => rateId === this.selectedRateId) ?? this.quote?.rates[0] ?? null,
  )

  /** What the form asks now. Until the crossing is looked up, the quote's own stands for it. */
  readonly question = $derived(
    questionOf(this.form, this.crossing ?? this.quote?.request.borderCrossingLocation ?? null),
  )

  /** The chosen crossing, or the suggested one. */
  get crossing(): BorderCrossing | null {
    return this.form.crossing || this.adviser.crossing
  }

  get millisecondsLeft(): number {
    return this.quote ? Date.parse(this.quote.expiresAt) - secondsClock() : 0
  }

  get isEdited(): boolean {
    return this.question !== this.#question
  }

  /** Rates hold for what was asked and for their hour, and not a moment longer. */
  get voidReason(): 'edited' | 'expired' | null {
    if (!this.quote) return null
    if (this.isEdited) return 'edited'
    return this.millisecondsLeft <= 0 ? 'expired' : null
  }

  readonly ask = async (station: Station): Promise<void> => {
    if (this.isAsking) return
    const { crossing, originAddress, destinationAddress } = this.form
    if (!crossing) await this.adviser.ask(station, originAddress, destinationAddress)
    const parsed = parseBorderForm(this.form, this.crossing, localToday())
    this.errors = parsed.ok ? {} : parsed.errors
    this.refusal = null
    this.#openWhereWrong()
    if (!parsed.ok) return
    await this.#request(station, async () => ({
      quote: await station.invoke('quotes.requestCrossBorder', parsed.input),
      changes: [],
    }))
  }

  /** Asks the same once more, and learns what has changed; a form that was edited or is of a day gone by is asked anew. */
  readonly askAgain = async (station: Station): Promise<void> => {
    const { quote } = this
    const wanted = quote?.request.shipperLocation.scheduledDate?.slice(0, 10) ?? ''
    if (!quote || this.isEdited || wanted < localToday()) return this.ask(station)
    await this.#request(station, async () => {
      const again = await station.invoke('quotes.again', { id: quote.id })
      // A cross-border quote asked again is one; the type of the answer holds both kinds.
      if (!('kind' in again.quote)) throw new TypeError('a domestic quote came back')
      return { quote: again.quote, changes: again.changes }
    })
  }

  async #request(
    station: Station,
    load: () => Promise<{ quote: CrossBorderQuote; changes: readonly RateChange[] }>,
  ): Promise<void> {
    if (this.isAsking) return
    const asked = this.question
    const turn = ++this.#turn
    this.isAsking = true
    this.failure = null
    try {
      const { quote, changes } = await load()
      if (turn !== this.#turn) return
      this.#show(quote, changes, asked)
      this.opened = { originAddress: false, destinationAddress: false }
      noteUse(station, this.form)
    } catch (error) {
      if (turn !== this.#turn) return
      this.#fail(errorData(error))
    }
    this.isAsking = false
  }

  /** The answer on its way is not waited for any more. */
  readonly stopAsking = (): void => {
    this.#turn += 1
    this.isAsking = false
  }

  #show(quote: CrossBorderQuote, changes: readonly RateChange[], asked: string): void {
    this.quote = quote
    this.changes = changes
    this.#question = asked
    this.selectedRateId = quote.rates[0]?.rateId ?? null
    this.failure = null
  }

  #fail(error: StationErrorData): void {
    this.quote = null
    this.changes = []
    this.failure = error
    const refusal = readBorderRefusal(error.code, error.details)
    this.refusal = refusal?.address ?? null
    this.errors = refusal?.errors ?? {}
    this.#refused = refusal ? this.question : ''
    this.#openWhereWrong()
  }

  /** Takes back the errors of what has been put right since; finds no new ones. */
  readonly recheck = (): void => {
    const paths = Object.keys(this.errors)
    if (paths.length === 0 || this.question === this.#refused) return
    const parsed = parseBorderForm(this.form, this.crossing, localToday())
    const still = parsed.ok ? {} : parsed.errors
    this.errors = Object.fromEntries(paths.flatMap((path) => (still[path] ? [[path, still[path]]] : [])))
    this.refusal = null
  }

  /** An error is never hidden in a closed section. */
  #openWhereWrong(): void {
    for (const side of ADDRESS_SIDES) {
      if (hasErrorUnder(this.errors, `docks.${side}`)) this.opened[side] = true
    }
  }

  /** An entry of the address book was chosen for one end: its dock is as it was remembered. */
  readonly takeParty = (side: AddressSide, party: SavedAddress): void => takeDock(this.form, side, party)

  readonly takeSuggestion = ({ change }: AddressSuggestion): void => {
    if (!this.refusal) return
    Object.assign(this.form[this.refusal.side], change)
    this.errors = {}
    this.refusal = null
  }

  readonly turnAround = (): void => {
    Object.assign(this.form, turnedAround(this.form))
    const { originAddress, destinationAddress } = this.parties
    this.parties = { originAddress: destinationAddress, destinationAddress: originAddress }
    this.opened = { originAddress: this.opened.destinationAddress, destinationAddress: this.opened.originAddress }
    this.errors = {}
    this.refusal = null
  }

  readonly switchMeasures = (): void => {
    // The same freight in other words: rates that hold go on holding.
    const wasEdited = this.isEdited
    Object.assign(this.form, inOtherMeasures(this.form))
    if (!wasEdited) this.#question = this.question
  }

  /** An empty form from the same shipper. */
  readonly startOver = (): void => {
    const { originAddress, measures } = this.form
    const country = originAddress.country === 'MX' ? 'US' : 'MX'
    const form = emptyBorderForm(localToday())
    this.stopAsking()
    this.form = {
      ...form,
      measures,
      originAddress: { ...originAddress },
      destinationAddress: { ...form.destinationAddress, country },
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

  /** Shows a quote of the past with the form it was asked with. */
  readonly open = async (station: Station, quoteId: string): Promise<void> => {
    this.stopAsking()
    try {
      const quote = await station.invoke('quotes.find', { id: quoteId })
      if (!('kind' in quote)) return
      this.form = borderFormOf(quote.request, localToday())
      this.#show(quote, changesOf(quoteId), questionOf(this.form, this.crossing))
      this.parties = { originAddress: null, destinationAddress: null }
      this.errors = {}
      this.refusal = null
      this.opened = { originAddress: false, destinationAddress: false }
    } catch (error) {
      this.#fail(errorData(error))
    }
  }

  draft(): BorderDraft {
    return $state.snapshot({
      form: this.form,
      quoteId: this.quote?.id ?? null,
      isEdited: this.isEdited,
      selectedRateId: this.selectedRateId,
    })
  }

  /** Takes a draft over; its quote is fetched where it was kept, and is void where it was not. */
  readonly restore = async (station: Station, draft: BorderDraft): Promise<void> => {
    this.form = draft.form
    const lines = [addressLine(draft.form.originAddress), addressLine(draft.form.destinationAddress)]
    this.opened = { originAddress: lines[0] === '', destinationAddress: lines[1] === '' }
    if (draft.quoteId === null) return
    try {
      const quote = await station.invoke('quotes.find', { id: draft.quoteId })
      if (!('kind' in quote)) return
      this.#show(quote, [], '')
      if (!draft.isEdited) this.#question = this.question
      this.selectedRateId = draft.selectedRateId
    } catch {
      // The form is what counts; a quote that is gone is asked for anew.
    }
  }
}

/** One desk for as long as the app runs: a look at another screen loses nothing that was typed. */
export const borderDesk = new BorderDesk()
