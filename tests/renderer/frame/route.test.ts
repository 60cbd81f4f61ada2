import fc from '../../support/fast-check.ts'
import { describe, expect, test } from 'vitest'
import { wayOutOf } from '../../../src-renderer/frame/error-way.ts'
import { placeOf } from '../../../src-renderer/screens/settings/places.ts'
import { STATION_ERRORS } from '../../../src-shared/station/error.ts'
import { formatRoute, parseRoute, SCREENS } from '../../../src-renderer/frame/route.ts'

describe('the address of a screen', () => {
  test('leads back to the same screen with the same parameters', () => {
    const params = fc.dictionary(
      fc.string({ minLength: 1 }).filter((name) => name !== '__proto__'),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.constantFrom(...SCREENS), params, (screen, given) => {
        expect(parseRoute(formatRoute({ screen, params: given }))).toEqual({ screen, params: { ...given } })
      }),
    )
  })

  test('that nobody knows is the packing screen', () => {
    expect(['', '#', '#/', '#/papers', '#/pack/..'].map((hash) => parseRoute(hash).screen)).toEqual(
      Array(5).fill('pack'),
    )
  })
})

describe('the way out of an error', () => {
  test('leads to where something can be done about it, and nowhere when one is there', () => {
    expect(wayOutOf('NO_OFFICE_PRINTER', { screen: 'pack', params: {} })).toEqual({
      action: 'printers',
      route: { screen: 'settings', params: { section: 'printers' } },
    })
    expect(wayOutOf('NO_OFFICE_PRINTER', { screen: 'settings', params: { section: 'printers' } })).toBeNull()
    expect(wayOutOf('WRONG_STATE', { screen: 'pack', params: {} })).toBeNull()
    expect(wayOutOf('A_CODE_A_SERVICE_MADE_UP', { screen: 'pack', params: {} })).toBeNull()
  })

  test('is a screen and a section that exist', () => {
    for (const code of Object.keys(STATION_ERRORS)) {
      const way = wayOutOf(code, { screen: 'pack', params: {} })
      if (!way) continue
      expect(parseRoute(formatRoute(way.route))).toEqual(way.route)
      const { section } = way.route.params
      if (section !== undefined) expect(placeOf(section)).toBe(section)
    }
  })
})
