import { COUNTRIES, type Address, type Country } from '../../src-shared/freight/address.ts'
import { UsageError } from './io.ts'

const FORM = 'street, city, ST postal-code[, US|MX|CA]'

/**
 * An address written in one line: `1200 Port Road, Laredo, TX 78045` or `..., Montreal, QC H3A 1A1, CA`. The country is US
 * unless it is named.
 * @throws UsageError that names the option
 */
export function addressOf(text: string, option: string): Address {
  const parts = text.split(',').map((part) => part.trim())
  const last = parts.at(-1)?.toUpperCase()
  const named = COUNTRIES.find((country) => country === last)
  if (named) parts.pop()
  const region = /^([A-Za-z]{2,4})\s+([A-Za-z0-9][A-Za-z0-9 -]{2,9})$/.exec(parts.pop() ?? '')
  const city = parts.pop()
  const address1 = parts.join(', ')
  const [, state, postalCode] = region ?? []
  if (!state || !postalCode || !city || !address1) {
    throw new UsageError(`--${option}: an address is written "${FORM}"; this is "${text}"`)
  }
  const country: Country = named ?? 'US'
  return { address1, city, state: state.toUpperCase(), postalCode: postalCode.toUpperCase(), country }
}
