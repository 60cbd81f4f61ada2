import fc from '../../support/fast-check.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { formatAgo, formatDay, formatMoment, formatMoney, localToday } from '../../../src-renderer/locale/format.ts'

afterEach(() => vi.unstubAllEnvs())

const TODAY = '2026-11-21'

describe('a day without a time zone', () => {
  test('is the same day wherever the station stands', () => {
    for (const zone of ['Pacific/Kiritimati', 'UTC', 'America/Chicago', 'Pacific/Pago_Pago']) {
      vi.stubEnv('TZ', zone)
      expect(formatDay('2026-11-25', 'en-US', TODAY)).toBe('Wed, Nov 25')
    }
  })

  test('is the day the carrier wrote, also when it wrote a timestamp', () => {
    vi.stubEnv('TZ', 'America/Chicago')
    expect(formatDay('2026-11-25T00:00:00Z', 'en-US', TODAY)).toBe('Wed, Nov 25')
  })

  test('keeps its number for every day of the calendar', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }),
        (date) => {
          const day = date.toISOString().slice(0, 10)
          expect(formatDay(day, 'en-US', day)).toMatch(new RegExp(` ${Number(day.slice(8))}$`))
        },
      ),
    )
  })
})

describe('today', () => {
  test('is the day on the wall of this machine, not the day in Greenwich', () => {
    vi.stubEnv('TZ', 'America/Los_Angeles')
    expect(localToday(new Date('2026-11-22T03:00:00Z'))).toBe('2026-11-21')
  })
})

describe('money', () => {
  test('is written the way each language writes dollars', () => {
    const price = { minor: 41_280, currency: 'USD' }
    expect(formatMoney(price, 'en-US')).toBe('$412.80')
    expect(formatMoney(price, 'es-MX').replace(/\s/g, ' ')).toBe('USD 412.80')
  })

  test('has no decimals in a currency that has none', () => {
    expect(formatMoney({ minor: 1_500, currency: 'JPY' }, 'en-US')).toBe('¥1,500')
  })
})

describe('time', () => {
  test('of an event comes with the name of its zone', () => {
    expect(formatMoment('2026-11-21T20:32:00Z', 'en-US', 'America/Chicago')).toMatch(/^Nov 21, 2:32\sPM CST$/)
  })

  test('ago is told in the largest whole unit', () => {
    const now = Date.parse('2026-11-21T12:00:00Z')
    const ago = (seconds: number) => formatAgo(new Date(now - seconds * 1_000).toISOString(), now, 'en-US')
    expect([8, 59, 60, 3_599, 7_200, 200_000].map(ago)).toEqual([
      '8 sec. ago',
      '59 sec. ago',
      '1 min. ago',
      '59 min. ago',
      '2 hr. ago',
      '2 days ago',
    ])
  })

  test('ahead is one word in Spanish, whichever unit', () => {
    const now = Date.parse('2026-11-21T12:00:00Z')
    const ahead = (seconds: number) => formatAgo(new Date(now + seconds * 1_000).toISOString(), now, 'es-MX')
    expect([29, 29 * 60, 3 * 3_600].map(ahead)).toEqual(['en 29 s', 'en 29 min', 'en 3 h'])
  })
})
