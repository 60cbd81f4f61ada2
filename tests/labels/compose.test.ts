import fc from '../support/fast-check.ts'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { composeCommandSheet } from '../../src-labels/command-sheet.ts'
import { LabelRoomError, type LabelTarget } from '../../src-labels/compose/column.ts'
import { composeHoldTag } from '../../src-labels/hold-tag.ts'
import { inspectLabel } from '../../src-labels/inspect.ts'
import { checkedSscc } from '../../src-labels/gs1.ts'
import { composeTemplate, TemplateRowError } from '../../src-labels/template.ts'
import { testLabel } from '../../src-labels/test-label.ts'
import { matrixModules } from '../../src-main/labels/conversion/matrix-codes.ts'
import { nastyText } from './arbitraries.ts'

const SSCC = '106141411234567897'
const COMMANDS = ['PRINT', 'REPRINT', 'VOID', 'NEXT', 'CANCEL']

/** Each of our labels, with these words in its fields. */
const ours = {
  'hold-tag': (target: LabelTarget, [a, b, c, d]: Texts) =>
    composeHoldTag(
      {
        reference: a,
        consigneeName: b,
        destination: c,
        carrierName: d,
        pieces: 3,
        createdAt: '2026-03-04T15:06:07.000Z',
        lines: { title: b, notice: `${c} ${d}` },
      },
      target,
    ),
  'pallet-label': (target: LabelTarget, [a, b, c, d]: Texts) =>
    composeTemplate(
      [
        ...[b, a, c, d].map(
          (text) => ({ kind: 'text', text, size: 'medium', lines: 2, align: 'left', isInverse: false }) as const,
        ),
        { kind: 'rule' },
        { kind: 'barcode', symbology: 'gs1-128', data: `(00)${SSCC}`, heightMm: 32, hasText: true },
      ],
      { ...target, matrix: matrixModules },
    ),
  'command-sheet': (target: LabelTarget, [a, b]: Texts) =>
    composeCommandSheet(
      a,
      COMMANDS.map((code) => ({ code, text: b })),
      target,
    ),
  'test-label': (target: LabelTarget, [a]: Texts) => testLabel({ ...target, printerName: a }),
} as const
type Texts = readonly [string, string, string, string]
const NAMES = Object.keys(ours).filter((name): name is keyof typeof ours => name in ours)

const PORTRAIT = { widthIn: 4, heightIn: 6 }
const LANDSCAPE = { widthIn: 6, heightIn: 4 }
const WORDS: Texts = ['WB-2026-00017', 'Ñandú & Söhne "Łódź" ^XZ', '1200 Dock St, Chicago, IL 60601', 'Москва ~JR 東京']

/** Null where a label has no room: on media that are smaller than a hand, for a long text of a template, for long bars. */
function composedOn({ widthIn, heightIn }: LabelTarget['media'], compose: () => Uint8Array): Uint8Array | null {
  try {
    return compose()
  } catch (error) {
    const isSmall = widthIn * heightIn < 4
    if (error instanceof LabelRoomError && (isSmall || error.message.includes('bars'))) return null
    if (error instanceof TemplateRowError && (isSmall || error.message.includes('lines'))) return null
    throw error
  }
}

