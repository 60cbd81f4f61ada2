import { describe, expect, test } from 'vitest'
import {
  addressValidationSchema,
  type AddressValidation,
  type AddressValidationRequest,
} from '../../src-shared/freight/address-validation.ts'
import { stringFailureSchema } from '../../src-shared/freight/envelope.ts'
import { useService } from './service.ts'

const service = useService()
const EMPTY = { street1: '', street2: '', city: '', state: '', zip: '', country: 'US' }

async function validated(address: AddressValidationRequest): Promise<AddressValidation> {
  const answer = await service.post('/address/validate', address)
  expect(answer.status).toBe(200)
  return addressValidationSchema.strict().parse(answer.body)
}
const us = (changes: Partial<AddressValidationRequest>) =>
  validated({ ...EMPTY, street1: '2210 S ASHLAND AVE', city: 'CHICAGO', state: 'IL', zip: '60608', ...changes })

describe('a US address', () => {
  test('is given back as submitted and as it should be written, with four more digits', async () => {
    const submitted = {
      street1: ' 2210 south ashland avenue ',
      street2: 'Suite 400',
      city: 'chicago',
      state: 'Illinois',
      zip: '60608',
      country: 'US',
    }
    expect(await validated(submitted)).toEqual({
      success: true,
      validation_status: 'VALIDATED_CHANGED',
      original_address: submitted,
      validated_address: {
        street1: '2210 S ASHLAND AVE',
        street2: 'STE 400',
        city: 'CHICAGO',
        state: 'IL',
        zip: expect.stringMatching(/^60608-\d{4}$/),
        country: 'US',
      },
      requires_correction: false,
    })
  })

  test.each([
    ['a wrong state', { state: 'TX' }],
    ['another city', { city: 'CICERO' }],
  ])('with %s is set right by its ZIP', async (_, changes) => {
    const { validated_address, requires_correction } = await us(changes)
    expect(validated_address).toMatchObject({ city: 'CHICAGO', state: 'IL', zip: expect.stringMatching(/^60608-/) })
    expect(requires_correction).toBe(true)
  })

  test('with city, state and ZIP that are all unknown is not found', async () => {
    const answer = await us({ city: 'Nowhere', state: 'ZZ', zip: '00000' })
    expect(answer).toMatchObject({ validation_status: 'NOT_FOUND', requires_correction: true })
  })
})

describe('an address abroad', () => {
  const mx = { street1: 'Av. Industrias 100', city: 'Monterrey', state: 'Nuevo León', zip: '64000', country: 'MX' }

  test('in Mexico has its state by code, and keeps its street', async () => {
    const { validated_address, requires_correction } = await validated(mx)
    expect(validated_address).toEqual({
      street1: 'AV. INDUSTRIAS 100',
      street2: '',
      city: 'MONTERREY',
      state: 'NLE',
      zip: '64000',
      country: 'MX',
    })
    expect(requires_correction).toBe(false)
  })

  test('in Canada has a blank in its code', async () => {
    const { validated_address } = await validated({
      street1: '1 Rue Peel',
      city: 'Montréal',
      state: 'Québec',
      zip: 'h3a2b2',
      country: 'CA',
    })
    expect(validated_address).toMatchObject({ city: 'MONTREAL', state: 'QC', zip: 'H3A 2B2' })
  })

  test('in a country that is not served is refused with a plain sentence', async () => {
    const answer = await service.post('/address/validate', { ...mx, country: 'FR' })
    expect(answer.status).toBe(400)
    expect(stringFailureSchema.strict().parse(answer.body).error).toContain('US, MX, CA')
  })
})
