import { expect, test } from 'vitest'
import { declaredSize } from '../../src-labels/declared-size.ts'
import { convertDocument } from '../../src-main/labels/conversion/convert.ts'
import { stockQuestion } from '../../src-main/packing/stock-question.ts'
import type { CommandInput } from '../../src-shared/station/commands.ts'
import { fitsStock, isSameSize, type LabelStock } from '../../src-shared/station/printing/label-stock.ts'
import { labelPdf } from '../conversion/documents.ts'
import { testSandbox } from '../support/sandbox.ts'
import { testStation, type TestStation } from '../support/test-station.ts'
import { bookedAt, jobEnded, printedBy } from './desk.ts'

const roll = (widthIn: number, heightIn: number, tracking: LabelStock['tracking'] = 'gap'): LabelStock => ({
  stockId: 's',
  name: 'roll',
  media: { widthIn, heightIn },
  tracking,
  print: 'direct',
})
const printer = { language: 'ZPL', dpi: 203, media: { widthIn: 4, heightIn: 6 } } as const
const ask = (label: string, stock: LabelStock | null, paper: 'label' | 'receipt' = 'label') =>
  stockQuestion(Buffer.from(label), printer, { paper }, stock)

test('a label declares its size in either language, or does not', () => {
  expect(declaredSize(Buffer.from('^XA^PW812^LL1218^FO1,1^FDx^FS^XZ'), 'ZPL', 203)).toEqual({
    widthIn: 4,
    heightIn: 5.99,
  })
  expect(declaredSize(Buffer.from('\nN\nq812\nQ1218,24\nP1\n'), 'EPL', 203)).toMatchObject({ widthIn: 4 })
  expect(declaredSize(Buffer.from('^XA^PW812^XZ'), 'ZPL', 203)).toBeNull()
})

test('a size fits within the play of real labels, and a roll takes any length', () => {
  expect(isSameSize({ widthIn: 4, heightIn: 6 }, { widthIn: 4, heightIn: 6.25 })).toBe(true)
  expect(fitsStock({ widthIn: 4, heightIn: 6 }, roll(4, 4))).toBe(false)
  expect(fitsStock({ widthIn: 4, heightIn: 6 }, roll(4, 4, 'continuous'))).toBe(true)
})

test('a label is asked about when it says another size, or reaches beyond what is loaded', () => {
  const label = '^XA^PW812^LL1218^FO20,20^GB700,1000,2^FS^XZ'
  expect(ask(label, roll(4, 6))).toBeNull()
  expect(ask(label, roll(4, 4))).toMatchObject({ kind: 'stock', key: 'STOCK', stock: 'roll', label: { widthIn: 4 } })
  const undeclared = '^XA^FO20,20^GB700,1000,2^FS^XZ'
  expect(ask(undeclared, roll(2.25, 1.25))).toMatchObject({ key: 'STOCK', label: null })
  expect(ask(undeclared, roll(4, 4, 'continuous'))).toBeNull()
  expect(ask(label, null)).toBeNull()
  expect(ask(label, roll(2, 1), 'receipt')).toBeNull()
})

test("without a loaded stock the printer's media stands in, for labels that are wider, longer or denser", () => {
  expect(ask('^XA^PW400^LL400^FO20,20^GB300,300,2^FS^XZ', null)).toBeNull()
  for (const beyond of [
    '^XA^PW1218^LL1827^FO20,20^GB1100,1700,2^FS^XZ',
    '^XA^PW812^LL1624^FO20,20^GB700,1500,2^FS^XZ',
    '^XA^FO20,20^GB1000,300,2^FS^XZ',
  ])
    expect(ask(beyond, null)).toMatchObject({ kind: 'stock', key: 'STOCK', stock: '4 × 6 in' })
})

