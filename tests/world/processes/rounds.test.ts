import fc from '../../support/fast-check.ts'
import { describe, expect, it } from 'vitest'
import { seeded } from '../../support/seeded.ts'
import { planRounds } from './rounds.ts'

describe('the rounds of a run', () => {
  it('share out every kill, whatever their number', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2000 }),
        fc.integer({ min: 1, max: 60 }),
        fc.boolean(),
        (kills, each, disk) => {
          const rounds = planRounds('a', kills, each, disk)
          expect(rounds.reduce((sum, round) => sum + round.kills, 0)).toBe(kills)
          expect(new Set(rounds.map(({ seed }) => seed)).size).toBe(rounds.length)
        },
      ),
    )
  })

  it('leave the full disk out where no small disk can be had', () => {
    const names = (hasDisk: boolean) => planRounds('a', 200, 25, hasDisk).map(({ kind }) => kind.name)
    expect(names(true)).toContain('full disk')
    expect(names(false)).not.toContain('full disk')
    expect(names(false).length).toBe(8)
  })

  it('have each kind meet each dialect', () => {
    for (const hasDisk of [true, false]) {
      const rounds = planRounds('a', 64, 1, hasDisk)
      const kinds = new Set(rounds.map(({ kind }) => kind.name)).size
      const met = new Set(
        rounds.map(({ kind, responseVariant }) => `${kind.name} in ${responseVariant.replace(/:.*/, '')}`),
      )
      expect(met.size).toBe(kinds * 8)
    }
  })
})

describe('seeded randomness', () => {
  it('gives the same numbers for the same words, and others for other words', () => {
    const ten = (...words: (string | number)[]) => {
      const random = seeded(...words)
      return Array.from({ length: 10 }, () => random.next())
    }
    expect(ten('a', 1)).toEqual(ten('a', 1))
    expect(ten('a', 1)).not.toEqual(ten('a', 2))
  })

  it('picks as often as the weights say, and never what weighs nothing', () => {
    const random = seeded('weights')
    const picks = Array.from({ length: 4000 }, () => random.pick({ often: 3, seldom: 1, never: 0 }))
    const often = picks.filter((pick) => pick === 'often').length
    expect(often / picks.length).toBeCloseTo(0.75, 1)
    expect(picks).not.toContain('never')
  })
})
