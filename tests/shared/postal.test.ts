import { describe, expect, it } from 'vitest'
import { usPostalCodes } from '../../src-node/us-postal-codes.ts'
import { postalFault } from '../../src-shared/station/addresses/postal.ts'

describe('a postal code', () => {
  it.each([
    ['US', '6065', 'IL', { kind: 'form', example: '60606' }],
    ['US', '60606', 'CA', { kind: 'state', state: 'IL' }],
    ['US', '60606', 'IL', null],
    ['US', '60606-1234', 'il', null],
    ['MX', '6400', 'NLE', { kind: 'form', example: '64000' }],
    ['MX', '64000', 'JAL', { kind: 'state', state: 'NLE' }],
    ['MX', '64000', 'N.L.', null],
    ['CA', 'H3A1A1', 'QC', null],
    ['CA', 'H3A 1A1', 'ON', { kind: 'state', state: 'QC' }],
    ['CA', '60606', 'ON', { kind: 'form', example: 'H3A 1A1' }],
  ] as const)('of %s, %s beside %s: %o', (country, code, state, fault) => {
    expect(postalFault(country, code, state)).toEqual(fault)
  })

  it('is never refused beside the state that GeoNames has it in', () => {
    const refused = [...usPostalCodes()].flatMap(({ postalCode, stateCode }) =>
      stateCode && postalFault('US', postalCode, stateCode) ? [`${postalCode} ${stateCode}`] : [],
    )
    expect(refused).toEqual([])
  })
})
