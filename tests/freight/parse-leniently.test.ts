import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import * as field from '../../src-main/freight/answer/field.ts'
import { parseLeniently } from '../../src-main/freight/answer/parse-leniently.ts'

const rowSchema = z.object({ id: field.neededId, weight: field.number, at: z.object({ city: field.text }).optional() })
const ROWS = 2_000

/** How many entries of objects and lists are walked through from now on. */
function countEntries() {
  const walked = { count: 0 }
  const entries = Object.entries
  vi.spyOn(Object, 'entries').mockImplementation((value: object) => {
    const found = entries(value)
    walked.count += found.length
    return found
  })
  onTestFinished(() => void vi.restoreAllMocks())
  return walked
}

describe('what can be read of an answer', () => {
  it('leaves out fields, and elements that cannot be without them', () => {
    const reported = [
      { id: 'a', weight: 'heavy', at: { city: 'Laredo' } },
      { weight: 2 },
      { id: 'c', weight: 3, at: { city: ['?'] } },
      { id: {}, weight: 'light' },
      { id: 'e', weight: 5 },
    ]
    expect(parseLeniently(z.array(rowSchema), reported)).toEqual({
      ok: true,
      value: [
        { id: 'a', at: { city: 'Laredo' } },
        { id: 'c', weight: 3, at: {} },
        { id: 'e', weight: 5 },
      ],
    })
    expect(parseLeniently(rowSchema, { weight: 2 })).toEqual({
      ok: false,
      issues: [{ path: 'id', message: 'is missing' }],
    })
  })

  it.each([
    ['a field', (at: number) => ({ id: `a${at}`, weight: 'heavy' }), ROWS],
    ['what it cannot be without', (at: number) => ({ id: null, weight: at }), 0],
  ])('is read twice and walked through a few times, where %s is wrong in each of many', (_what, row, left) => {
    const reported = Array.from({ length: ROWS }, (_, at) => row(at))
    const walked = countEntries()
    let reads = 0
    const schema = z.preprocess((raw) => {
      reads += 1
      return raw
    }, z.array(rowSchema))
    const read = parseLeniently(schema, reported)
    expect(read.ok && read.value).toHaveLength(left)
    expect(reads).toBe(2)
    expect(walked.count).toBeLessThan(10 * ROWS)
  })
})
