import { describe, expect, test } from 'vitest'
import {
  addressInput,
  addressPrint,
  emptyAddress,
  placeChange,
} from '../../../../src-renderer/screens/quote/address/address-form.ts'
import { placeName } from '../../../../src-renderer/screens/quote/address/place-name.ts'

const place = {
  postalCode: '88000',
  city: 'NUEVO LAREDO',
  state: 'TAM',
  stateName: 'Tamaulipas',
  country: 'MX',
  county: '',
  latitude: 27.5,
  longitude: -99.5,
}

describe('the name of a place', () => {
  test.each([
    ['NUEVO LAREDO', 'Nuevo Laredo'],
    ['CIUDAD JUÁREZ', 'Ciudad Juárez'],
    ['PLAYA DEL CARMEN', 'Playa del Carmen'],
    ["O'FALLON", "O'Fallon"],
    ['MCALLEN', 'McAllen'],
    ['WINSTON-SALEM', 'Winston-Salem'],
    ['LA PAZ', 'La Paz'],
  ])('%s is written %s', (capitals, written) => {
    expect(placeName(capitals)).toBe(written)
  })
})

describe('an address form', () => {
  test('writes a state by its code', () => {
    expect(addressInput({ ...emptyAddress(), state: 'Texas ' })).toMatchObject({ state: 'TX' })
    expect(addressInput({ ...emptyAddress(), state: 'tx' })).toMatchObject({ state: 'TX' })
  })

  test('takes city, state, code and country from a place', () => {
    expect(placeChange(place)).toEqual({ city: 'Nuevo Laredo', state: 'TAM', postalCode: '88000', country: 'MX' })
    expect(placeChange({ ...place, country: 'GT' })).toEqual({})
  })

  test('is the same question for a check whatever its case and its contact', () => {
    const form = { ...emptyAddress(), address1: '1 Main St', city: 'Laredo' }
    expect(addressPrint({ ...form, city: 'LAREDO ', phone: '1' })).toBe(addressPrint(form))
    expect(addressPrint({ ...form, city: 'El Paso' })).not.toBe(addressPrint(form))
  })
})
