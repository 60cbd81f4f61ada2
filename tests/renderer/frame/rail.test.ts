import { describe, expect, test } from 'vitest'
import { homeOf, railGroups } from '../../../src-renderer/frame/rail-order.ts'
import { ROLE_OF_VOID, roleNeeded } from '../../../src-renderer/frame/role-needed.ts'
import { SCREENS } from '../../../src-renderer/frame/route.ts'
import { commands } from '../../../src-shared/station/commands.ts'
import { isAtLeast, ROLES } from '../../../src-shared/station/role.ts'

const railOf = (signedInAs: Parameters<typeof railGroups>[0]['signedInAs'], isOfSite = false) =>
  railGroups({ signedInAs, isOfSite }).flat()

describe('the rail', () => {
  test('has one order for all roles, in three groups, with Settings last', () => {
    for (const role of [null, ...ROLES]) {
      expect(railGroups({ signedInAs: role, isOfSite: true })).toHaveLength(3)
      expect(railOf(role, true)).toEqual(railOf(null, true).filter((screen) => railOf(role, true).includes(screen)))
      expect(railOf(role).at(-1)).toBe('settings')
    }
    expect(railOf('clerk')).toEqual(railOf(null))
    expect([railOf(null).includes('site'), railOf(null, true).includes('site')]).toEqual([false, true])
  })

  test("of a packer has nothing that is another role's", () => {
    expect(railOf('packer')).toEqual(['pack', 'endofday', 'track', 'settings'])
    for (const screen of railOf('packer')) expect(roleNeeded({ screen, params: {} })).toBe('packer')
  })

  test('everyone begins on a screen whose work is theirs', () => {
    for (const role of ROLES) {
      expect(railOf(role)).toContain(homeOf(role))
      expect(isAtLeast(role, roleNeeded({ screen: homeOf(role), params: {} }))).toBe(true)
    }
    expect(homeOf(undefined)).toBe('pack')
  })
})

describe('the role that a place needs', () => {
  test('to void a shipment is that of its command', () => {
    expect(commands['bookings.requestChange'].access.least).toBe(ROLE_OF_VOID)
  })

  test('is asked for by its screen, and in Settings by its page', () => {
    expect(SCREENS.filter((screen) => roleNeeded({ screen, params: {} }) === 'clerk')).toEqual([
      'quote',
      'orders',
      'batch',
      'addresses',
      'spend',
    ])
    const settings = (section: string) => roleNeeded({ screen: 'settings', params: { section } })
    expect(['station', 'printers', 'data', 'people', 'no such page'].map(settings)).toEqual([
      'packer',
      'packer',
      'supervisor',
      'supervisor',
      'packer',
    ])
  })
})
