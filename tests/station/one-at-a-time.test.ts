import { describe, expect, it } from 'vitest'
import { oneAtATime } from '../../src-main/kernel/one-at-a-time.ts'

/** What is due, and a work that takes it one by one until it finds nothing. */
function queue() {
  const due: string[] = []
  const taken: string[] = []
  let atWork = 0
  let most = 0
  /** Called at the moment in which nothing was found, before whoever looked has heard of it. */
  let onEmpty: () => void = () => undefined
  const next = async (): Promise<string | null> => {
    const found = due.shift() ?? null
    if (found === null) onEmpty()
    return found
  }
  const work = async (): Promise<void> => {
    most = Math.max(most, ++atWork)
    try {
      for (;;) {
        const found = await next()
        if (found === null) return
        taken.push(found)
      }
    } finally {
      atWork -= 1
    }
  }
  return {
    due,
    taken,
    work,
    most: () => most,
    onEmpty: (then: () => void) => {
      onEmpty = () => {
        onEmpty = () => undefined
        then()
      }
    },
  }
}

describe('work that is done one at a time', () => {
  it('takes what becomes due in the moment in which nothing was found', async () => {
    const { due, taken, work, most, onEmpty } = queue()
    const kick = oneAtATime(work)
    onEmpty(() => {
      due.push('late')
      void kick()
    })
    await kick()
    expect(taken).toEqual(['late'])
    expect(most()).toBe(1)
  })

  it('runs once more, and not more often, however many ask while it runs', async () => {
    let runs = 0
    const gate = Promise.withResolvers<undefined>()
    const begun = Promise.withResolvers<undefined>()
    const kick = oneAtATime(async () => {
      runs += 1
      begun.resolve(undefined)
      await gate.promise
    })
    const first = kick()
    await begun.promise
    const others = [kick(), kick(), kick()]
    gate.resolve(undefined)
    await Promise.all([first, ...others])
    expect(runs).toBe(2)
  })

  it('tells a failure to whoever waits, and begins anew with the next who asks', async () => {
    let runs = 0
    const kick = oneAtATime(async () => {
      runs += 1
      if (runs === 1) throw new Error('the first one fails')
    })
    await expect(Promise.all([kick(), kick()])).rejects.toThrow('the first one fails')
    await kick()
    expect(runs).toBe(2)
  })
})
