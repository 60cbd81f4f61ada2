import { describe, expect, test } from 'vitest'
import { EPL_WAYS, HARMFUL_EPL, HARMFUL_ZPL, hide, ZPL_WAYS } from './hide.ts'
import { readAsPrinter, readings } from './index.ts'
import { PLAIN_EPL, PLAIN_ZPL } from './plain-labels.ts'

const all = [
  ...HARMFUL_ZPL.flatMap((command) => hide(PLAIN_ZPL, command).map((hidden) => ({ command, hidden }))),
  ...HARMFUL_EPL.flatMap((command) => hide(PLAIN_EPL, command).map((hidden) => ({ command, hidden }))),
]

describe('commands that somebody hides in a label', () => {
  test('are hidden in at least forty ways for each language, each with a name of its own', () => {
    for (const ways of [ZPL_WAYS, EPL_WAYS]) {
      const names = ways.map(({ way }) => way)
      expect(new Set(names).size).toBe(names.length)
      expect(names.length).toBeGreaterThanOrEqual(40)
    }
  })

  test('are not in the labels before somebody hides them there', () => {
    for (const { command, hidden } of all) {
      const plain = command.prefix === '' ? PLAIN_EPL : PLAIN_ZPL
      for (const reading of readings(plain, hidden.language)) {
        expect([hidden.way, hidden.shown(reading)]).toEqual([hidden.way, false])
      }
    }
  })

  describe.each([
    ['zpl', ZPL_WAYS],
    ['epl', EPL_WAYS],
  ] as const)('in %s', (language, ways) => {
    test.each(ways.map(({ way }) => way))('the second reader sees: %s', (way) => {
      const hidden = all.filter((each) => each.hidden.language === language && each.hidden.way === way)
      expect(hidden.length).toBeGreaterThan(0)
      const missed = hidden.filter(({ hidden: { bytes, certain, shown } }) =>
        certain ? !shown(readAsPrinter(bytes, language)) : !readings(bytes, language).some(shown),
      )
      expect(missed.map(({ command }) => command.prefix + command.name)).toEqual([])
    })
  })
})
