import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { INTERFACE_PAGE, learnedSection, readingSection } from '../../scripts/interface-coverage.ts'
import { ANSWERS } from './documented-answers.ts'
import { tryEveryField } from './every-change.ts'

describe('every field of every documented answer, changed in every way', () => {
  it.each(Object.entries(ANSWERS))('%s is read without whatever it does not need', (_name, documented) => {
    const unread = tryEveryField(documented)
      .filter(({ outcome }) => outcome === 'refused' || outcome === 'row left out')
      .filter(({ field }) => !Object.hasOwn(documented.needs, field))
    expect(unread).toEqual([])
  })

  it('is read in 95 of 100, and the booking wherever the shipment is named and success is not in doubt', () => {
    const tried = Object.values(ANSWERS).flatMap((documented) => tryEveryField(documented))
    const rate = (...outcomes: string[]) =>
      tried.filter(({ outcome }) => outcomes.includes(outcome)).length / tried.length
    expect(tried.length).toBeGreaterThan(2_000)
    expect(rate('refused')).toBeLessThanOrEqual(0.05)
    // With whatever it is about, the row of a list included.
    expect(rate('read', 'left out')).toBeGreaterThan(0.9)
  })

  it('is a line of docs/interface.md, as `npm run interface` writes it', async () => {
    expect(readFileSync(INTERFACE_PAGE, 'utf8')).toContain(await readingSection())
  })

  it('and so is each fact that is learned of a service', async () => {
    expect(readFileSync(INTERFACE_PAGE, 'utf8')).toContain(await learnedSection())
  })
})
