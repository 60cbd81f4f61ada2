import { describe, expect, test } from 'vitest'
import { CORPUS, type Example } from './corpus.ts'
import { readAsPrinter, readings } from './index.ts'

/** What a label may do and still come out, once it is left out. */
const DROPPED = /^(host answer|saves the settings|stops the queue)/
/** Settings that shape the label: they are set back, not left out. */
const SHAPES =
  /^(bar code defaults|default font|code page|field orientation|label home|label length|orientation|print width|reverse|print direction)$/

describe('odd labels of real shops', () => {
  test('are at least sixty, each with a name of its own', () => {
    expect(CORPUS.length).toBeGreaterThanOrEqual(60)
    expect(new Set(CORPUS.map(({ language, name }) => `${language} ${name}`)).size).toBe(CORPUS.length)
  })

  test.each(CORPUS.map((each) => [each.language, each.name, each] as const))('%s: %s', (language, _name, example) => {
    const reading = readAsPrinter(example.bytes, language)
    const harmful = reading.dangers.filter((danger) => !DROPPED.test(danger))
    const leftBehind = [...reading.settings.keys()].filter((setting) => !SHAPES.test(setting))
    const dropped = reading.dangers.length > harmful.length || leftBehind.length > 0
    if (example.expected === 'refused') expect(harmful.length > 0 || isReadInTwoWays(example)).toBe(true)
    else expect([harmful, reading.copies]).toEqual([[], example.copies])
    if (example.expected === 'prints') expect(leftBehind).toEqual([])
    if (example.expected === 'prints after stripping') expect(dropped || stripsSomething(example.bytes)).toBe(true)
  })

  test('print as often for every kind of printer', () => {
    for (const { name, language, bytes, copies, expected } of CORPUS) {
      if (expected === 'refused') continue
      expect([name, readings(bytes, language).map((reading) => reading.copies)]).toEqual([
        name,
        [copies, copies, copies, copies],
      ])
    }
  })
})

/** The end of a download where there is none leaves no trace in the printer, and is not sent. */
function stripsSomething(bytes: Uint8Array): boolean {
  return readAsPrinter(bytes, 'zpl').commands.some(({ name }) => name === 'DN')
}

/** Whether printers would take different commands from the same bytes. */
function isReadInTwoWays({ bytes, language }: Example): boolean {
  const [first, ...others] = readings(bytes, language).map(({ commands }) => JSON.stringify(commands))
  return others.some((other) => other !== first)
}
