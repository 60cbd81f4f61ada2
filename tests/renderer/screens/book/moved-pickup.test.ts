import { describe, expect, it } from 'vitest'
import { USUAL_PICKUPS } from '../../../../src-shared/station/booking/pickup-terms.ts'
import { whyMovedFromToday } from '../../../../src-renderer/screens/book/moved-pickup.ts'

const LAREDO = { city: 'Laredo', state: 'TX', postalCode: '78045', country: 'US' } as const
const FRIDAY = new Date('2026-11-20T20:00:00Z')
const SATURDAY = new Date('2026-11-21T20:00:00Z')
const THANKSGIVING = new Date('2026-11-26T20:00:00Z')

describe('a pickup that is not today', () => {
  const why = (day: string, now: Date, leavesAt: string | null = null, given?: string) =>
    whyMovedFromToday({
      day,
      now,
      from: LAREDO,
      terms: { ...USUAL_PICKUPS, leavesAt },
      moved: given === undefined ? null : { asked: '2026-11-20', given },
    })

  it('says why it was moved to the next possible day', () => {
    expect(why('2026-11-23', SATURDAY)).toBe('weekend')
    expect(why('2026-11-27', THANKSGIVING)).toBe('holiday')
    expect(why('2026-11-23', FRIDAY, '10:00')).toBe('left')
    expect(why('2026-11-24', FRIDAY, null, '2026-11-24')).toBe('service')
    expect(why('2026-11-24', FRIDAY, '10:00', '2026-11-24')).toBe('left')
  })

  it('says nothing about today, or a day that a person chose', () => {
    expect(why('2026-11-20', FRIDAY)).toBeNull()
    expect(why('2026-11-20', FRIDAY, '16:00')).toBeNull()
    expect(why('2026-11-25', SATURDAY)).toBeNull()
    expect(why('2026-11-25', FRIDAY, null, '2026-11-24')).toBeNull()
  })
})
