import { expect, test } from 'vitest'
import { isBlack, type Bitmap } from '../../src-labels/bitmap/bitmap.ts'
import { fromCharacterSet } from '../../src-labels/epl/code-page.ts'
import { documentPages } from '../../src-main/labels/conversion/pages.ts'
import { first } from './drawn.ts'

/** Every second parameter of `I` that chooses a character set of its own. */
const SETS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '13', 'A', 'B', 'C', 'D', 'E', 'F']
const [COLUMN, ROW] = [40, 30]

/** Letters above ASCII, which one byte each stands for in a character set. */
function lettersOf(set: string): { byte: string; letter: string }[] {
  return Array.from({ length: 128 }, (_, at) => {
    const byte = String.fromCharCode(0x80 + at)
    return { byte, letter: fromCharacterSet(byte, set) }
  }).filter(({ letter }) => /\p{L}/u.test(letter))
}

/** What is drawn of texts, one below the other. */
async function drawn(texts: readonly string[], set: string, font: string): Promise<string[]> {
  const lines = texts.map((text, at) => `A0,${at * ROW},0,${font},1,1,N,"${text}"`)
  const bytes = Buffer.from(`\nN\nI8,${set},001\n${lines.join('\n')}\nP1\n`, 'latin1')
  const media = { widthIn: 1, heightIn: Math.min(20, (texts.length * ROW) / 203 + 1) }
  const page = first(await documentPages({ format: 'EPL', bytes }, { dpi: 203, media }, 'screen'))
  return texts.map((_, at) => dotsOf(page, at * ROW))
}

function dotsOf(page: Bitmap, top: number): string {
  return Array.from({ length: ROW * COLUMN }, (_, at) =>
    isBlack(page, at % COLUMN, top + Math.floor(at / COLUMN)) ? '#' : ' ',
  ).join('')
}

for (const set of SETS) {
  test(`a preview shows each letter of EPL character set ${set} as the printer prints it`, async () => {
    const letters = lettersOf(set)
    expect(letters.length).toBeGreaterThan(20)
    for (const font of ['1', '2', '3', '4']) {
      const shown = await drawn(
        letters.map(({ byte }) => byte),
        set,
        font,
      )
      const plain = await drawn(
        letters.map(({ letter }) => letter.normalize('NFD').charAt(0)).map((one) => (one < '\x80' ? one : '?')),
        set,
        font,
      )
      const same = letters.filter((_, at) => shown[at] === plain[at] || !shown[at]?.includes('#'))
      expect(same.map(({ letter }) => letter).join('')).toBe('')
    }
  })
}

test('a text with accents keeps one cell a letter', async () => {
  const [text = ''] = await drawn(['n\xa4n'], '0', '3')
  const [pitch, width] = [14, 12]
  const cell = (at: number) =>
    Array.from({ length: ROW }, (_, row) => text.slice(row * COLUMN + at * pitch, row * COLUMN + at * pitch + width))
  expect(cell(0).join('')).toContain('#')
  expect(cell(2)).toEqual(cell(0).map((row) => row.slice(0, cell(2)[0]?.length)))
  expect(cell(1)).not.toEqual(cell(0))
})

test('letters in an accented text are drawn into a label that another printer is sent', async () => {
  const bytes = Buffer.from('\nN\nI8,0,001\nA0,0,0,3,1,1,N,"\x82"\nP1\n', 'latin1')
  const media = { widthIn: 1, heightIn: 1 }
  const dots = async (purpose: 'print' | 'screen') =>
    dotsOf(first(await documentPages({ format: 'EPL', bytes }, { dpi: 203, media }, purpose)), 0)
  expect(await dots('print')).toBe(await dots('screen'))
})
