import { expect, test } from 'vitest'
import { blankBitmap, sameBitmap } from '../../src-labels/bitmap/bitmap.ts'
import { crop, rotate } from '../../src-labels/bitmap/transform.ts'
import { convertDocument } from '../../src-main/labels/conversion/convert.ts'
import { documentPages } from '../../src-main/labels/conversion/pages.ts'
import { readSource } from '../../src-main/labels/conversion/source.ts'
import { openLetters } from '../../src-node/letters/letters.ts'
import { AT_203, drawnLabel, first } from './drawn.ts'

const zpl = (body: string) =>
  ({ format: 'ZPL', bytes: new TextEncoder().encode(`^XA^CI28^PW812^LL1218${body}^XZ`) }) as const

const drawn = (body: string) => drawnLabel(zpl(body))

const lineOf = async (text: string, height: number) => (await openLetters()).draw(text, height)

const LINES = [
  '北京市朝阳区建国路88号',
  '東京都さくら通り',
  '서울특별시',
  'Київ, Хрещатик 1',
  'שדרות רוטשילד 42',
  'शक्ति',
]

test.each(LINES)('%s stands where its field is, in letters, also on what another printer gets', async (text) => {
  const line = await lineOf(text, 40)
  const page = await drawn(`^FO40,90^A0N,40,40^FD${text}^FS`)
  expect(sameBitmap(crop(page, 40, 90, line.width, line.height), line)).toBe(true)
  const { files } = await convertDocument(zpl(`^FO40,90^A0N,40,40^FD${text}^FS`), { to: 'EPL', ...AT_203 })
  expect(sameBitmap(await drawnLabel({ format: 'EPL', bytes: first(files) }), page)).toBe(true)
})

test('a line is turned, put on its base line, wrapped and made narrow as its field says', async () => {
  const line = await lineOf('北京 R', 40)
  const turned = await drawn('^FO300,300^A0R,40,40^FD北京 R^FS')
  expect(sameBitmap(crop(turned, 290, 300, line.height, line.width), rotate(line, 90))).toBe(true)
  // The base line of a row is 85 hundredths down from its top.
  const based = await drawn('^FT300,200^A0N,40,40^FD北京 R^FS')
  expect(sameBitmap(crop(based, 300, 200 - 34, line.width, line.height), line)).toBe(true)
  const block = await drawn('^FO40,40^A0N,40,40^FB130,2,4,R^FD北京\\&北京市^FS')
  const second = await lineOf('北京市', 40)
  expect(sameBitmap(crop(block, 170 - second.width, 84, second.width, second.height), second)).toBe(true)
  const narrow = await drawn('^FO40,40^A0N,40,20^FD北京市朝阳区^FS')
  const wide = await lineOf('北京市朝阳区', 40)
  const blank = blankBitmap(300, wide.height)
  expect(sameBitmap(crop(narrow, 40 + Math.ceil(wide.width / 2), 40, 300, wide.height), blank)).toBe(true)
})

test('letters that no font has are told, and such a label is not converted', async () => {
  const document = zpl('^FO40,40^A0N,40^FDⴰ 北^FS')
  const { notes } = (await readSource(document, AT_203)).result
  expect(notes).toMatchObject([{ code: 'note-unwritten', values: { letters: 'ⴰ' } }])
  await expect(convertDocument(document, { to: 'EPL', ...AT_203 })).rejects.toThrow('cannot be drawn: ⴰ')
  expect(await documentPages(document, AT_203, 'screen')).toHaveLength(1)
})

test('lines larger than any label are left out, and told', async () => {
  const huge = zpl(`^FO0,0^A0N,1000,9999^FD${'北'.repeat(300)}^FS`)
  expect((await readSource(huge, AT_203)).result.notes).toMatchObject([{ code: 'note-unwritten' }])
})
