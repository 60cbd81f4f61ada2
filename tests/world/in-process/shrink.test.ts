import { describe, expect, it } from 'vitest'
import { planOf } from './plan.ts'
import { shrink } from './shrink.ts'

describe('shrinking', () => {
  it('leaves the acts without which the rule is not broken, and counts its worlds', async () => {
    const plan = planOf({ seed: 'shrink', days: 2 })
    const [needed, other] = [plan.acts[17], plan.acts[60]]
    const { plan: least, trials } = await shrink(plan, 'doubled', async ({ acts }) =>
      acts.some(({ nth }) => nth === needed?.nth) && acts.some(({ nth }) => nth === other?.nth)
        ? ['doubled']
        : ['stuck'],
    )
    expect(least.acts).toEqual([needed, other])
    expect(least.days).toBe(1)
    expect(trials).toBeLessThan(120)
  })

  it('keeps a plan that breaks another rule as it is', async () => {
    const plan = planOf({ seed: 'shrink', days: 1 })
    const { plan: least } = await shrink(plan, 'lost', async () => ['stuck'])
    expect(least.acts).toEqual(plan.acts)
  })
})
