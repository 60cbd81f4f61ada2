import type { BorderCrossing } from '../../../../src-shared/freight/crossborder-quote.ts'
import type { SavedAddress } from '../../../../src-shared/station/addresses/address-book.ts'
import { nextPickupDay, pickupCalendar } from '../../../../src-shared/station/booking/pickup-day.ts'
import type { PickupTerms } from '../../../../src-shared/station/booking/pickup-terms.ts'
import { placeOfStop } from '../../../../src-shared/station/booking/pickup-place.ts'
import type { CrossBorderQuote } from '../../../../src-shared/station/quote/crossborder.ts'
import { isCrossBorder } from '../../../../src-shared/station/quote/quote-history.ts'
import { hasErrorUnder } from '../../../forms/field-error.ts'
import { now } from '../../../locale/format.ts'
import type { Station } from '../../../station.ts'
import { addressFormOfSaved, addressLine } from '../address/address-form.ts'
import { ADDRESS_SIDES, type AddressSide } from '../../../../src-shared/station/quote/quote.ts'
import { RateController, type RateKind } from '../rate-controller.svelte.ts'
import type { BorderDraft } from './border-draft.ts'
import { readBorderRefusal } from './border-errors.ts'
import { emptyBorderForm, inOtherMeasures, turnedAround, type BorderForm } from './border-form.ts'
import { parseBorderForm, questionOf } from './border-request.ts'
import { CrossingSuggestion } from './crossing/crossing-suggestion.svelte.ts'
import { borderFormOf } from './form-of-request.ts'
import { takeDock } from './stops/party-dock.ts'

/** From the same shipper, to the other side. */
function emptyFrom(before: BorderForm | null, pickups: PickupTerms): BorderForm {
  const form = emptyBorderForm(now(), pickups)
  if (!before) return form
  const { originAddress, measures } = before
  form.docks.originAddress.day = nextPickupDay(originAddress, now(), pickups)
  const country = originAddress.country === 'MX' ? 'US' : 'MX'
  const destinationAddress = { ...form.destinationAddress, country } as const
  return { ...form, measures, originAddress: { ...originAddress }, destinationAddress }
}

/** The chosen crossing, or the suggested one. */
const crossingOf = (form: BorderForm, suggestion: CrossingSuggestion): BorderCrossing | null =>
  form.crossing || suggestion.crossing

/** A quote over the border between the US and Mexico. */
const overTheBorder = (
  station: Station,
  suggestion: CrossingSuggestion,
  pickups: () => PickupTerms,
): RateKind<BorderForm, CrossBorderQuote> => ({
  empty: (before) => emptyFrom(before, pickups()),
  // Until the crossing is looked up, the quote's own is used.
  question: (form, quote) =>
    questionOf(form, crossingOf(form, suggestion) ?? quote?.request.borderCrossingLocation ?? null),
  read: async (form) => {
    if (!form.crossing) await suggestion.ask(station, form.originAddress, form.destinationAddress)
    const parsed = parseBorderForm(form, crossingOf(form, suggestion), now())
    return parsed.ok ? { ok: true, input: () => station.invoke('quotes.requestCrossBorder', parsed.input) } : parsed
  },
  isOwn: isCrossBorder,
  find: async (id) => {
    const quote = await station.invoke('quotes.find', { id })
    return isCrossBorder(quote) ? quote : null
  },
  isOfThePast: ({ request: { shipperLocation } }) =>
    (shipperLocation.scheduledDate?.slice(0, 10) ?? '') < pickupCalendar(placeOfStop(shipperLocation), now()).day,
  formOf: ({ request }) => borderFormOf(request, now(), pickups()),
  turned: turnedAround,
  refusalOf: ({ code, details }) => readBorderRefusal(code, details) ?? { errors: {}, address: null },
  openFor: (errors) => ADDRESS_SIDES.filter((side) => hasErrorUnder(errors, `docks.${side}`)),
})

/** The controller of a quote over the border between the US and Mexico. */
export class BorderController {
  readonly suggestion = new CrossingSuggestion()
  readonly rates: RateController<BorderForm, CrossBorderQuote>
  readonly #kind: RateKind<BorderForm, CrossBorderQuote>
  readonly #pickups: () => PickupTerms

  constructor(station: Station, pickups: () => PickupTerms) {
    this.#pickups = pickups
    this.#kind = overTheBorder(station, this.suggestion, pickups)
    this.rates = new RateController(station, this.#kind)
  }

  get crossing(): BorderCrossing | null {
    return crossingOf(this.rates.form, this.suggestion)
  }

  /** Clears the errors of fields fixed since; finds no new ones. */
  readonly recheck = (): void => {
    const { rates } = this
    const paths = Object.keys(rates.errors)
    if (paths.length === 0 || rates.question === rates.refused) return
    const parsed = parseBorderForm(rates.form, this.crossing, now())
    const still = parsed.ok ? {} : parsed.errors
    rates.errors = Object.fromEntries(paths.flatMap((path) => (still[path] ? [[path, still[path]]] : [])))
    rates.refusal = null
  }

  /** An entry of the address book was chosen for one end: its dock is as it was remembered. */
  readonly takeParty = (side: AddressSide, party: SavedAddress): void => takeDock(this.rates.form, side, party)

  readonly switchMeasures = (): void => {
    const { rates } = this
    // The same freight in other words: rates that are valid stay valid.
    const wasEdited = rates.isEdited
    Object.assign(rates.form, inOtherMeasures(rates.form))
    if (!wasEdited) rates.asked = rates.question
  }

  /** Where a first quote starts: the default shipper. A place in Canada is on neither side of this border. */
  readonly beginFrom = (party: SavedAddress): void => {
    const { country } = party.address
    if (country === 'CA') return
    const { form } = this.rates
    form.originAddress = addressFormOfSaved(party)
    form.docks.originAddress.day = nextPickupDay(form.originAddress, now(), this.#pickups())
    form.destinationAddress.country = country === 'US' ? 'MX' : 'US'
  }

  draft(): BorderDraft {
    const { form, quote, isEdited, selectedRateId } = this.rates
    return $state.snapshot({ form, quoteId: quote?.id ?? null, isEdited, selectedRateId })
  }

  /** Takes a draft over, and shows its quote where it was kept: void when the form was changed after it. */
  readonly restore = async (draft: BorderDraft): Promise<void> => {
    const { rates } = this
    const { originAddress, destinationAddress } = draft.form
    rates.form = draft.form
    rates.opened = {
      originAddress: addressLine(originAddress) === '',
      destinationAddress: addressLine(destinationAddress) === '',
    }
    await rates.showSaved(draft, (quote) => (draft.isEdited ? '' : this.#kind.question(rates.form, quote)))
  }
}
