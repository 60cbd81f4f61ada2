import { describe, expect, test } from 'vitest'
import { readAddressRefusal } from '../../../../src-renderer/screens/quote/address/address-refusal.ts'

describe('a refused address', () => {
  test('is told beside its field, with suggestions as new values of the field', () => {
    const refusal = readAddressRefusal({ field: 'destinationAddress.postalCode', suggestions: ['60601', '60602'] })
    expect(refusal).toEqual({
      side: 'destinationAddress',
      path: 'destinationAddress.postalCode',
      suggestions: [
        { label: '60601', change: { postalCode: '60601' } },
        { label: '60602', change: { postalCode: '60602' } },
      ],
    })
  })

  test('may suggest a whole address', () => {
    const refusal = readAddressRefusal({
      field: 'originAddress.city',
      suggestions: [{ city: 'Laredo', state: 'TX', zip: '78040', lat: 27.5 }, { lat: 1 }],
    })
    expect(refusal?.suggestions).toEqual([
      { label: 'Laredo, TX, 78040', change: { city: 'Laredo', state: 'TX', postalCode: '78040' } },
    ])
  })

  test('that names no field of the form is no field error', () => {
    expect(readAddressRefusal({ field: 'billTo.city', suggestions: [] })).toBeNull()
    expect(readAddressRefusal({})).toBeNull()
  })

  test('without suggestions still names its field', () => {
    expect(readAddressRefusal({ field: 'originAddress.state' })).toMatchObject({ suggestions: [] })
  })
})
