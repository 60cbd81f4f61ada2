import { createConversion } from '../../src-main/labels/conversion/conversion.ts'
import type { LabelFormat } from '../../src-shared/freight/document.ts'
import { testLabel } from '../../src-labels/test-label.ts'

/**
 * Draws a label on every path from format to format in turn, with the packages beside which it was built, and writes the
 * barcodes that are read back from each, as JSON.
 */
const media = { widthIn: 4, heightIn: 6 }
const conversion = createConversion()
const codes: Partial<Record<LabelFormat, string[]>> = {}
const read = async (format: LabelFormat, bytes: Uint8Array): Promise<void> => {
  const drawn = await conversion.preview({ format, bytes }, { dpi: 203, media })
  codes[format] = (await conversion.readBarcodes(drawn)).flat()
}
const to = async (format: LabelFormat, bytes: Uint8Array, wanted: LabelFormat): Promise<Uint8Array> => {
  const [file] = (await conversion.convert({ format, bytes }, { to: wanted, dpi: 203, media })).files
  if (!file) throw new Error(`no ${wanted} was made`)
  return file
}
const zpl = testLabel({ language: 'ZPL', dpi: 203, media, printerName: 'Dock' })
await read('ZPL', zpl)
const pdf = await to('ZPL', zpl, 'PDF')
await read('PDF', pdf)
const png = await to('PDF', pdf, 'PNG')
await read('PNG', png)
await read('EPL', await to('PNG', png, 'EPL'))
await conversion.close()
console.log(JSON.stringify(codes))
