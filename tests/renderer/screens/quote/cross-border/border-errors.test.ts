import { expect, test } from 'vitest'
import { formPath, readBorderRefusal } from '../../../../../src-renderer/screens/quote/cross-border/border-errors.ts'

test.each([
  ['shipperLocation.zipCode', 'originAddress.postalCode'],
  ['consigneeLocation.stateOrProvince', 'destinationAddress.state'],
  ['consigneeLocation.contactLastName', 'destinationAddress.contactName'],
  ['shipperLocation.scheduledDate', 'docks.originAddress.day'],
  ['consigneeLocation.openTime', 'docks.destinationAddress.opens'],
  ['handlingUnits.1.products.0.class', 'units.1.products.0.freightClass'],
  ['handlingUnits.0.quantity', 'units.0.quantity'],
  ['customs.origin.email', 'customs.originAddress.email'],
  ['customs.borderCrossingLocation', 'crossing'],
  ['insuranceInfo.insuredValue', 'insuredValue'],
])('what the interface calls %s stands at %s', (field, path) => {
  expect(formPath(field)).toBe(path)
})

test('an address that the service refuses is told at its field, with what it would take', () => {
  const refusal = readBorderRefusal('INVALID_ADDRESS', {
    field: 'consigneeLocation.zipCode',
    suggestions: [{ zip: '64000', city: 'Monterrey', state: 'NLE' }],
  })
  expect(refusal?.errors).toEqual({ 'destinationAddress.postalCode': { key: 'error.INVALID_ADDRESS' } })
  expect(refusal?.address).toMatchObject({
    side: 'destinationAddress',
    suggestions: [{ change: { postalCode: '64000', city: 'Monterrey', state: 'NLE' } }],
  })
})

test('a SAT code that the service does not know is told at its product', () => {
  const details = { field: 'handlingUnits.0.products.1.satCode', reason: 'UNKNOWN_SAT_CODE', satCode: '99999999' }
  expect(readBorderRefusal('INVALID_REQUEST', details)).toEqual({
    errors: { 'units.0.products.1.satCode': { key: 'border.satUnknown' } },
    address: null,
  })
})
