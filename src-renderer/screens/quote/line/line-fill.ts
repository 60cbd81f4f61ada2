import { ACCESSORIALS } from '../../../../src-shared/freight/accessorial.ts'
import type { LineCargo, LinePlace, ReadLine } from '../../../../src-shared/station/quote-line/line.ts'
import { emptyAddress, type AddressForm } from '../address/address-form.ts'
import { emptyCargo, type CargoForm } from '../cargo/cargo-form.ts'
import { fromImperial, type Measures, type Quantity } from '../measures.ts'
import type { QuoteForm } from '../quote-form.ts'

/** The line's values for an end; null: none. */
export function isSaid({ postalCode, city, state }: LinePlace): boolean {
  return postalCode !== null || city !== null || state !== null
}

/** A place that is no entry of the address book, with the fields that the line has. */
export function addressOfLine({ address1 = '', city, state, postalCode, country }: LinePlace): AddressForm {
  return {
    ...emptyAddress(),
    address1,
    city: city ?? '',
    state: state ?? '',
    postalCode: postalCode ?? '',
    country: country ?? 'US',
  }
}

/** Rates need a size and a name of the freight: where a line has a weight alone, those of a usual pallet, in inches. */
const USUAL_PALLET = { length: 48, width: 40, height: 48 }
const USUAL_NAME = 'Freight'

/** The line has a weight and no size: the size in the form is that of a usual pallet. */
export const hasUsualSize = ({ weight, length, width, height }: LineCargo): boolean =>
  weight !== null && length === null && width === null && height === null

function cargoFormOfLine(line: LineCargo, measures: Measures): CargoForm {
  const size = hasUsualSize(line) ? USUAL_PALLET : line
  const typed = (value: number | null, quantity: Quantity) =>
    value === null ? '' : String(fromImperial(value, quantity, measures))
  return {
    ...emptyCargo(),
    quantity: line.quantity === null ? '1' : String(line.quantity),
    length: typed(size.length, 'length'),
    width: typed(size.width, 'length'),
    height: typed(size.height, 'length'),
    weight: typed(line.weight, 'weight'),
    weightOf: 'piece',
    description: line.description ?? (line.weight === null ? '' : USUAL_NAME),
    freightClass: line.freightClass ?? 'density',
    hazmat: line.hazmat ?? false,
  }
}

/** The line's values beside its places, as the form has them; absent values leave the form as it is. */
export function formOfLine(said: ReadLine, { measures, accessorials }: Pick<QuoteForm, 'measures' | 'accessorials'>) {
  const { cargo, shipDate, insuranceAmount } = said
  return {
    ...(cargo.length > 0 ? { cargo: cargo.map((line) => cargoFormOfLine(line, measures)) } : {}),
    ...(shipDate === null ? {} : { shipDate }),
    ...(insuranceAmount === undefined ? {} : { insuranceAmount: String(insuranceAmount) }),
    accessorials: ACCESSORIALS.filter((code) => accessorials.includes(code) || said.accessorials.includes(code)),
  } satisfies Partial<QuoteForm>
}
