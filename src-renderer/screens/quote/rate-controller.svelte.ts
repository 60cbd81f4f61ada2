import type { SavedAddress } from '../../../src-shared/station/addresses/address-book.ts'
import type { CrossBorderQuote } from '../../../src-shared/station/quote/crossborder.ts'
import type { StationErrorData } from '../../../src-shared/station/error.ts'
import { isCrossBorder, type RateChange } from '../../../src-shared/station/quote/quote-history.ts'
import { type Quote, type Rate, ADDRESS_SIDES, type AddressSide } from '../../../src-shared/station/quote/quote.ts'
import { errorData } from '../../error-data.ts'
import type { FieldErrors, ParsedForm } from '../../forms/field-error.ts'
import { Action } from '../../live/action.svelte.ts'
import { secondsClock } from '../../live/clock.svelte.ts'
import type { Station } from '../../station.ts'
import { isWholeAddress, type AddressForm } from './address/address-form.ts'
import type { AddressRefusal, AddressSuggestion } from './address/address-refusal.ts'
import { changesOf } from './quote-changes.ts'

type AnyQuote = Quote | CrossBorderQuote
type Answer<Q> = { quote: Q; changes: readonly RateChange[] }

/** What sets one kind of quote apart: its form, how that is asked, and how it is made from a quote again. */
export interface RateKind<Form, Q> {
  /** An empty form; from the same origin as the one before it. */
  empty: (before: Form | null) => Form
  /** The form's current question: two alike are the same question. @param quote the one on screen */
  question: (form: Form, quote: Q | null) => string
  /** The call that asks for rates, or the errors of the fields. @param orderId of the order that they are for; null: none */
  read: (form: Form, orderId: string | null) => Promise<ParsedForm<() => Promise<Q>>>
  isOwn: (quote: AnyQuote) => quote is Q & AnyQuote
  /** The quote of the past, or null when it is none of this kind. */
  find: (quoteId: string) => Promise<Q | null>
  /** Whether the day it was asked for has gone by. */
  isOfThePast: (quote: Q) => boolean
  formOf: (quote: Q, before: Form) => Form
  /** The differing fields in the form of the way back. */
  turned: (form: Form) => Partial<Form>
  /** The service's refusal, by the form's paths. */
  refusalOf: (error: StationErrorData, form: Form) => { errors: FieldErrors; address: AddressRefusal | null }
  /** The ends that must be open because something in them is wrong. */
  openFor?: (errors: FieldErrors) => readonly AddressSide[]
}

/** The stored facts of a quote in a draft. */
interface StoredQuote {
  quoteId: string | null
  selectedRateId: string | null
}

/** One quote as a clerk works on it: the request, the answer, and whether that is still valid. */
export class RateController<Form extends Record<AddressSide, AddressForm>, Q extends AnyQuote> {
  form: Form
  errors = $state.raw<FieldErrors>({})
  /** An address that is done takes one line. */
  opened = $state<Record<AddressSide, boolean>>({ originAddress: true, destinationAddress: true })
  /** The entries of the address book that the addresses came from. */
  parties = $state.raw<Record<AddressSide, SavedAddress | null>>({ originAddress: null, destinationAddress: null })
  refusal = $state.raw<AddressRefusal | null>(null)
  quote = $state.raw<Q | null>(null)
  /** How the rates compare to those of the quote before; empty unless the same was asked again. */
  changes = $state.raw<readonly RateChange[]>([])
  /** Why there are no rates. */
  failure = $state.raw<StationErrorData | null>(null)
  selectedRateId = $state<string | null>(null)
  /** The question of the answer on screen. */
  asked = $state.raw('')
  /** The question that the service refused. */
  refused = ''
  /** Whether something must be answered before rates are asked for; set by the one-line field. */
  isSettled: () => Promise<boolean> = () => Promise.resolve(true)
  /** What the form and its shipper were without the line that put this origin into it; null: no line did. */
  beforeLine: { origin: AddressForm; form: Form; party: SavedAddress | null } | null = null
  /** The order that the form stems from, however it was edited since; null: none. */
  orderId: string | null = null
  /** The same of the form before it was turned around. */
  turnedOrderId: string | null = null
  /** The offer that a person went to book before its quote had the streets: selected again in the next one. */
  #wanted: Pick<Rate, 'provider' | 'service'> | null = null
  /** The last ask waited for such an answer. */
  isHeld = $state(false)
  /** The form's current question: two alike are the same. */
  readonly question: string = $derived.by(() => this.#question())
  readonly #asking = new Action()
  readonly #station: Station
  readonly #kind: RateKind<Form, Q>

  constructor(station: Station, kind: RateKind<Form, Q>) {
    this.#station = station
    this.#kind = kind
    this.form = $state(kind.empty(null))
  }

  /** The same, where an answer comes: the screen may be gone then, and what it derives is stale. */
  #question(): string {
    return this.#kind.question(this.form, this.quote)
  }

