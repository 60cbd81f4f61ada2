import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { inspectLabel, LabelInspector, stripLabel } from '../../src-labels/inspect.ts'

/** A folder of labels as carriers send them, which are not ours to keep here. */
const folder =
  process.env['WAYBILL_CARRIER_LABELS'] ?? fileURLToPath(new URL('../../../shared/labels', import.meta.url))
/** An example of stored formats that writes to flash, which no label may. */
const STORES_IN_FLASH = 'templating.zpl'
const files = existsSync(folder)
  ? readdirSync(folder).filter((name) => name.endsWith('.zpl') && name !== STORES_IN_FLASH)
  : []

if (files.length === 0) test.skip('skipped: no carrier labels', () => {})

test.skipIf(!existsSync(join(folder, STORES_IN_FLASH)))(
  'a genuine example that stores formats in flash is refused',
  () => {
    const found = inspectLabel(readFileSync(join(folder, STORES_IN_FLASH)))
    expect(found).toMatchObject({
      result: 'refused',
      reason: "^DF writes to drive E:, which isn't cleared after the label",
    })
  },
)

for (const name of files) {
  const bytes = readFileSync(join(folder, name))

  test(`the genuine label ${name} is whole, and still is without its settings`, () => {
    const found = inspectLabel(bytes)
    expect(found).toMatchObject({ result: 'whole', language: 'ZPL', reason: null, at: null })
    expect(found.labels).toBeGreaterThanOrEqual(1)
    const stripped = stripLabel(bytes, found.cuts)
    expect(inspectLabel(stripped)).toMatchObject({ result: 'whole', labels: found.labels, cuts: [] })
  })

  test(`the genuine label ${name} is truncated wherever it was cut off`, () => {
    const { labels } = inspectLabel(bytes)
    const end = bytes.lastIndexOf('XZ') + 2
    const inspector = new LabelInspector({ expectedLabels: labels })
    const others: number[] = []
    for (let length = 0; length < end; length += 1) {
      if (inspector.result().result !== 'truncated') others.push(length)
      inspector.feed(bytes.subarray(length, length + 1))
    }
    expect(others).toEqual([])
    expect(inspector.result().result).toBe('whole')
  })
}
