import fc from '../support/fast-check.ts'
import { describe, expect, test } from 'vitest'
import { Lru, RecentAnswers } from '../../src-shared/lru.ts'

/** The plainest thing that does the same: a list, the last used at its end. */
class Listed {
  list: { key: string; value: number; weight: number }[] = []
  readonly most: number
  constructor(most: number) {
    this.most = most
  }
  get(key: string) {
    const entry = this.list.find((one) => one.key === key)
    if (entry) this.list = [...this.list.filter((one) => one !== entry), entry]
    return entry?.value
  }
  set(key: string, value: number, weight: number) {
    this.list = [...this.list.filter((one) => one.key !== key), { key, value, weight }]
    while (this.list.reduce((sum, one) => sum + one.weight, 0) > this.most) this.list.shift()
  }
  delete(key: string) {
    this.list = this.list.filter((one) => one.key !== key)
  }
}

const keys = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('get' as const), key: keys }),
    fc.record({ kind: fc.constant('delete' as const), key: keys }),
    fc.record({
      kind: fc.constant('set' as const),
      key: keys,
      value: fc.nat(),
      weight: fc.integer({ min: 0, max: 7 }),
    }),
  ),
  { maxLength: 60 },
)

describe('what was used last', () => {
  test('is kept up to its weight, the least recently used leaving first', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), steps, (most, walk) => {
        const lru = new Lru<string, number>(most)
        const model = new Listed(most)
        for (const step of walk) {
          if (step.kind === 'get') expect(lru.get(step.key)).toBe(model.get(step.key))
          else if (step.kind === 'delete') {
            lru.delete(step.key)
            model.delete(step.key)
          } else {
            lru.set(step.key, step.value, step.weight)
            model.set(step.key, step.value, step.weight)
          }
        }
        expect(['a', 'b', 'c', 'd', 'e', 'f'].map((key) => lru.get(key))).toEqual(
          ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => model.get(key)),
        )
      }),
    )
  })

  test('is made once, and again after it was cleared', () => {
    const lru = new Lru<string, number>(2)
    let made = 0
    const make = () => ++made
    expect([lru.remember('a', make), lru.remember('a', make)]).toEqual([1, 1])
    lru.clear()
    expect(lru.remember('a', make)).toBe(2)
  })
})

describe('answers asked for last', () => {
  test('are asked for once, also by two at the same time', async () => {
    let asked = 0
    const answers = new RecentAnswers<number>(5)
    const ask = async () => ++asked
    expect(await Promise.all([answers.get('a', ask), answers.get('a', ask)])).toEqual([1, 1])
    expect(await answers.get('a', ask)).toBe(1)
    answers.forget('a')
    expect(await answers.get('a', ask)).toBe(2)
  })

  test('that failed are asked for again', async () => {
    const answers = new RecentAnswers<number>(5)
    await expect(answers.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(await answers.get('a', async () => 1)).toBe(1)
  })

  test('weigh what they hold once they are there', async () => {
    const answers = new RecentAnswers<string>(10, ({ length }) => length)
    let asked = 0
    const ask = (text: string) => async () => (asked++, text)
    await answers.get('a', ask('123456'))
    await answers.get('b', ask('1234'))
    await answers.get('a', ask('other'))
    expect(asked).toBe(2)
    await answers.get('c', ask('1'))
    expect(await answers.get('a', ask('gone?'))).toBe('123456')
    expect(await answers.get('b', ask('b again'))).toBe('b again')
  })
})
