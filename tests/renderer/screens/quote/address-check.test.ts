import { describe, expect, test } from 'vitest'
import type { AddressCheck, CheckedAddress } from '../../../../src-shared/station/addresses/location.ts'
import {
  compareParts,
  suggestedChange,
  checkResultOf,
} from '../../../../src-renderer/screens/quote/address/address-check.ts'

const mine: CheckedAddress = {
  street1: '200 N LaSalle St',
  street2: '',
  city: 'Chicago',
  state: 'IL',
  postalCode: '60601',
  country: 'US',
}
function check(corrected: Partial<CheckedAddress>, patch: Partial<AddressCheck> = {}): AddressCheck {
  return {
    status: 'VALIDATED_CHANGED',
    submitted: mine,
    corrected: { ...mine, street1: '200 N LASALLE ST', city: 'CHICAGO', ...corrected },
    changed: ['street1', 'city'],
    requiresCorrection: false,
    ...patch,
  }
}

describe('an address check', () => {
  test('that only writes in capitals has nothing to suggest', () => {
    expect(checkResultOf(check({}))).toBe('exact')
    expect(suggestedChange(check({}))).toEqual({})
  })

  test('marks the parts that say something else, and changes no others', () => {
    const answer = check({ postalCode: '60601-3201' })
    expect(checkResultOf(answer)).toBe('suggestion')
    expect(compareParts(answer).filter(({ isChanged }) => isChanged)).toEqual([
      { part: 'postalCode', mine: '60601', theirs: '60601-3201', isChanged: true },
    ])
    expect(suggestedChange(answer)).toEqual({ postalCode: '60601-3201' })
  })

  test('says so when the freight would go astray, and writes a new city as people do', () => {
    const answer = check({ city: 'EAST ST. LOUIS' }, { requiresCorrection: true })
    expect(checkResultOf(answer)).toBe('astray')
    expect(suggestedChange(answer)).toEqual({ city: 'East St. Louis' })
  })

  test('takes no country that freight cannot go to', () => {
    expect(suggestedChange(check({ country: 'FR' }))).toEqual({})
    expect(suggestedChange(check({ country: 'CA' }))).toEqual({ country: 'CA' })
  })
})
