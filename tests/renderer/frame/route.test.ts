import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
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
