import { ACCESSORIALS, type Accessorial } from '../../../src-shared/freight/accessorial.ts'
import type { QuoteRequest } from '../../../src-shared/freight/quote.ts'
import { nextPickupDay, pickupCalendar, pickupDayOr } from '../../../src-shared/station/booking/pickup-day.ts'
import type { PickupTerms } from '../../../src-shared/station/booking/pickup-terms.ts'
import { quoteInputSchema, type AddressSide, type QuoteInput } from '../../../src-shared/station/quote/quote.ts'
import { fieldErrors, type FieldErrors, type ParsedForm } from '../../forms/field-error.ts'
import { parseNumber } from '../../forms/number.ts'
import { addressFormOf, addressInput, emptyAddress, type AddressForm } from './address/address-form.ts'
import type { PartySide } from '../../../src-shared/station/addresses/accessorials-at.ts'
import { cargoFormOf, cargoInOther, cargoInput, emptyCargo, type CargoForm } from './cargo/cargo-form.ts'
import { limitsInMeasures } from './limits.ts'
import { otherMeasures, type Measures } from './measures.ts'

/** The party at each end. */
export const PARTY_OF = { originAddress: 'shipper', destinationAddress: 'consignee' } as const satisfies Record<
  AddressSide,
  PartySide
>

export interface QuoteForm {
  originAddress: AddressForm
  destinationAddress: AddressForm
  cargo: CargoForm[]
  measures: Measures
  shipDate: string
  insuranceAmount: string
  accessorials: Accessorial[]
}

/** For the next pickup day at its origin. */
export function emptyQuoteForm(
  now: Date,
  pickups: PickupTerms,
  origin: AddressForm = emptyAddress(),
  measures: Measures = 'imperial',
): QuoteForm {
  return {
    originAddress: origin,
    destinationAddress: emptyAddress(),
    cargo: [emptyCargo()],
    measures,
    shipDate: nextPickupDay(origin, now, pickups),
    insuranceAmount: '',
    accessorials: [],
  }
}

/** The form that a quote of the past was asked with; a ship date that has passed becomes the next day of pickup. */
export function quoteFormOf(request: QuoteRequest, now: Date, pickups: PickupTerms, measures: Measures): QuoteForm {
  const { originAddress, destinationAddress, cargo, shipDate, insuranceAmount, accessorials = [] } = request
  return {
    originAddress: addressFormOf(originAddress),
    destinationAddress: addressFormOf(destinationAddress),
    cargo: cargo.map((line) => cargoFormOf(line, measures)),
    measures,
    shipDate: pickupDayOr(shipDate, originAddress, now, pickups),
    insuranceAmount: insuranceAmount === undefined ? '' : String(insuranceAmount),
    accessorials: ACCESSORIALS.filter((code) => accessorials.includes(code)),
  }
}

/** The form as the station takes it, not checked yet. */
function requestOf(form: QuoteForm) {
  return {
    originAddress: addressInput(form.originAddress),
    destinationAddress: addressInput(form.destinationAddress),
    cargo: form.cargo.map((line) => cargoInput(line, form.measures)),
    shipDate: form.shipDate,
    accessorials: form.accessorials,
    insuranceAmount: parseNumber(form.insuranceAmount),
  }
}

/** The form as the station takes it, or its errors, field by field. Checked with the station's own schema. */
export function parseQuoteForm(form: QuoteForm, now: Date): ParsedForm<QuoteInput> {
  const request = requestOf(form)
  const parsed = quoteInputSchema.safeParse(request)
  const { day: today } = pickupCalendar(form.originAddress, now)
  const errors: FieldErrors = {
    ...(parsed.success ? {} : limitsInMeasures(fieldErrors(parsed.error, request), form.measures)),
    ...(form.shipDate && form.shipDate < today ? { shipDate: { key: 'field.past' } as const } : {}),
  }
  return parsed.success && Object.keys(errors).length === 0 ? { ok: true, input: parsed.data } : { ok: false, errors }
}

/**
 * The request of a quote, to see whether the form is unchanged. Where an address is kept, and the measures
 * that weights are typed in, are not part of it.
 */
export function questionOf(form: QuoteForm): string {
  return JSON.stringify(requestOf(form))
}

/** The same freight in the other measures. */
export function inOtherMeasures(form: QuoteForm): Pick<QuoteForm, 'cargo' | 'measures'> {
  return {
    cargo: form.cargo.map((line) => cargoInOther(line, form.measures)),
    measures: otherMeasures(form.measures),
  }
}

/** The way back: both ends change places, with their services. */
export function turnedAround(form: QuoteForm): Pick<QuoteForm, AddressSide | 'accessorials'> {
  const other = (code: Accessorial): string =>
    code.endsWith('_PICKUP') ? code.replace('_PICKUP', '_DELIVERY') : code.replace('_DELIVERY', '_PICKUP')
  const turned = form.accessorials.map(other)
  return {
    originAddress: form.destinationAddress,
    destinationAddress: form.originAddress,
    accessorials: ACCESSORIALS.filter((code) => turned.includes(code)),
  }
}
