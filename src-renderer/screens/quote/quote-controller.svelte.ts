import type { SavedAddress } from '../../../src-shared/station/addresses/address-book.ts'
import { nextPickupDay, pickupCalendar } from '../../../src-shared/station/booking/pickup-day.ts'
import type { PickupTerms } from '../../../src-shared/station/booking/pickup-terms.ts'
import type { StationErrorData } from '../../../src-shared/station/error.ts'
import { isCrossBorder } from '../../../src-shared/station/quote/quote-history.ts'
import { type Quote, ADDRESS_SIDES, type AddressSide } from '../../../src-shared/station/quote/quote.ts'
import type { FieldErrors } from '../../forms/field-error.ts'
import { now } from '../../locale/format.ts'
import type { Station } from '../../station.ts'
import { addressFormOfSaved, addressLine, isWholeAddress } from './address/address-form.ts'
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
  type QuoteForm,
} from './quote-form.ts'
import { RateController, type RateKind } from './rate-controller.svelte.ts'

/** A field that the service refused without more words about it, where the form has one of that name. */
function refusedField({ field }: Record<string, unknown>, form: QuoteForm): FieldErrors {
  if (typeof field !== 'string') return {}
  let at: unknown = form
  for (const name of field.split('.')) at = typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined
  return typeof at === 'string' ? { [field]: { key: 'quote.refusedField' } } : {}
}

function refusalOf({ code, details }: StationErrorData, form: QuoteForm) {
  const address = code === 'INVALID_ADDRESS' ? readAddressRefusal(details) : null
  const errors: FieldErrors = address
    ? { [address.path]: { key: 'error.INVALID_ADDRESS' } }
    : code === 'INVALID_REQUEST'
      ? refusedField(details, form)
      : {}
  return { errors, address }
}

/** A quote within one country. */
const domestic = (station: Station, pickups: () => PickupTerms): RateKind<QuoteForm, Quote> => ({
  empty: (before) => {
    if (!before) return emptyQuoteForm(now(), pickups())
    const { originAddress, measures, accessorials } = before
    return {
      ...emptyQuoteForm(now(), pickups(), { ...originAddress }, measures),
      accessorials: accessorials.filter((code) => code.endsWith('_PICKUP')),
    }
  },
  question: questionOf,
  read: async (form, orderId) => {
    const parsed = parseQuoteForm(form, now())
    if (!parsed.ok) return parsed
    const input = { ...parsed.input, ...(orderId !== null && { orderId }) }
    return { ok: true, input: () => station.invoke('quotes.request', input) }
  },
  isOwn: (quote): quote is Quote => !isCrossBorder(quote),
  find: (id) => station.invoke('quotes.get', { id }),
  isOfThePast: ({ request: { shipDate, originAddress } }) =>
    shipDate !== undefined && shipDate < pickupCalendar(originAddress, now()).day,
  formOf: ({ request }, { measures }) => quoteFormOf(request, now(), pickups(), measures),
  turned: turnedAround,
  refusalOf,
})

/** The controller of a quote within one country. */
export class QuoteController {
  readonly rates: RateController<QuoteForm, Quote>
  /** When freight is picked up, for any carrier. */
  readonly pickups: () => PickupTerms

  constructor(station: Station, pickups: () => PickupTerms) {
    this.pickups = pickups
    this.rates = new RateController(station, domestic(station, pickups))
  }

  /** A person chose an entry of the address book: its needs are added to the request. */
  readonly chooseParty = (side: AddressSide, party: SavedAddress): void => {
    const { rates } = this
    rates.form.accessorials = withDefaults(PARTY_OF[side], rates.form.accessorials, party)
    rates.errors = Object.fromEntries(Object.entries(rates.errors).filter(([path]) => !path.startsWith(`${side}.`)))
  }

  /** Puts the values of a line, or of an order, into the form, all at once. */
  readonly fill = (form: QuoteForm, parties: Record<AddressSide, SavedAddress | null>): void => {
    const { rates } = this
    const isSame = (side: AddressSide) => JSON.stringify(form[side]) === JSON.stringify(rates.form[side])
    for (const side of ADDRESS_SIDES) if (!isSame(side)) rates.opened[side] = !isWholeAddress(form[side])
    Object.assign(rates.form, form)
    rates.parties = parties
    rates.takeOrder(null)
    rates.clearErrors()
  }

  readonly switchMeasures = (): void => void Object.assign(this.rates.form, inOtherMeasures(this.rates.form))

  /** Where a first quote starts: the default shipper. */
  readonly beginFrom = (party: SavedAddress): void => {
    const { rates } = this
    rates.form.originAddress = addressFormOfSaved(party)
    rates.form.shipDate = nextPickupDay(rates.form.originAddress, now(), this.pickups())
    rates.form.accessorials = withDefaults('shipper', rates.form.accessorials, party)
    rates.parties = { ...rates.parties, originAddress: party }
    rates.opened.originAddress = false
  }

  draft(): QuoteDraft {
    const { form, quote, asked, selectedRateId, orderId, beforeLine: line } = this.rates
    const beforeLine = line && { origin: line.origin, form: line.form }
    return $state.snapshot({
      form,
      quoteId: quote?.id ?? null,
      question: quote ? asked : '',
      ...{ selectedRateId, orderId, beforeLine },
    })
  }

  /** Takes a draft over, and shows its quote where it was kept. */
  readonly restore = async (draft: QuoteDraft): Promise<void> => {
    const { originAddress, destinationAddress } = draft.form
    this.rates.form = draft.form
    this.rates.takeOrder(draft.orderId)
    this.rates.beforeLine = draft.beforeLine && { ...draft.beforeLine, party: null }
    this.rates.opened = {
      originAddress: addressLine(originAddress) === '',
      destinationAddress: addressLine(destinationAddress) === '' || draft.quoteId === null,
    }
    await this.rates.showSaved(draft, () => draft.question)
  }
}
