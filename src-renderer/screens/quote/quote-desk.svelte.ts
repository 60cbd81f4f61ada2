import type { SavedAddress } from '../../../src-shared/station/address-book.ts'
import type { StationErrorData } from '../../../src-shared/station/error.ts'
import type { Quote } from '../../../src-shared/station/quote.ts'
import type { FieldErrors } from '../../forms/field-error.ts'
import { localToday } from '../../locale/format.ts'
import { addressFormOfSaved, addressLine } from './address/address-form.ts'
import { readAddressRefusal } from './address/address-refusal.ts'
import { withDefaults } from './address/party-defaults.ts'
import type { QuoteDraft } from './quote-draft.ts'
import {
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
import { RateDesk } from './rate-desk.svelte.ts'

/** A field that the service refused without more words about it, where the form has one of that name. */
function refusedField({ field }: Record<string, unknown>, form: QuoteForm): FieldErrors {
  if (typeof field !== 'string') return {}
  let at: unknown = form
  for (const name of field.split('.')) at = typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined
  return typeof at === 'string' ? { [field]: { key: 'quote.refusedField' } } : {}
}

/** The clerk's desk for a quote within one country. */
export class QuoteDesk extends RateDesk<QuoteForm, Quote> {
  form = $state<QuoteForm>(emptyQuoteForm(localToday()))
  readonly question = $derived(questionOf(this.form))

  readonly ask = async (): Promise<void> => {
    if (this.isAsking) return
    const parsed = parseQuoteForm(this.form, localToday())
    this.errors = parsed.ok ? {} : parsed.errors
    this.refusal = null
    if (!parsed.ok) return
    await this.request(async () => ({
      quote: await this.station.invoke('quotes.request', parsed.input),
      changes: [],
    }))
  }

  protected isOwn(quote: object): quote is Quote {
    return !('kind' in quote)
  }

  protected find(quoteId: string): Promise<Quote> {
    return this.station.invoke('quotes.get', { id: quoteId })
  }

  protected isOfThePast({ request: { shipDate } }: Quote): boolean {
    return shipDate !== undefined && shipDate < localToday()
  }

  protected formOf(quote: Quote): QuoteForm {
    return quoteFormOf(quote.request, localToday(), this.form.measures)
  }

  protected emptied(): QuoteForm {
    const { originAddress, measures, accessorials } = this.form
    return {
      ...emptyQuoteForm(localToday(), { ...originAddress }, measures),
      accessorials: accessorials.filter((code) => code.endsWith('_PICKUP')),
    }
  }

  protected turned(): Partial<QuoteForm> {
    return turnedAround(this.form)
  }

  protected readRefusal({ code, details }: StationErrorData): void {
    this.refusal = code === 'INVALID_ADDRESS' ? readAddressRefusal(details) : null
    if (this.refusal) this.errors = { [this.refusal.path]: { key: 'error.INVALID_ADDRESS' } }
    else if (code === 'INVALID_REQUEST') this.errors = refusedField(details, this.form)
  }

  /** A person chose an entry of the address book: what it needs is asked for with it. */
  readonly chooseParty = (side: AddressSide, party: SavedAddress): void => {
    this.form.accessorials = withDefaults(PARTY_OF[side], this.form.accessorials, party)
    this.errors = Object.fromEntries(Object.entries(this.errors).filter(([path]) => !path.startsWith(`${side}.`)))
  }

  readonly switchMeasures = (): void => void Object.assign(this.form, inOtherMeasures(this.form))

  /** Where a first quote starts: the default shipper. */
  readonly beginFrom = (party: SavedAddress): void => {
    this.form.originAddress = addressFormOfSaved(party)
    this.form.accessorials = withDefaults('shipper', this.form.accessorials, party)
    this.parties = { ...this.parties, originAddress: party }
    this.opened.originAddress = false
  }

  draft(): QuoteDraft {
    return $state.snapshot({
      form: this.form,
      quoteId: this.quote?.id ?? null,
      question: this.quote ? this.asked : '',
      selectedRateId: this.selectedRateId,
    })
  }

  /** Takes a draft over, and shows its quote where it was kept. */
  readonly restore = async (draft: QuoteDraft): Promise<void> => {
    const { originAddress, destinationAddress } = draft.form
    this.form = draft.form
    this.opened = {
      originAddress: addressLine(originAddress) === '',
      destinationAddress: addressLine(destinationAddress) === '' || draft.quoteId === null,
    }
    await this.showKept(draft, () => draft.question)
  }
}