test('a label that is made for another resolution asks, loaded stock or none, in either language', () => {
  const media = { widthIn: 4, heightIn: 6 }
  const on = (dpi: 203 | 300 | 600, language: 'ZPL' | 'EPL', label: string, stock: LabelStock | null = null) =>
    stockQuestion(Buffer.from(label), { language, dpi, media }, { paper: 'label' }, stock)
  const field = '^FO20,20^GB300,300,2^FS^XZ'
  for (const stock of [null, roll(4, 6), roll(4, 6, 'continuous')]) {
    for (const [dpi, language, label, madeFor, size] of [
      [203, 'ZPL', `^XA^PW1218^LL1827${field}`, 300, { widthIn: 5.99, heightIn: 8.99 }],
      [203, 'ZPL', `^XA^PW1218${field}`, 300, { widthIn: 5.99, heightIn: 6 }],
      [203, 'ZPL', `^XA^PW2438^LL3658${field}`, 600, { widthIn: 12 }],
      [300, 'ZPL', `^XA^PW812^LL1218${field}`, 203, { widthIn: 2.66, heightIn: 4 }],
      [300, 'ZPL', `^XA^PW832${field}`, 203, { widthIn: 2.73, heightIn: 6 }],
      [300, 'ZPL', `^XA^PW812^LL1624${field}`, 203, { widthIn: 2.66, heightIn: 5.33 }],
      [600, 'ZPL', `^XA^PW1218^LL1827${field}`, 300, { widthIn: 2, heightIn: 3 }],
      [203, 'EPL', '\nN\nq1218\nLO20,20,300,2\nP1\n', 300, { widthIn: 5.99 }],
      [300, 'EPL', '\nN\nq812\nLO20,20,300,2\nP1\n', 203, { widthIn: 2.66 }],
      [300, 'EPL', '\nN\nq812\nQ1218,24\nLO20,20,300,2\nP1\n', 203, { widthIn: 2.66, heightIn: 4 }],
    ] as const)
      expect([label, on(dpi, language, label, stock)]).toMatchObject([label, { key: 'STOCK', madeFor, label: size }])
  }
  for (const [dpi, language, label] of [
    [203, 'ZPL', `^XA^PW812^LL1218${field}`],
    [203, 'ZPL', `^XA^PW832${field}`],
    [203, 'ZPL', `^XA^PW600${field}`],
    [300, 'ZPL', `^XA^PW1218^LL1827${field}`],
    [300, 'ZPL', `^XA${field}`],
    [600, 'ZPL', `^XA^PW2438^LL3658${field}`],
    [300, 'EPL', '\nN\nq1218\nLO20,20,300,2\nP1\n'],
  ] as const)
    expect([label, on(dpi, language, label)]).toEqual([label, null])
})

test('the size is asked of the commands alone: no picture is unpacked for it', () => {
  const picture = (rows: number) => `^XA^FO20,20^GFA,999,${100 * rows},100,:Z64:bm90IHppcHBlZA==:0000^FS^XZ`
  expect(ask(picture(1200), null)).toBeNull()
  expect(ask(picture(2400), null)).toMatchObject({ key: 'STOCK' })
})

test('a label of another length asks; a page that is drawn for the printer never does', async () => {
  for (const length of [1370, 1624]) {
    expect(ask(`^XA^PW812^LL${length}^FO20,20^GB700,1000,2^FS^XZ`, null)).toMatchObject({ key: 'STOCK' })
    expect(ask(`^XA^FO20,${length - 100}^GB700,90,2^FS^XZ`, null)).toMatchObject({ key: 'STOCK', label: null })
  }
  const { bytes } = await testLabelOf(300)
  expect(
    stockQuestion(bytes, { language: 'ZPL', dpi: 300, media: { widthIn: 4, heightIn: 6 } }, { paper: 'label' }, null),
  ).toBeNull()
})

/** A PDF's page, drawn for a printer. */
async function testLabelOf(dpi: 203 | 300): Promise<{ bytes: Uint8Array }> {
  const document = { format: 'PDF', bytes: await labelPdf(['PAGE-1'], 4, 6.75) } as const
  const { files } = await convertDocument(document, {
    to: 'ZPL',
    dpi,
    media: { widthIn: 4, heightIn: 6 },
    encoding: undefined,
  })
  return { bytes: files[0] ?? new Uint8Array(0) }
}

/** What keeps the first label of a list from being printed. */
async function problemInList({ run, until }: TestStation, codes: CommandInput<'printLists.add'>) {
  const { listId } = await run('printLists.add', codes)
  return until('the list', async () => (await run('printLists.get', { listId })).items[0]?.problem ?? null)
}

