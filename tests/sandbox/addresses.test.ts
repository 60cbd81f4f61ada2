import fc from '../support/fast-check.ts'
import { describe, expect, test } from 'vitest'
import {
  addressValidationSchema,
  type AddressValidation,
  type AddressValidationRequest,
} from '../../src-shared/freight/address-validation.ts'
import { stringFailureSchema } from '../../src-shared/freight/envelope.ts'
import { API_KEY, errorOf, useService } from './service.ts'

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

  test('that comes back validated stays as it is', async () => {
    const first = await us({ street1: '5 Oak Lane', zip: '' })
    const again = await validated(first.validated_address)
    expect(again.validation_status).toBe('VALIDATED')
    expect(again.requires_correction).toBe(false)
    expect(again.validated_address).toEqual(first.validated_address)
  })

  test('keeps the four digits it came with', async () => {
    expect((await us({ zip: '60608-1234' })).validation_status).toBe('VALIDATED')
    expect((await us({ zip: '606081234' })).validated_address.zip).toBe('60608-1234')
  })

  test('without a ZIP gets one of its city, the same one for the same street', async () => {
    const first = await us({ street1: '1600 Amphitheatre Pkwy', city: 'Mountain View', state: 'CA', zip: '' })
    expect(first.validated_address.zip).toMatch(/^9404[0-3]-\d{4}$/)
    expect(first.requires_correction).toBe(true)
    const again = await us({ street1: '1600 amphitheatre parkway', city: 'MOUNTAIN VIEW', state: 'CA', zip: '' })
    expect(again.validated_address).toEqual(first.validated_address)
  })

  test('without city and state gets them from the ZIP', async () => {
    const { validated_address, requires_correction } = await us({ city: '', state: '', zip: '75212' })
    expect(validated_address).toMatchObject({ city: 'DALLAS', state: 'TX' })
    expect(requires_correction).toBe(true)
  })

  test.each([
    ['a wrong state', { state: 'TX' }, { city: 'CHICAGO', state: 'IL' }],
    ['a misspelt city', { city: 'CHICAGGO' }, { city: 'CHICAGO', state: 'IL' }],
    ['a suburb that the post counts to the city', { city: 'CICERO', zip: '60608' }, { city: 'CHICAGO', state: 'IL' }],
    ['a state that is left out', { state: '' }, { city: 'CHICAGO', state: 'IL' }],
  ])('with %s is set right by its ZIP', async (_, changes, expected) => {
    const { validated_address, requires_correction } = await us(changes)
    expect(validated_address).toMatchObject({ ...expected, zip: expect.stringMatching(/^60608-/) })
    expect(requires_correction).toBe(true)
  })

  test.each([
    ['that is unknown', '00001'],
    ['that is none', 'ABC'],
    ['of a city far away', '75212'],
    ['of another place in the state', '62901'],
  ])('with a ZIP %s gets one of its city and state', async (_, zip) => {
    const { validated_address, requires_correction } = await us({ zip })
    expect(validated_address).toMatchObject({ city: 'CHICAGO', state: 'IL', zip: expect.stringMatching(/^60[678]/) })
    expect(requires_correction).toBe(true)
  })

  test.each([
    ['city, state and ZIP that are all unknown', { city: 'Nowhere', state: 'ZZ', zip: '00000' }],
    ['a street alone', { city: '', state: '', zip: '' }],
    ['a city that many states have, and nothing else', { city: 'Springfield', state: '', zip: '' }],
  ])('with %s is not found', async (_, changes) => {
    const answer = await us(changes)
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
    for (const state of ['NL', 'N.L.', 'nuevo leon']) {
      expect((await validated({ ...mx, state })).validated_address.state).toBe('NLE')
    }
  })

  test('in Mexico with a code beside the table is kept when its numbering fits the state', async () => {
    const kept = await validated({ ...mx, zip: '64010' })
    expect(kept).toMatchObject({ validated_address: { city: 'MONTERREY', zip: '64010' }, requires_correction: false })
    const wrong = await validated({ ...mx, zip: '83010' })
    expect(wrong).toMatchObject({
      validated_address: { city: 'MONTERREY', state: 'NLE', zip: expect.stringMatching(/^64/) },
      requires_correction: true,
    })
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

test('an address that was corrected once needs no second correction', async () => {
  const address = fc.record({
    street1: fc.constantFrom(
      '1 main street',
      '200 North Park Avenue South, Suite 5',
      'P.O. Box 7',
      'Av. Niños Héroes 10',
    ),
    street2: fc.constantFrom('', 'apartment 4', '#2'),
    city: fc.constantFrom('', 'Chicago', 'St. Louis', 'Monterrey', 'Cd. Juárez', 'Montréal', 'Windsor', 'Nowhere'),
    state: fc.constantFrom('', 'IL', 'Missouri', 'NL', 'Chihuahua', 'QC', 'Ontario', 'ZZ'),
    zip: fc.constantFrom('', '60601', '60601-1234', '63101', '64010', '32573', '31999', 'h3a 2b2', 'N9A9Z9', '00000'),
    country: fc.constantFrom('US', 'us', 'MX', 'CA'),
  })
  await fc.assert(
    fc.asyncProperty(address, async (submitted) => {
      const first = await validated(submitted)
      expect(first.original_address).toEqual(submitted)
      const again = await validated(first.validated_address)
      expect(again.validated_address).toEqual(first.validated_address)
      if (first.validation_status !== 'NOT_FOUND') {
        expect(again).toMatchObject({ validation_status: 'VALIDATED', requires_correction: false })
      }
    }),
    { numRuns: 500 },
  )
})

describe('requests that are not valid', () => {
  test.each([
    ['no street', { street1: undefined }, 'street1'],
    ['an empty street', { street1: '  ' }, 'street1'],
    ['no country', { country: undefined }, 'country'],
    ['a number for a ZIP', { zip: 60608 }, 'zip'],
    ['an endless city', { city: 'x'.repeat(121) }, 'city'],
  ])('%s: the field is named', async (_, changes, field) => {
    const answer = await service.post('/address/validate', { ...EMPTY, street1: '1 A St', ...changes })
    expect(answer.status).toBe(400)
    expect(errorOf(answer)).toMatchObject({ code: 'INVALID_REQUEST', details: { field } })
  })

  test('no body makes the service fail, and every answer is one of the documented', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 130 }),
      fc.constantFrom('US', 'MX', 'CA', 'Chicago', 'TX', '60601', 'H3A 1A1', '64000'),
    )
    const part = fc.oneof({ weight: 6, arbitrary: text }, { weight: 1, arbitrary: fc.jsonValue() })
    const body = fc.record(
      { street1: part, street2: part, city: part, state: part, zip: part, country: part },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(fc.oneof(body, fc.jsonValue()), async (value) => {
        const answer = await service.post('/address/validate', value)
        if (answer.status === 200) addressValidationSchema.strict().parse(answer.body)
        else {
          expect(answer.status).toBe(400)
          if (!stringFailureSchema.safeParse(answer.body).success) {
            expect(errorOf(answer)).toMatchObject({ code: 'INVALID_REQUEST', details: { field: expect.any(String) } })
          }
        }
      }),
      { numRuns: 200 },
    )
  })

  test('a body that is no JSON is refused in the envelope', async () => {
    const response = await fetch(`${service.baseUrl}/address/validate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
      body: '{',
    })
    expect(response.status).toBe(400)
  })
})

describe('when validation is unavailable', () => {
  test('a sentence and status_code 503 say so, until it is available again', async () => {
    await service.restart({ settings: { addressValidation: 'unavailable' } })
    const answer = await service.post('/address/validate', { ...EMPTY, street1: '1 A St' })
    expect(answer.status).toBe(503)
    expect(stringFailureSchema.strict().parse(answer.body)).toMatchObject({ success: false, status_code: 503 })
    expect((await service.faultApi('POST', '/settings', { addressValidation: 'available' })).status).toBe(200)
    expect((await us({})).success).toBe(true)
  })
})
