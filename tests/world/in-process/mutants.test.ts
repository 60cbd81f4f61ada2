import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MUTANTS, mutated } from '../mutant/mutants.ts'

describe('the faults that the judge is proven with', () => {
  it.each(MUTANTS.map((mutant) => [mutant.name, mutant] as const))('%s still fits the code', (_name, mutant) => {
    const source = readFileSync(join(import.meta.dirname, '../../..', mutant.file), 'utf8')
    expect(mutated(mutant, source)).not.toBe(source)
  })

  it('are refused where the code is another', () => {
    const [mutant] = MUTANTS
    expect(() => mutant && mutated(mutant, 'export {}')).toThrow('does not hold once')
  })
})