  get isAsking(): boolean {
    return this.#asking.isBusy
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

  /** Rates are valid for their question and for their hour, and not a moment longer. */
  get voidReason(): 'edited' | 'expired' | null {
    if (!this.quote) return null
    if (this.isEdited) return 'edited'
    return this.millisecondsLeft <= 0 ? 'expired' : null
  }

  /** Checks the form and asks for rates. */
  readonly ask = async (): Promise<void> => {
    await this.#asking.run(async (isWanted) => {
      this.isHeld = !(await this.isSettled())
      if (this.isHeld || !isWanted()) return
      const read = await this.#kind.read(this.form, this.orderId)
      if (!isWanted()) return
      this.refusal = null
      this.showErrors(read.ok ? {} : read.errors)
      if (read.ok) await this.#request(isWanted, async () => ({ quote: await read.input(), changes: [] }))
    })
  }

  /** Asks the same again and gets the changes; a form that was edited or is of a day gone by is asked again. */
  readonly askAgain = async (): Promise<void> => {
    const { quote } = this
    if (!quote || this.isEdited || !(await this.isSettled()) || this.#kind.isOfThePast(quote)) return this.ask()
    await this.#asking.run((isWanted) =>
      this.#request(isWanted, async () => {
        const again = await this.#station.invoke('quotes.again', { id: quote.id })
        if (!this.#kind.isOwn(again.quote)) throw new TypeError('a quote asked again is one of the same kind')
        return { quote: again.quote, changes: again.changes }
      }),
    )
  }

  async #request(isWanted: () => boolean, load: () => Promise<Answer<Q>>): Promise<void> {
    const question = this.#question()
    this.failure = null
    try {
      const { quote, changes } = await load()
      if (!isWanted()) return
      this.#show(quote, changes, question)
      this.turnedOrderId = null
      this.opened = { originAddress: false, destinationAddress: false }
      this.#noteUse()
    } catch (error) {
      if (isWanted()) this.#fail(errorData(error), question)
    }
  }

  /** The answer on its way is not waited for any more. Nothing was booked. */
  readonly stopAsking = (): void => this.#asking.abandon()

  #show(quote: Q, changes: readonly RateChange[], asked: string): void {
    this.quote = quote
    this.changes = changes
    this.asked = asked
    const rates: readonly { rateId: string; provider?: string; service?: string }[] = quote.rates
    const wanted = this.#wanted
    const again = rates.find(({ provider, service }) => provider === wanted?.provider && service === wanted?.service)
    this.#wanted = null
    this.selectedRateId = (again ?? rates[0])?.rateId ?? null
    this.failure = null
    this.clearErrors()
  }

  /** The form is of this order, or of another shipment altogether. */
  readonly takeOrder = (orderId: string | null): void => {
    this.orderId = orderId
    this.turnedOrderId = null
  }

  #fail(error: StationErrorData, asked: string): void {
    this.quote = null
    this.changes = []
    this.asked = asked
    this.failure = error
    const { errors, address } = this.#kind.refusalOf(error, this.form)
    this.refusal = address
    this.refused = Object.keys(errors).length > 0 ? this.#question() : ''
    this.showErrors(errors)
  }

  /** An error is never hidden in a closed section. */
  readonly showErrors = (errors: FieldErrors): void => {
    this.errors = errors
    for (const side of this.#kind.openFor?.(errors) ?? []) this.opened[side] = true
  }

  /** The streets are asked for, in their fields, before this offer is booked. */
  readonly askForStreets = (sides: readonly AddressSide[], offer: Pick<Rate, 'provider' | 'service'>): void => {
    this.#wanted = offer
    for (const side of sides) this.opened[side] = true
    this.showErrors(Object.fromEntries(sides.map((side) => [`${side}.address1`, { key: 'quote.streetToBook' }])))
  }

  readonly clearErrors = (): void => {
    this.errors = {}
    this.refusal = null
  }

  /** Frequently used addresses come first the next time. */
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
    this.clearErrors()
  }

  readonly turnAround = (): void => {
    const { parties, opened, orderId, turnedOrderId } = this
    Object.assign(this.form, this.#kind.turned(this.form))
    // The way back is another shipment.
    Object.assign(this, { orderId: turnedOrderId, turnedOrderId: orderId })
    this.parties = { originAddress: parties.destinationAddress, destinationAddress: parties.originAddress }
    this.opened = { originAddress: opened.destinationAddress, destinationAddress: opened.originAddress }
    this.clearErrors()
  }

  /** An empty form and its shipper, from the same origin when that is a whole address; that of a line is the line's alone. */
  readonly emptied = (): { form: Form; party: SavedAddress | null } => {
    const { beforeLine } = this
    const isOfLine = beforeLine && JSON.stringify(beforeLine.origin) === JSON.stringify(this.form.originAddress)
    const before = isOfLine ? beforeLine : { form: this.form, party: this.parties.originAddress }
    const form = this.#kind.empty(before.form)
    if (isWholeAddress(before.form.originAddress)) return { form, party: before.party }
    return { form: Object.assign(form, { originAddress: this.#kind.empty(null).originAddress }), party: null }
  }

  /**
   * An empty form from the same origin, when that is a whole address. @returns what takes it back: false where something
   * newer was typed since, which stays
   */
  readonly startOver = (): (() => boolean) => {
    this.stopAsking()
    const { form, parties, opened, quote, changes, failure, asked, selectedRateId, beforeLine } = this
    const { orderId, turnedOrderId } = this
    const emptiedForm = this.emptied()
    this.form = emptiedForm.form
    this.parties = { originAddress: emptiedForm.party, destinationAddress: null }
    this.beforeLine = null
    this.takeOrder(null)
    this.clearErrors()
    this.quote = null
    this.changes = []
    this.failure = null
    this.asked = ''
    this.opened = { originAddress: !isWholeAddress(this.form.originAddress), destinationAddress: true }
    const emptied = JSON.stringify(this.form)
    return () => {
      if (JSON.stringify(this.form) !== emptied) return false
      this.stopAsking()
      this.clearErrors()
      Object.assign(this, { form, parties, opened, quote, changes, failure, asked, selectedRateId, beforeLine })
      Object.assign(this, { orderId, turnedOrderId })
      return true
    }
  }

  /** Shows a quote of the past with the form it was asked with. */
  readonly open = async (quoteId: string): Promise<void> => {
    this.stopAsking()
    try {
      const quote = await this.#kind.find(quoteId)
      if (!quote) return
      this.form = this.#kind.formOf(quote, this.form)
      this.parties = { originAddress: null, destinationAddress: null }
      this.takeOrder(isCrossBorder(quote) ? null : (quote.orderId ?? null))
      this.#show(quote, changesOf(quoteId), this.#question())
      this.opened = { originAddress: false, destinationAddress: false }
    } catch (error) {
      this.#fail(errorData(error), this.#question())
    }
  }

  /**
   * Shows the quote of a draft where it was kept; where it was not, the form counts, and the quote is requested
   * again.
   */
  readonly showSaved = async (
    { quoteId, selectedRateId }: StoredQuote,
    askedFor: (quote: Q) => string,
  ): Promise<void> => {
    if (quoteId === null) return
    try {
      const quote = await this.#kind.find(quoteId)
      if (!quote) return
      this.#show(quote, [], askedFor(quote))
      this.selectedRateId = selectedRateId
    } catch {
      // Nothing is lost that was typed.
    }
  }
}
