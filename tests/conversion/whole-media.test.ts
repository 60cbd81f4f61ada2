import { expect, test } from 'vitest'
import { documentPages } from '../../src-main/labels/conversion/pages.ts'
import { viewDocument } from '../../src-main/labels/conversion/view.ts'
import { wholeMedia } from '../../src-main/labels/conversion/whole-media.ts'
import { labelPdf, MEDIA_4X6 } from './documents.ts'
import { AT_203, blackOf, first } from './drawn.ts'

const documentOf = (format: 'ZPL' | 'EPL', body: string) => ({
  format,
  bytes: Buffer.from(format === 'ZPL' ? `^XA${body}^XZ` : `\nN\n${body}\nP1\n`),
})
/** The size that a label is drawn on, in dots, and what is black of it. */
async function whole(format: 'ZPL' | 'EPL', body: string) {
  const document = documentOf(format, body)
  const media = await wholeMedia(document, AT_203, await documentPages(document, AT_203, 'screen'))
  const page = first(await documentPages(document, { ...AT_203, media }, 'screen'))
  const black = blackOf(page)
  return { width: page.width, height: page.height, end: [black.x + black.width, black.y + black.height] as const }
}

test('a label that fits its media is drawn on that', async () => {
  for (const [format, body] of [
    ['ZPL', '^PW812^LL1218^FO20,20^GB700,1000,2^FS'],
    ['ZPL', '^PW832^LL1240^FO20,20^GB700,1000,2^FS'],
    ['EPL', 'q812\nLO20,20,700,1000'],
    ['EPL', 'q832\nLO20,20,700,1000'],
  ] as const)
    expect([body, await whole(format, body)]).toMatchObject([body, { width: 812, height: 1218 }])
})

test('a label that is larger than its media is drawn to its end', async () => {
  for (const [format, body, size] of [
    // As large as it says.
    ['ZPL', '^PW812^LL1624^FO20,20^GB700,1500,2^FS', { width: 812, height: 1624, end: [720, 1520] }],
    ['ZPL', '^PW1218^LL1827^FO20,20^GB1100,1700,2^FS', { width: 1218, height: 1827, end: [1120, 1720] }],
    ['EPL', 'q1218\nLO20,20,1100,2\nLO20,1700,2,90', { width: 1218, height: 1790, end: [1120, 1790] }],
    // As large as what is on it.
    ['ZPL', '^FO20,20^GB1000,300,2^FS', { width: 1020, height: 1218, end: [1020, 320] }],
    ['ZPL', '^FO20,1100^GB300,500,2^FS', { width: 812, height: 1600, end: [320, 1600] }],
    ['EPL', 'LO20,1100,300,500', { width: 812, height: 1600, end: [320, 1600] }],
    ['EPL', 'GW800,10,4,2,\0\0\0\0\0\0\0\0', { width: 832, height: 1218, end: [832, 12] }],
    // A code that begins on the media and ends beyond.
    ['EPL', 'B700,1200,0,3,3,7,100,N,"4711"', { height: 1300 }],
  ] as const)
    expect([body, await whole(format, body)]).toMatchObject([body, size])
})

test('text that runs over the edge is drawn to its end, unless the label cuts it by its own width', async () => {
  const text = '^FO500,50^A0N,60,60^FDA consignee of a long name^FS'
  const { width, end } = await whole('ZPL', text)
  expect(width).toBeGreaterThan(1000)
  expect(width - end[0]).toBeLessThan(2)
  expect(await whole('ZPL', `^PW812${text}`)).toMatchObject({ width: 812 })
  expect((await whole('EPL', 'A600,50,0,4,2,2,N,"A consignee of a long name"')).width).toBeGreaterThan(1200)
})

test('a PDF is fitted, and larger labels are shown whole where no media is chosen', async () => {
  const pdf = { format: 'PDF', bytes: await labelPdf(['PAGE-1'], 4, 8) } as const
  expect(await wholeMedia(pdf, AT_203, [])).toEqual(MEDIA_4X6)
  const label = documentOf('ZPL', '^PW812^LL1624^FO20,20^GB700,1500,2^FS')
  const { pages } = await viewDocument(label, { from: 0, count: 1, dpi: 150 })
  expect(pages).toMatchObject([{ widthIn: 4, heightIn: 8 }])
})