for (const name of NAMES) {
  for (const language of ['ZPL', 'EPL'] as const) {
    for (const dpi of [203, 300, 600] as const) {
      for (const [orientation, media] of [
        ['portrait', PORTRAIT],
        ['landscape', LANDSCAPE],
      ] as const) {
        test(`the ${name} in ${language} at ${dpi} dpi, ${orientation}, is the very bytes it was`, () => {
          const bytes = ours[name]({ language, dpi, media }, WORDS)
          const file = `golden/${name}/${dpi}-${orientation}.${language.toLowerCase()}`
          const url = new URL(file, import.meta.url)
          expect(Buffer.from(bytes).equals(readFileSync(url))).toBe(true)
        })
      }
    }
  }

  // A label that says nothing at all has nothing to print, and is none: the first word always has a letter.
  test(`whatever is written on the ${name}, it is exactly one whole label that fits its media`, () => {
    fc.assert(
      fc.property(
        fc.tuple(
          nastyText.map((text) => `W${text}`),
          nastyText,
          nastyText,
          nastyText,
        ),
        fc.constantFrom('ZPL', 'EPL'),
        fc.constantFrom(203, 300, 600),
        fc.constantFrom(
          PORTRAIT,
          LANDSCAPE,
          { widthIn: 2.25, heightIn: 1.25 },
          { widthIn: 1, heightIn: 1 },
          { widthIn: 8.5, heightIn: 14 },
        ),
        (words, language, dpi, media) => {
          const bytes = composedOn(media, () => ours[name]({ language, dpi, media }, words))
          if (bytes === null) return
          const { notes, said, ...result } = inspectLabel(bytes, { media, dpi, expectedCopies: 1, expectedLabels: 1 })
          // On an inch of media a long code has no room for bars that every scanner reads: that is noted, and nothing else.
          expect(said.reason).toBeNull()
          expect(notes.filter((note) => !note.startsWith('barcode bars only'))).toEqual([])
          expect(result).toEqual({
            result: 'whole',
            language,
            labels: 1,
            copies: 1,
            reason: null,
            at: null,
            stripped: [],
            cuts: [],
          })
        },
      ),
      { numRuns: 60 },
    )
  })
}

test('names in letters that a printer lacks are spelled in those it has', () => {
  const text = (name: string) => {
    const bytes = testLabel({ language: 'EPL', dpi: 203, media: PORTRAIT, printerName: name })
    return /,N,"([^\n]*)"\n/.exec(Buffer.from(bytes).toString('latin1'))?.[1]
  }
  expect(text('Łódź')).toBe('Lódz')
  expect(text('Москва Щука')).toBe('Moskva Shchuka')
  expect(text('Αθήνα')).toBe('Athina')
  expect(text('Ｄｏｃｋ ４')).toBe('Dock 4')
  expect(text('東京')).toBe('??')
})

test('an SSCC gets its check digit, and a wrong one is refused', () => {
  expect(checkedSscc(SSCC.slice(0, 17))).toBe(SSCC)
  expect(checkedSscc(SSCC)).toBe(SSCC)
  for (const sscc of ['106141411234567890', '123', '', '1061414112345678X7']) {
    expect(() => checkedSscc(sscc)).toThrow(RangeError)
  }
})

test.each(['ZPL', 'EPL'] as const)('a text that would be cut stops a template in %s, at its row', (language) => {
  const target = { language, dpi: 203, media: PORTRAIT, matrix: matrixModules } as const
  const row = { kind: 'text', size: 'huge', lines: 1, align: 'left', isInverse: false } as const
  const at = (...texts: string[]) => {
    try {
      composeTemplate(
        texts.map((text) => ({ ...row, text })),
        target,
      )
    } catch (error) {
      if (error instanceof TemplateRowError) return error.row
      throw error
    }
    return null
  }
  expect(at('LOT-2026', 'A')).toBeNull()
  expect(at('A', 'LOT-2026-000123-B')).toBe(1)
  expect(at('one\ntwo')).toBe(0)
  expect(at('one\n\n\ntwo')).toBe(0)
})

test.each(['ZPL', 'EPL'] as const)('a command sheet in %s is refused on stock that it is too large for', (language) => {
  const small = { language, dpi: 203, media: { widthIn: 2.25, heightIn: 1.25 } } as const
  expect(() => ours['command-sheet'](small, WORDS)).toThrow(LabelRoomError)
  expect(() => ours['command-sheet']({ ...small, media: PORTRAIT }, WORDS)).not.toThrow()
})

test('a hold tag has its reference as bars where a scanner can read them, and as text always', () => {
  const long = 'REFERENCE-THAT-GOES-ON-AND-ON-2026-00017-B'
  const tag = (reference: string, dpi: 203 | 600) =>
    Buffer.from(ours['hold-tag']({ language: 'ZPL', dpi, media: PORTRAIT }, [reference, 'x', 'x', 'x'])).toString()
  expect([tag(long, 203).includes('^BC'), tag(long, 600).includes('^BC')]).toEqual([false, true])
  expect(tag(long, 203)).toContain('REFERENCE')
})

test('a command that cannot be a barcode is refused', () => {
  const target = { language: 'ZPL', dpi: 203, media: PORTRAIT } as const
  expect(() => composeCommandSheet('x', [{ code: 'ñ', text: 'x' }], target)).toThrow(RangeError)
})
