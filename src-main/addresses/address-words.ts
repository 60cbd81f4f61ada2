import type { Address } from '../../src-shared/freight/address.ts'
import type { AddressBody } from '../../src-shared/station/addresses/address-book.ts'

/** Words a street is written with in two ways. */
const SHORT: Record<string, string> = {
  street: 'st',
  avenue: 'ave',
  avenida: 'av',
  road: 'rd',
  drive: 'dr',
  boulevard: 'blvd',
  bulevar: 'blvd',
  highway: 'hwy',
  carretera: 'carr',
  calle: 'c',
  north: 'n',
  south: 's',
  east: 'e',
  west: 'w',
}

/** What two entries of one place have in common: postal code and street, without case, accents, signs and long words. */
export function likenessOf({ address1, postalCode, country }: Address): string {
  // The first five of a US ZIP+4 name the same street.
  const postal =
    country === 'US' ? plain(postalCode).replaceAll(' ', '').slice(0, 5) : plain(postalCode).replaceAll(' ', '')
  const street = plain(address1)
    .split(' ')
    .map((word) => SHORT[word] ?? word)
    .join(' ')
  return `${country} ${postal} ${street}`
}

/** The search words of an entry. */
export function wordsOf(name: string, { address, notes, roles }: AddressBody): string {
  return [name, ...Object.values(address), notes, ...roles].filter((word) => typeof word === 'string').join(' ')
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
}
