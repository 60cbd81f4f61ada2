import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import en from '../../src-renderer/messages/en.json' with { type: 'json' }

/** Words that a US warehouse does not say, each with the usual one. */
const UNUSUAL: readonly (readonly [RegExp, string])[] = [
  [/\bby itself\b|\bby themselves\b/i, 'automatically, or nothing'],
  [/\bonce more\b|\banew\b/i, 'again'],
  [/\b(no|some)body\b|\bwhoever\b/i, 'no one, or the role: operator, supervisor'],
  [/\b(told|tells)\b/i, 'sent, notified, reported, shown'],
  [/\bstands\b|\bstand (here|there|still)\b/i, 'is, are'],
  [/\b(put right|mended)\b/i, 'fixed'],
  [/\b(hand|handed|hands) (it |them )?(in|over)\b/i, 'submit, upload, sync'],
  [/\b(let|lets) go of\b/i, 'deleted, expires'],
  [/\b(called off|given up)\b/i, 'canceled'],
  [/\bmay stay empty\b/i, 'optional'],
  [/\b(is|are|was) away\b/i, 'offline, unavailable'],
  [/\bgoes? on\b/i, 'resumes, continues'],
  [/\bin vain\b|\bfor want of\b/i, 'failed'],
  [/\b(cancelled|licence|colour)\b/i, 'canceled, license, color'],
]

const found = (text: string): string[] =>
  UNUSUAL.flatMap(([pattern, usual]) => {
    const hit = pattern.exec(text)
    return hit ? [`"${hit[0]}": ${usual}`] : []
  })

test('texts on screen use the usual words', () => {
  const odd = Object.entries(en).flatMap(([key, text]) => found(text).map((what) => `${key}: ${what}`))
  expect(odd).toEqual([])
})

test.each(['README.md', 'docs/command-line.md'])('%s uses the usual words', (page) => {
  const text = readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8')
  const odd = text.split('\n').flatMap((line, at) => found(line).map((what) => `line ${at + 1}: ${what}`))
  expect(odd).toEqual([])
})
