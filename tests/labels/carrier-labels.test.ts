import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { judgeZpl, stripZpl } from '../../src-labels/zpl/scan.ts'

/** A folder of labels as carriers send them, which are not ours to keep here. */
const folder = process.env['WAYBILL_CARRIER_LABELS']
const files = folder === undefined ? [] : readdirSync(folder).filter((name) => name.endsWith('.zpl'))

if (folder === undefined || files.length === 0) test.skip('skipped: no carrier labels', () => {})

for (const name of files) {
  test(`the genuine label ${name} is whole, and still is without its settings`, () => {
    const bytes = readFileSync(join(folder ?? '', name))
    const verdict = judgeZpl(bytes)
    expect(verdict).toMatchObject({ verdict: 'whole', reason: '' })
    const stripped = stripZpl(bytes, verdict.settings)
    expect(judgeZpl(stripped)).toMatchObject({ verdict: 'whole', labels: verdict.labels, settings: [] })
  })

  test(`the genuine label ${name} is truncated when its last label lost its end`, () => {
    const bytes = readFileSync(join(folder ?? '', name))
    const { labels } = judgeZpl(bytes)
    const end = bytes.lastIndexOf('XZ') + 2
    for (let length = Math.max(0, end - 2000); length < end; length += 1) {
      const verdict = judgeZpl(bytes.subarray(0, length))
      // A stream of several labels may end after one of the earlier ones: the count shows it.
      expect(verdict.verdict === 'truncated' || verdict.labels < labels).toBe(true)
    }
  })
}
