import type { BorderCrossing } from '../../../../src-shared/freight/crossborder-quote.ts'
import type { SavedAddress } from '../../../../src-shared/station/address-book.ts'
import type { CrossBorderQuote } from '../../../../src-shared/station/crossborder.ts'
import type { StationErrorData } from '../../../../src-shared/station/error.ts'
import { hasErrorUnder } from '../../../forms/field-error.ts'
import { localToday } from '../../../locale/format.ts'
import { addressFormOfSaved, addressLine } from '../address/address-form.ts'
import { ADDRESS_SIDES, type AddressSide } from '../quote-form.ts'
import { RateDesk } from '../rate-desk.svelte.ts'
import type { BorderDraft } from './border-draft.ts'
import { readBorderRefusal } from './border-errors.ts'
import { emptyBorderForm, inOtherMeasures, turnedAround, type BorderForm } from './border-form.ts'
import { parseBorderForm, questionOf } from './border-request.ts'
import { CrossingAdviser } from './crossing-adviser.svelte.ts'
import { borderFormOf } from './form-of-request.ts'
import { takeDock } from './party-dock.ts'

/** The clerk's desk for a quote over the border between the US and Mexico. */
export class BorderDesk extends RateDesk<BorderForm, CrossBorderQuote> {
  form = $state<BorderForm>(emptyBorderForm(localToday()))
  readonly adviser = new CrossingAdviser()
  readonly question = $derived(this.#questionWith(this.quote))
  /** What the service refused, as it was asked. */
  #refused = ''

  /** The chosen crossing, or the suggested one. */
  get crossing(): BorderCrossing | null {
    return this.form.crossing || this.adviser.crossing
  }

  /** Until the crossing is looked up, the quote's own stands for it. */
  #questionWith(quote: CrossBorderQuote | null): string {
    return questionOf(this.form, this.crossing ?? quote?.request.borderCrossingLocation ?? null)
  }

  readonly ask = async (): Promise<void> => {
    if (this.isAsking) return
    const { crossing, originAddress, destinationAddress } = this.form
    if (!crossing) await this.adviser.ask(this.station, originAddress, destinationAddress)
    const parsed = parseBorderForm(this.form, this.crossing, localToday())
    this.errors = parsed.ok ? {} : parsed.errors
    this.refusal = null
    this.#openWhereWrong()
    if (!parsed.ok) return
    await this.request(async () => ({
      quote: await this.station.invoke('quotes.requestCrossBorder', parsed.input),
      changes: [],
    }))
  }

  protected isOwn(quote: object): quote is CrossBorderQuote {
    return 'kind' in quote
  }

  protected async find(quoteId: string): Promise<CrossBorderQuote | null> {
    const quote = await this.station.invoke('quotes.find', { id: quoteId })
    return this.isOwn(quote) ? quote : null
  }

  protected isOfThePast({ request }: CrossBorderQuote): boolean {
    return (request.shipperLocation.scheduledDate?.slice(0, 10) ?? '') < localToday()
  }

  protected formOf(quote: CrossBorderQuote): BorderForm {
    return borderFormOf(quote.request, localToday())
  }

  protected emptied(): BorderForm {
    const { originAddress, measures } = this.form
    const form = emptyBorderForm(localToday())
    const country = originAddress.country === 'MX' ? 'US' : 'MX'
    return {
      ...form,
      measures,
      originAddress: { ...originAddress },
      destinationAddress: { ...form.destinationAddress, country },
    }
  }

  protected turned(): Partial<BorderForm> {
    return turnedAround(this.form)
  }

  protected readRefusal({ code, details }: StationErrorData): void {
    const refusal = readBorderRefusal(code, details)
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

  readonly switchMeasures = (): void => {
    // The same freight in other words: rates that hold go on holding.
    const wasEdited = this.isEdited
    Object.assign(this.form, inOtherMeasures(this.form))
    if (!wasEdited) this.asked = this.question
  }

  /** Where a first quote starts: the default shipper. A place in Canada is on neither side of this border. */
  readonly beginFrom = (party: SavedAddress): void => {
    const { country } = party.address
    if (country === 'CA') return
    this.form.originAddress = addressFormOfSaved(party)
    this.form.destinationAddress.country = country === 'US' ? 'MX' : 'US'
  }

  draft(): BorderDraft {
    return $state.snapshot({
      form: this.form,
      quoteId: this.quote?.id ?? null,
      isEdited: this.isEdited,
      selectedRateId: this.selectedRateId,
    })
  }

  /** Takes a draft over, and shows its quote where it was kept: void when the form was changed after it. */
  readonly restore = async (draft: BorderDraft): Promise<void> => {
    const { originAddress, destinationAddress } = draft.form
    this.form = draft.form
    this.opened = {
      originAddress: addressLine(originAddress) === '',
      destinationAddress: addressLine(destinationAddress) === '',
    }
    await this.showKept(draft, (quote) => (draft.isEdited ? '' : this.#questionWith(quote)))
  }
}