test('Pack asks about the loaded labels by name, a print list answers nothing, and a yes prints', async () => {
  const station = await testStation(await testSandbox())
  const [printerOfStation] = await station.run('printers.list', {})
  const printerId = printerOfStation?.printerId ?? ''
  const media = { widthIn: 2.25, heightIn: 1.25 }
  const stock = await station.run('stock.save', { name: 'Shelf', media, tracking: 'gap', print: 'direct' })
  const shelf = stock.find(({ name }) => name === 'Shelf')
  await station.run('printers.setOptions', { printerId, options: { stockId: shelf?.stockId ?? '' } })
  await bookedAt(station, { reference: 'PO-STOCK' })
  const asked = await station.run('pack.scan', { code: 'PO-STOCK' })
  expect(asked).toMatchObject({ kind: 'asks', question: { kind: 'stock', key: 'STOCK', stock: 'Shelf' } })

  expect(await problemInList(station, { codes: ['PO-STOCK'] })).toMatchObject({ code: 'ASKS_FIRST' })

  const wrongYes = { code: 'PO-STOCK', reprintReason: 'small labels', despite: ['RESTORED'] }
  expect(await station.run('pack.scan', wrongYes)).toMatchObject({ kind: 'asks' })
  const yes = { ...wrongYes, despite: ['STOCK'] }
  expect(await station.run('pack.scan', yes)).toMatchObject({ kind: 'printing', job: { reason: 'small labels' } })

  await station.run('stock.remove', { stockId: shelf?.stockId ?? '' })
  expect((await station.run('stock.list', {})).some(({ name }) => name === 'Shelf')).toBe(false)
  expect((await station.run('audit.list', { subjectKind: 'setting', subjectId: 'label-stock' })).rows.length).toBe(2)
})

test('a yes to the loaded labels is none to printing again what was printed meanwhile', async () => {
  const station = await testStation(await testSandbox())
  const media = { widthIn: 2.25, heightIn: 1.25 }
  const connection = { kind: 'virtual' } as const
  const shelf = await station.run('printers.save', { name: 'Shelf', language: 'ZPL', dpi: 203, media, connection })
  await bookedAt(station, { reference: 'PO-MEANWHILE' })
  const yes = {
    ...{ code: 'PO-MEANWHILE', printerId: shelf.printerId },
    ...{ reprintReason: 'no larger labels', despite: ['STOCK'] },
  }
  // One of two people who were asked answers first.
  const { job } = await printedBy(station, yes)
  await jobEnded(station, job.jobId)
  expect(await station.run('pack.scan', yes)).toMatchObject({ kind: 'already-printed', times: 1 })
  expect(await station.run('jobs.list', {})).toHaveLength(1)

  const both = { ...yes, despite: ['STOCK', 'ALREADY_PRINTED'] }
  expect((await printedBy(station, both)).job).toMatchObject({ purpose: 'reprint', reason: 'no larger labels' })
  await station.close()
})

test('Pack asks before a label is fitted so small that its bars may not be read; a print list answers nothing', async () => {
  const station = await testStation(await testSandbox())
  const media = { widthIn: 1.4, heightIn: 2.1 }
  const connection = { kind: 'virtual' } as const
  const small = await station.run('printers.save', { name: 'Small', language: 'EPL', dpi: 300, media, connection })
  const { printerId } = small
  await station.run('printers.setDefault', { printerId })
  await bookedAt(station, { reference: 'PO-SMALL', labelFormat: 'PDF' })
  const scan = { code: 'PO-SMALL', printerId }
  expect(await station.run('pack.scan', scan)).toMatchObject({ kind: 'asks', question: { kind: 'bars', key: 'BARS' } })
  expect(await problemInList(station, { codes: ['PO-SMALL'], printerId })).toMatchObject({ code: 'ASKS_FIRST' })
  const wrongYes = { ...scan, reprintReason: 'no larger labels', despite: ['STOCK'] }
  expect(await station.run('pack.scan', wrongYes)).toMatchObject({ kind: 'asks', question: { key: 'BARS' } })
  expect(await station.run('pack.scan', { ...wrongYes, despite: ['BARS'] })).toMatchObject({ kind: 'printing' })
})

test('kinds of labels have names of their own, in any letter case', async () => {
  const { run } = await testStation(await testSandbox(), { background: false })
  const kind = { media: { widthIn: 4, heightIn: 8 }, tracking: 'gap', print: 'direct' } as const
  const shelf = (await run('stock.save', { ...kind, name: 'Shelf' })).find(({ name }) => name === 'Shelf')
  await expect(run('stock.save', { ...kind, name: 'shelf' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringContaining('there is already a stock named Shelf'),
  })
  const renamed = await run('stock.save', { ...kind, stockId: shelf?.stockId, name: 'SHELF' })
  expect(renamed.map(({ name }) => name)).toContain('SHELF')
})
