import { describe, expect, it } from 'vitest'
import { homeOf, railOrder } from '../../../src-renderer/frame/rail-order.ts'
import { SCREENS } from '../../../src-renderer/frame/route.ts'
import { ROLES } from '../../../src-shared/station/role.ts'

describe('the rail', () => {
  it('begins with what the role does most', () => {
    expect(homeOf('packer')).toBe('pack')
    expect(homeOf('clerk')).toBe('quote')
    expect(homeOf('supervisor')).toBe('track')
    expect(homeOf(undefined)).toBe('pack')
  })

  it('holds every place of daily work once for each role, and Settings last', () => {
    // The inbox is in the top bar, with its count; the wall screen is a view of Track.
    const places = SCREENS.filter((screen) => !['rehearsal', 'inbox', 'site', 'wall'].includes(screen)).toSorted()
    for (const role of [...ROLES, undefined]) {
      const order = railOrder(role)
      // What was spent is nothing of a packer's.
      expect(order.toSorted()).toEqual(places.filter((screen) => role !== 'packer' || screen !== 'spend'))
      expect(order.at(-1)).toBe('settings')
    }
  })

  it('holds the stations of a site only where there is one, and not for packers', () => {
    expect(railOrder('supervisor', true).slice(-2)).toEqual(['site', 'settings'])
    expect(railOrder(undefined, true)).toContain('site')
    expect(railOrder('packer', true)).not.toContain('site')
    expect(railOrder('supervisor')).not.toContain('site')
  })
})
