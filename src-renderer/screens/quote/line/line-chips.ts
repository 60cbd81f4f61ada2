import type { ReadLine } from '../../../../src-shared/station/quote-line/line.ts'
import type { Accessorial } from '../../../../src-shared/freight/accessorial.ts'
import type { SavedAddress } from '../../../../src-shared/station/addresses/address-book.ts'
import { ADDRESS_SIDES, type AddressSide } from '../../../../src-shared/station/quote/quote.ts'
import { defaultAccessorials } from '../address/party-defaults.ts'
import { placeLine, type AddressForm } from '../address/address-form.ts'
import { cargoInput, isUntouched } from '../cargo/cargo-form.ts'
import { PARTY_OF, type QuoteForm } from '../quote-form.ts'
import { hasUsualSize } from './line-fill.ts'
import type { Locale } from '../../../locale/locale.svelte.ts'
import { money } from '../../../../src-shared/station/money.ts'
import { parseNumber } from '../../../forms/number.ts'

export interface LineChip {
  title: string
  text: string
  sub: string
}

type Words = Pick<Locale, 't' | 'number' | 'day' | 'money'>

/**
 * The whole rate request, shown below the line: the values of the line, and earlier values of the form. The pickup
 * day is always among it, with where it comes from, and so is what the address book adds.
 */
export function lineChips(
  form: QuoteForm,
  dayFrom: 'line' | 'form' | 'next',
  { t, number, day, money: price }: Words,
  said: Pick<ReadLine, 'cargo' | 'accessorials'> | null,
  parties: Record<AddressSide, SavedAddress | null>,
) {
  const known = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? '?' : number(value))
  const chip = (title: string, text: string, sub = ''): LineChip[] => (text === '' ? [] : [{ title, text, sub }])
  const isUsual = (at: number) => {
    const line = said?.cargo[at]
    return line !== undefined && hasUsualSize(line)
  }
  const ofBook = ADDRESS_SIDES.flatMap((side) => {
    const party = parties[side]
    return party ? defaultAccessorials(PARTY_OF[side], party) : []
  })
  const isOfBook = (code: Accessorial) => ofBook.includes(code) && said?.accessorials.includes(code) !== true
  const placeChip = (title: string, address: AddressForm) => {
    const name = address.companyName || address.address1
    const place = placeLine(address)
    return chip(title, name || place, name ? place : '')
  }
  const cargo = form.cargo
    .filter((line) => !isUntouched(line))
    .flatMap((line, at) => {
      const { quantity, length, width, height, weight, description } = cargoInput(line, form.measures)
      const size = [length, width, height].map(known).join(' × ')
      return chip(
        t('line.cargo'),
        t('line.count', { quantity: known(quantity), what: description || t('line.goods') }),
        t(isUsual(at) ? 'line.usualSize' : 'line.size', { size, weight: known(weight) }),
      )
    })
  const insured = parseNumber(form.insuranceAmount) || 0
  return [
    ...placeChip(t('quote.from'), form.originAddress),
    ...placeChip(t('quote.to'), form.destinationAddress),
    ...cargo,
    ...chip(t('line.pickup'), form.shipDate && day(form.shipDate), t(`line.day.${dayFrom}`)),
    ...form.accessorials.flatMap((code) =>
      chip(t('line.extra'), t(`accessorial.${code}`), isOfBook(code) ? t('line.extra.book') : ''),
    ),
    ...(insured > 0 ? chip(t('line.insurance'), t('freight.insured', { amount: price(money(insured, 'USD')) })) : []),
  ]
}
