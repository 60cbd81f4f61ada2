import { expect, test } from 'vitest'
import { isBlack, sameBitmap, type Bitmap } from '../../src-labels/bitmap/bitmap.ts'
import { composeHoldTag } from '../../src-labels/hold-tag.ts'
import { inspectLabel } from '../../src-labels/inspect.ts'
import { documentPages } from '../../src-main/labels/conversion/pages.ts'
import { lettersFor, lettersNotDrawn } from '../../src-node/letters/letters.ts'

const TARGET = { dpi: 203, media: { widthIn: 4, heightIn: 6 } } as const
const LINES = [
  'Łódź, Київ, Αθήνα',
  'שדרות רוטשילד 42',
  'شركة النقل (Cairo) 123',
  'กรุงเทพฯ ที่',
  'मुंबई क्षेत्र',
  '北京市朝阳区建国路88号',
  '東京都渋谷区さくら通り',
  '서울특별시 강남구 테헤란로',
]

const tagFor = (consigneeName: string) => ({
  reference: 'PO-1',
  consigneeName,
  destination: 'Reno',
  carrierName: 'Acme',
  pieces: null,
  createdAt: '2026-01-01T00:00:00Z',
  lines: { title: 'HOLD', notice: 'Do not ship' },
})

async function lettersOf(text: string) {
  const letters = await lettersFor(text)
  if (!letters) throw new Error(`${text} needs no letters`)
  return letters
}

test('only texts that a printer lacks letters for have them drawn', async () => {
  expect(await lettersFor({ name: 'José Müller, 5 °C, €3' })).toBeNull()
  for (const line of LINES) expect(await lettersFor([line])).not.toBeNull()
})

test.each(['ZPL', 'EPL'] as const)('names in any of the scripts stand on a tag in %s as pictures', async (language) => {
  const plain = composeHoldTag(tagFor('?'), { language, ...TARGET })
  for (const line of LINES) {
    const bytes = composeHoldTag(tagFor(line), { language, ...TARGET, letters: await lettersFor(line) })
    expect(inspectLabel(bytes, TARGET)).toMatchObject({ result: 'whole', labels: 1, stripped: [] })
    const [label] = await documentPages({ format: language, bytes }, TARGET, 'print')
    const [without] = await documentPages({ format: language, bytes: plain }, TARGET, 'print')
    if (!label || !without) throw new Error('nothing was drawn')
    expect(dotsOf(label)).toBeGreaterThan(dotsOf(without))
    expect(Buffer.from(bytes).toString('latin1')).not.toContain('"?"')
  }
})

test('what is read from the right is laid out from the right and joined, numbers in it from the left', async () => {
  const letters = await lettersOf('ب')
  // Three letters that join are narrower than the same three apart.
  expect(letters.widthOf('ببب', 100)).toBeLessThan(3 * letters.widthOf('ب', 100))
  expect(letters.isRightToLeft('شركة 12')).toBe(true)
  expect(letters.isRightToLeft('Acme שלום')).toBe(false)
  const [number, word] = [letters.draw('12', 60), letters.draw('של 12', 60)]
  // The number comes last, which is at the left, and its digits are not turned around.
  expect(sameBitmap(cut(word, number.width), cut(number, number.width))).toBe(true)
})

/** What stands in a set's first level or its rows of syllables and kana, by the set's own encoding. */
function rowsOf(encoding: string, first: number, last: number): string[] {
  const decoder = new TextDecoder(encoding)
  const cells = Array.from({ length: last - first + 1 }, (_, row) =>
    Array.from({ length: 94 }, (__, cell) => decoder.decode(Uint8Array.of(first + row, 0xa1 + cell))),
  )
  return cells.flat().filter((char) => !/[\uFFFD\p{Co}]/u.test(char))
}

test.each([
  ['gb18030', 0xb0, 0xd7, 3755],
  ['euc-jp', 0xa4, 0xa5, 169],
  ['euc-jp', 0xb0, 0xcf, 2965],
  ['euc-kr', 0xb0, 0xc8, 2350],
])('every letter of %s from row %i to %i is drawn', async (encoding, first, last, count) => {
  const chars = rowsOf(encoding, first, last)
  expect(chars).toHaveLength(count)
  const letters = await lettersOf('東')
  const missing = letters.draw('?', 20)
  const empty = chars.filter((char) => {
    const picture = letters.draw(char, 20)
    return dotsOf(picture) === 0 || sameBitmap(picture, missing)
  })
  expect(empty).toEqual([])
})

test('what Chinese and Japanese write alike is drawn as the line writes it', async () => {
  const letters = await lettersOf('直')
  const alone = letters.draw('直', 60)
  expect(sameBitmap(cut(letters.draw('直の', 60), alone.width), cut(alone, alone.width))).toBe(false)
  expect(sameBitmap(cut(letters.draw('直街', 60), alone.width), cut(alone, alone.width))).toBe(true)
  expect(letters.isRightToLeft('東京 42')).toBe(false)
})

test('what no label and no paper can write is known before it is booked, each letter once', async () => {
  expect(await lettersNotDrawn('Łódź, 北京市 🚚, שלום́, ⴰⴰ 𠮷')).toEqual(['🚚', 'ⴰ', '𠮷'])
  expect(await lettersNotDrawn('José Müller, 5 °C, €3')).toEqual([])
})

test('a letter that no font has is spelled or seen to be missing, and nothing is drawn endlessly', async () => {
  const letters = await lettersOf('𠮷ⴰ')
  expect(sameBitmap(letters.draw('𠮷ⴰЖ', 40), letters.draw('??Ж', 40))).toBe(true)
  expect(letters.draw('Ж'.repeat(100_000), 40).width).toBeLessThan(20_000)
})

function dotsOf(bitmap: Bitmap): number {
  return bitmap.data.reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0)
}

function cut(bitmap: Bitmap, width: number): Bitmap {
  const bytesPerRow = Math.ceil(width / 8)
  const data = new Uint8Array(bytesPerRow * bitmap.height)
  for (let y = 0; y < bitmap.height; y += 1) {
    for (let x = 0; x < width - 2; x += 1) {
      if (isBlack(bitmap, x, y))
        data[y * bytesPerRow + (x >> 3)] = (data[y * bytesPerRow + (x >> 3)] ?? 0) | (0x80 >> (x & 7))
    }
  }
  return { width, height: bitmap.height, bytesPerRow, data }
}
