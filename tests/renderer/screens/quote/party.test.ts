import { describe, expect, test } from 'vitest'
import { dockSchema, type SavedAddress } from '../../../../src-shared/station/addresses/address-book.ts'
import { emptyAddress } from '../../../../src-renderer/screens/quote/address/address-form.ts'
import {
  defaultAccessorials,
  factsToRemember,
  withDefaults,
} from '../../../../src-renderer/screens/quote/address/party-defaults.ts'
import {
  parseNewParty,
  parsePartyForm,
  partyFormOf,
} from '../../../../src-renderer/screens/quote/address/party-form.ts'

const dock = dockSchema.parse({})
const liftgate: Pick<SavedAddress, 'accessorials' | 'dock'> = {
  accessorials: ['INSIDE_PICKUP'],
  dock: { ...dock, needsLiftgate: true },
}

describe('what is remembered of a place', () => {
  test('is proposed for the end of the way that it is at', () => {
    expect(defaultAccessorials('consignee', liftgate)).toEqual(['LIFTGATE_DELIVERY'])
    expect(defaultAccessorials('shipper', liftgate)).toEqual(['LIFTGATE_PICKUP', 'INSIDE_PICKUP'])
  })

  test('replaces what was chosen for that end, and leaves the other', () => {
    expect(withDefaults('consignee', ['LIFTGATE_PICKUP', 'WHITE_GLOVE'], liftgate)).toEqual([
      'LIFTGATE_PICKUP',
      'LIFTGATE_DELIVERY',
    ])
  })

  test('once changed proposes exactly what was chosen', () => {
    const chosen = ['RESIDENTIAL_DELIVERY', 'APPOINTMENT_DELIVERY'] as const
    const facts = factsToRemember('consignee', chosen, liftgate)
    expect(facts && defaultAccessorials('consignee', facts)).toEqual([...chosen])
    expect(facts?.accessorials).toContain('INSIDE_PICKUP')
  })
})

describe('saving a party', () => {
  const address = { ...emptyAddress(), companyName: 'Globex', address1: '1 Main St', city: 'Reno', state: 'nv' }
  const complete = { ...address, postalCode: '89501' }

  test('begins with the company and what the quote asked for at its end', () => {
    const form = partyFormOf(complete, null, 'consignee', ['LIFTGATE_DELIVERY', 'INSIDE_PICKUP'])
    expect(form).toMatchObject({
      name: 'Globex',
      roles: ['consignee'],
      accessorials: ['LIFTGATE_DELIVERY'],
      needsLiftgate: true,
      hasDock: false,
    })
    expect(parsePartyForm(form, complete, undefined)).toMatchObject({
      ok: true,
      input: { name: 'Globex', address: { state: 'NV' }, dock: { opens: null } },
    })
  })

  test.each([
    ['US', 'Illinois', 'IL'],
    ['US', ' new  york', 'NY'],
    ['US', 'AE', 'AE'],
    ['CA', 'Newfoundland and Labrador', 'NL'],
    ['MX', 'Nuevo León', 'NLE'],
    ['MX', 'Jal.', 'JAL.'],
  ] as const)('in %s takes the state %s', (country, state, code) => {
    const there = { ...complete, country, state }
    expect(parseNewParty(there, 'shipper')).toMatchObject({ ok: true, input: { address: { state: code } } })
  })

  test.each([
    ['US', 'ILL'],
    ['US', 'Jalisco'],
    ['CA', 'TX'],
    ['MX', 'Texas'],
  ] as const)('in %s refuses the state %s', (country, state) => {
    const there = { ...complete, country, state }
    expect(parseNewParty(there, 'shipper')).toEqual({
      ok: false,
      errors: { 'address.state': { key: 'field.invalid' } },
    })
  })

  test('names what is missing, in the address too', () => {
    const form = partyFormOf(address, null, 'shipper', [])
    expect(parsePartyForm({ ...form, name: ' ' }, address, undefined)).toEqual({
      ok: false,
      errors: { name: { key: 'field.required' }, 'address.postalCode': { key: 'field.required' } },
    })
  })
})
