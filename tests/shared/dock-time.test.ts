import fc from '../support/fast-check.ts'
import { expect, test } from 'vitest'
import { readDockTime } from '../../src-shared/freight/dock-time.ts'

test.each([
  ['11/23/2026 08:00 -6', '2026-11-23', '2026-11-23T14:00:00Z'],
  ['11/23/2026 08:00:30 -06', '2026-11-23', '2026-11-23T14:00:30Z'],
  ['02/29/2028 23:59 +0', '2028-02-29', '2028-02-29T23:59:00Z'],
  ['12/31/2026 22:00 -7', '2026-12-31', '2027-01-01T05:00:00Z'],
  ['07/01/2026 00:00 5', '2026-07-01', '2026-06-30T19:00:00Z'],
])('"%s" is on %s, at %s', (text, day, instant) => {
  expect(readDockTime(text)).toEqual({ day, at: Date.parse(instant) })
})

test.each([
  '',
  '11/23/2026 08:00',
  '11/23/2026 8:00 -6',
  '11/23/2026 08:00  -6',
  '11/23/2026T08:00 -6',
  '11/23/2026 08:00 -6:00',
  '11/23/2026 08:00 -5.5',
  '11/23/2026 24:00 -6',
  '11/23/2026 08:60 -6',
  '11/23/2026 08:00:60 -6',
  '13/01/2026 08:00 -6',
  '02/29/2026 08:00 -6',
  '11/23/2026 08:00 -13',
  '11/23/2026 08:00 +15',
  '11/23/26 08:00 -6',
])('"%s" is no dock time', (text) => {
  expect(readDockTime(text)).toBeNull()
})

test('what is written for an instant and an offset is read as both', () => {
  const pad = (value: number) => String(value).padStart(2, '0')
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
      fc.integer({ min: -12, max: 14 }),
      (date, offset) => {
        const wall = new Date(Math.floor(date.getTime() / 1000) * 1000 + offset * 3_600_000)
        const [year, month, day] = [wall.getUTCFullYear(), pad(wall.getUTCMonth() + 1), pad(wall.getUTCDate())]
        const time = [wall.getUTCHours(), wall.getUTCMinutes(), wall.getUTCSeconds()].map(pad).join(':')
        expect(readDockTime(`${month}/${day}/${year} ${time} ${offset}`)).toEqual({
          day: `${year}-${month}-${day}`,
          at: Math.floor(date.getTime() / 1000) * 1000,
        })
      },
    ),
  )
})
