import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { placeBook } from '../../../src-main/quotes/place-book.ts'
import { readLine } from '../../../src-shared/station/quote-line/read-line.ts'
import { isFullRun } from '../../support/full.ts'
import { lineContext, summary } from './said.ts'

/** Lines as people type them, each with all that it says on the line below. */
const rows = readFileSync(join(import.meta.dirname, 'corpus.txt'), 'utf8')
  .trimEnd()
  .split('\n')
const corpus = rows.flatMap((line, index) => (index % 2 === 0 ? [{ line, says: rows[index + 1]?.trim() ?? '' }] : []))
const context = lineContext(placeBook())
const read = (line: string) => readLine(line, context)

describe('a quote in one line', () => {
  it('is read as the corpus says', () => {
    expect(corpus.length).toBeGreaterThanOrEqual(200)
    expect(corpus.map(({ line }) => `${line}\n    ${summary(read(line))}`)).toEqual(
      corpus.map(({ line, says }) => `${line}\n    ${says}`),
    )
  })

  it('asks which day only where both readings are near', () => {
    const doubts = (today: string) =>
      readLine('78045 60654 1 pallet 500 lb 48x40x52 parts 12/11', { ...context, today }).unclear.filter(
        ({ why }) => why === 'day-or-month',
      )
    expect(doubts('2026-11-12').map(({ readings }) => readings)).toEqual([['2026-12-11', '2026-11-12']])
    expect([doubts('2026-11-23'), doubts('2026-07-01')]).toEqual([[], []])
  })

  it('names a word that it does not know, wherever that stands', () => {
    // In the default run at every fourth place, another one in each line.
    const isTried = (nth: number, at: number) => isFullRun || (nth + at) % 4 === 0
    const lost = corpus.flatMap(({ line }, nth) => {
      const words = line.split(' ')
      return words.flatMap((_, at) => {
        if (!isTried(nth, at)) return []
        const typed = [...words.slice(0, at), 'qwzx', ...words.slice(at)].join(' ')
        const { unclear, origin, destination } = read(typed)
        // A street is whatever stands in it.
        const isInStreet = [origin.address1, destination.address1].some((street) => street?.includes('qwzx'))
        const isInQuotes = /"[^"]*qwzx[^"]*"/.test(typed)
        return isInStreet || isInQuotes || unclear.some(({ text }) => text.includes('qwzx')) ? [] : [typed]
      })
    })
    expect(lost).toEqual([])
  })

  it('is certain of a reading once that stands in its place', () => {
    const left = corpus.flatMap(({ line }) =>
      read(line).unclear.flatMap((doubt) =>
        doubt.readings.flatMap((reading) => {
          const chosen = `${line.slice(0, doubt.from)}${reading}${line.slice(doubt.to)}`
          const again = read(chosen).unclear.filter(({ why, text }) => why === doubt.why && reading.includes(text))
          // A day on which nobody picks up stays one, and so does a code beside another state.
          return again.length === 0 || ['no-pickup', 'other-state'].includes(doubt.why) ? [] : [`${line} -> ${reading}`]
        }),
      ),
    )
    expect(left).toEqual([])
  })
})
