import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { createConversion } from '../../src-main/labels/conversion/conversion.ts'
import { createPrintFile } from '../../src-main/packing/print-file.ts'
import { printFileSchema } from '../../src-shared/station/printing/print-file.ts'
import { REFUSED_EPL, REFUSED_ZPL } from '../labels/faults.ts'
import { openTemporaryPrinting, type TemporaryPrinting } from '../support/temporary-printing.ts'
import { virtualZebra } from '../support/virtual-zebra.ts'

const conversion = createConversion()
afterAll(() => conversion.close())

let bench: TemporaryPrinting
beforeEach(async () => {
  bench = await openTemporaryPrinting()
})
afterEach(async () => {
  expect(bench.faults).toEqual([])
  await bench.close()
})

/** Files in the printer's own language, which need no drawing. */
function printFile(text: string, printerId: string, more: { copies?: number; agreedLabels?: number } = {}) {
  const print = createPrintFile({
    conversion,
    printing: bench.printing,
  })
  const base64 = Buffer.from(text, 'latin1').toString('base64')
  return print(printFileSchema.parse({ name: 'carrier.zpl', base64, printer: { printerId }, ...more }))
}

const label = (quantity: string) => `^XA^FO10,10^A0N,30,30^FDx^FS${quantity}^XZ`

test('a file that prints more labels than the station prints unasked asks with their number, and prints that number only', async () => {
  const zebra = await virtualZebra()
  const printerId = await bench.addPrinter(zebra.uri)
  const many = label('^PQ3') + label('^PQ2')
  await bench.printing.rules.set({ mostLabels: 9 })
  const asked = printFile(many, printerId, { copies: 2 })
  await expect(asked).rejects.toMatchObject({ code: 'MANY_LABELS', details: { labels: 10, most: 9 } })
  await expect(printFile(many, printerId, { copies: 2, agreedLabels: 11 })).rejects.toMatchObject({
    code: 'MANY_LABELS',
  })
  expect(zebra.received().length).toBe(0)
  const { jobId } = await printFile(many, printerId, { copies: 2, agreedLabels: 10 })
  await bench.until(jobId, 'SENT', 'PRINTED')
  expect(zebra.paper).toHaveLength(10)
  expect((await printFile(many, printerId)).copies).toBe(1)
})

test('no byte of a file that is refused reaches a printer', async () => {
  const zebra = await virtualZebra()
  const printerId = await bench.addPrinter(zebra.uri)
  for (const [, stream] of [...REFUSED_ZPL, ...REFUSED_EPL]) {
    await expect(printFile(stream, printerId)).rejects.toThrow()
  }
  expect(await bench.printing.queue.list(10)).toEqual([])
  expect(zebra.received().length).toBe(0)
})

test("what a file sets for itself is set back, and what is the owner's is left out", async () => {
  const zebra = await virtualZebra()
  const printerId = await bench.addPrinter(zebra.uri)
  const { jobId, stripped } = await printFile('^XA^POI^MMT^FO10,10^A0N,30,30^FDx^FS^JUS^XZ', printerId)
  await bench.until(jobId, 'SENT', 'PRINTED')
  expect(stripped).toEqual(['^MM', '^JU'])
  expect(zebra.received().toString()).toBe('^XA^POI^FO10,10^A0N,30,30^FDx^FS^XZ^XA^PON^XZ')
})
