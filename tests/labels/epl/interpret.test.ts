import { expect, test } from 'vitest'
import { isBlack, type Bitmap } from '../../../src-labels/bitmap/bitmap.ts'
import { interpretEpl } from '../../../src-labels/epl/interpret.ts'
import { ascii } from '../arbitraries.ts'

const size = { widthDots: 40, heightDots: 30 }
const draw = (commands: string) => interpretEpl(ascii(`\nN\r\n${commands}\r\nP1\r\n`), size, 203)
const bitmapOf = (commands: string): Bitmap => {
  const [drawing] = draw(commands)
  if (!drawing) throw new Error('nothing was printed')
  return drawing.bitmap
}
/** Left, top, right and bottom of what is black. */
const extentOf = (bitmap: Bitmap) => {
  const dots = Array.from({ length: bitmap.width * bitmap.height }, (_, at) => ({
    x: at % bitmap.width,
    y: Math.floor(at / bitmap.width),
  })).filter(({ x, y }) => isBlack(bitmap, x, y))
  const [xs, ys] = [dots.map(({ x }) => x), dots.map(({ y }) => y)]
  return {
    left: Math.min(...xs),
    top: Math.min(...ys),
    right: Math.max(...xs),
    bottom: Math.max(...ys),
    dots: dots.length,
  }
}

test('black, white and exclusive lines', () => {
  expect(extentOf(bitmapOf('LO5,6,10,4'))).toEqual({ left: 5, top: 6, right: 14, bottom: 9, dots: 40 })
  expect(extentOf(bitmapOf('LO5,6,10,4\nLW5,6,5,4'))).toMatchObject({ left: 10, dots: 20 })
  expect(extentOf(bitmapOf('LO5,6,10,4\nLE0,6,10,4'))).toMatchObject({ left: 0, right: 14, dots: 40 })
})

test('a diagonal goes from one end to the other', () => {
  expect(extentOf(bitmapOf('LS5,6,2,14,15'))).toEqual({ left: 5, top: 6, right: 14, bottom: 16, dots: 20 })
  expect(extentOf(bitmapOf('LS14,6,1,5,15'))).toMatchObject({ left: 5, right: 14, bottom: 15 })
})

test('a box is drawn from corner to corner', () => {
  expect(extentOf(bitmapOf('X2,3,2,12,23'))).toEqual({ left: 2, top: 3, right: 11, bottom: 22, dots: 10 * 20 - 6 * 16 })
})

test('the reference point moves what follows', () => {
  expect(extentOf(bitmapOf('R3,4\nLO5,6,1,1'))).toMatchObject({ left: 8, top: 10 })
  expect(extentOf(bitmapOf('R3,4\nX1,1,1,4,4'))).toMatchObject({ left: 4, top: 5, right: 6, bottom: 7 })
})

test('text is turned around its own corner', () => {
  const extent = (turn: number) => extentOf(bitmapOf(`A20,15,${turn},1,1,1,R,"M"`))
  expect(extent(0)).toMatchObject({ left: 20, top: 15, right: 29, bottom: 26 })
  expect(extent(1)).toMatchObject({ left: 8, top: 15, right: 19, bottom: 24 })
  expect(extent(2)).toMatchObject({ left: 10, top: 3, right: 19, bottom: 14 })
  expect(extent(3)).toMatchObject({ left: 20, top: 5, right: 31, bottom: 14 })
})

test('fonts are multiplied across and down', () => {
  expect(extentOf(bitmapOf('A0,0,0,1,2,2,R,"M"'))).toMatchObject({ right: 19, bottom: 23 })
})

test('N clears the image, P prints and keeps it', () => {
  const stream = 'N\nLO0,0,1,1\nP1\nLO1,0,1,1\nP3\nN\nLO5,5,1,1\nP1\n'
  const drawings = interpretEpl(ascii(stream), size, 203)
  expect(drawings.map(({ bitmap }) => extentOf(bitmap).dots)).toEqual([1, 2, 1])
  expect(drawings.map(({ copies }) => copies)).toEqual([1, 3, 1])
})

test('settings draw nothing, and what is not known is named', () => {
  expect(draw('q400\nQ300,24\nD8\nS2\nZT\nI8,A,001\nOD')).toMatchObject([{ notDrawn: [] }])
  expect(draw('b5,5,Q,"x"\nB1,1,0,K,2,4,50,N,"A"\nB1,1,0,E30,2,4,50,N,"A"\nA0,0,0,7,1,1,N,"x"')).toMatchObject([
    { notDrawn: ['b', 'B type K', 'B type E30', 'A'] },
  ])
})

test('numbers that make no sense cost no time and draw nothing', () => {
  const stream = 'LO0,0,999999999,999999999\nA0,0,0,5,99,99,N,"x"\nB0,0,0,1,9999,2,999999,N,"1"\nX9,9,1,-5,-5\nLOx,,'
  expect(draw(stream)).toHaveLength(1)
})

test('letters are those of the code page that was chosen', () => {
  const text = (set: string, bytes: string) => {
    const stream = Buffer.from(`\nN\nI8,${set},001\nA0,0,0,1,1,1,N,"${bytes}"\nP1\n`, 'latin1')
    return interpretEpl(new Uint8Array(stream), size, 203)[0]?.bitmap
  }
  // An accent is not drawn: what counts is which letter it is.
  const letter = text('A', 'U')
  for (const [set, bytes] of [
    ['0', '\x9a'],
    ['1', '\xeb'],
    ['2', '\xde'],
    ['A', '\xdc'],
    ['B', '\xdc'],
    ['E', '\xdc'],
  ] as const) {
    expect(text(set, bytes)).toEqual(letter)
  }
})
