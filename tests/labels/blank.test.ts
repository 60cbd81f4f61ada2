import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { blankBitmap } from '../../src-labels/bitmap/bitmap.ts'
import { fillRectangle } from '../../src-labels/bitmap/transform.ts'
import { blankLabels } from '../../src-labels/blank.ts'
import { EplLabel } from '../../src-labels/epl/label.ts'
import { crc16 } from '../../src-labels/zpl/crc.ts'
import { graphicField } from '../../src-labels/zpl/graphics.ts'

const zpl = (text: string) => blankLabels(Buffer.from(text, 'latin1'), 'ZPL')
const epl = (body: string) => blankLabels(Buffer.from(`\nN\nq812\n${body}`, 'latin1'), 'EPL')
const TEXT = '^FO10,10^A0N,30,30^FDx^FS'

const white = blankBitmap(40, 20)
const dotted = blankBitmap(40, 20)
fillRectangle(dotted, 3, 3, 1, 1, 'black')

test('a label of ZPL is blank when its fields are empty and its pictures white', () => {
  for (const body of [
    '^FO1,1^FD^FS',
    '^FO1,1^FD   ^FS',
    '^FO1,1^FH^FD_20_20^FS',
    '^FO1,1^FV^FS',
    '^FO1,1^GB100,100,3,W^FS',
    '^FO1,1^GC100,3,W^FS',
    '^FO1,1^FN1^FS',
    ...(['HEX', 'ACS', 'Z64', 'B64'] as const).map((encoding) => `^FO0,0${graphicField(white, encoding)}^FS`),
  ]) {
    expect([body, zpl(`^XA${body}^XZ`)]).toEqual([body, [1]])
    expect(zpl(`^XA${TEXT}^XZ^XA${body}^XZ^XA${body}${TEXT}^XZ^XA${body}^XZ`)).toEqual([2, 4])
  }
})

test('a label of ZPL with a dot is not blank, nor what is no label', () => {
  for (const body of [
    TEXT,
    '^FO1,1^BCN,50^FD ^FS',
    '^FO1,1^SN001,1,Y^FS',
    '^FO1,1^GB100,100,3^FS',
    '^FO1,1^GD100,100,3,B^FS',
    '^FO1,1^XGR:LOGO.GRF,1,1^FS',
    '^FO1,1^GFC,8,16,2,12345678^FS',
    ...(['HEX', 'ACS', 'Z64', 'B64'] as const).map((encoding) => `^FO0,0${graphicField(dotted, encoding)}^FS`),
  ])
    expect([body, zpl(`^XA${body}^XZ`)]).toEqual([body, []])
  expect(zpl('^XA^POI^XZ^XA^XZ')).toEqual([])
  expect(zpl(`^XA^DFR:A.ZPL^FO1,1^FN1^FS^XZ^XA${TEXT}^XZ`)).toEqual([])
  expect(zpl(`^XA^MCN${TEXT}^XZ^XA^FO1,1^FD^FS^XZ`)).toEqual([])
})

test('rows of ZPL are counted, not unpacked: no picture is too large to be known as white', () => {
  const most = 2 ** 40
  const rows = (data: string) => zpl(`^XA^FO0,0^GFA,${most},${most},${most / 4},${data}^FS^XZ`)
  expect(rows(',:00,,')).toEqual([1])
  expect(rows(',:,,F')).toEqual([1])
  expect(rows(',:0F,,')).toEqual([])
  expect(rows(',:!,')).toEqual([])
  expect(rows(',:,')).toEqual([])
})

test('of pictures that unpack to hundreds of megabytes the first are unpacked, and the labels of the rest count as dotted', () => {
  const size = 8_000_000
  const text = deflateSync(new Uint8Array(size)).toString('base64')
  const check = crc16(Buffer.from(text)).toString(16).padStart(4, '0')
  const labels = `^XA^FO0,0^GFA,${size},${size},${size},:Z64:${text}:${check}^FS^XZ`.repeat(40)
  expect(zpl(labels)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})

test('a label of EPL is blank until something draws a dot; what was drawn stays until it is cleared', () => {
  const picture = (bitmap: typeof white) =>
    blankLabels(new EplLabel({ widthDots: 812, heightDots: 1218 }, 203).graphic(0, 0, bitmap).toBytes(), 'EPL')
  for (const body of ['', 'A1,1,0,1,1,1,N," "\n', 'LW0,0,50,50\n', 'B1,1,0,1,2,2,50,N,""\n', 'LO5,5,0,10\n'])
    expect([body, epl(`${body}P1\n`)]).toEqual([body, [1]])
  for (const body of ['A1,1,0,1,1,1,N,"x"\n', 'A1,1,0,1,1,1,R," "\n', 'LO0,0,50,50\n', 'X0,0,2,50,50\n'])
    expect([body, epl(`${body}P1\nP1\nN\nP2\n`)]).toEqual([body, [3]])
  expect(picture(white)).toEqual([1])
  expect(picture(dotted)).toEqual([])
})
