import { eanElements, type EanKind } from '../barcodes/ean.ts'
import { code39Elements } from '../barcodes/code39.ts'
import { interleavedElements } from '../barcodes/interleaved.ts'
import type { BarWidths } from '../barcodes/bars.ts'
import { code128Values, code128ValuesIn, elementsOfValues, gs1128Values } from '../code128.ts'

const EANS: Readonly<Record<string, EanKind>> = { E30: 'EAN-13', E80: 'EAN-8', UA0: 'UPC-A', UE0: 'UPC-E' }
const LONGEST = 200

/**
 * The bars of a `B` command's type as element widths in dots, starting with a bar; null for a type that is not known here.
 * @throws RangeError when the data cannot be written in the type.
 */
export function eplBars(type: string, data: string, widths: BarWidths): number[] | null {
  if (data.length > LONGEST) throw new RangeError(`barcode data of ${data.length} characters`)
  const inModules = (values: number[]) => elementsOfValues(values).map((modules) => modules * widths.narrow)
  const ean = Object.hasOwn(EANS, type) ? EANS[type] : undefined
  if (ean) return eanElements(ean, data, widths.narrow)
  switch (type) {
    case '1':
      return inModules(code128Values(data))
    case '1A':
    case '1B':
    case '1C':
      return inModules(code128ValuesIn(type === '1A' ? 'A' : type === '1B' ? 'B' : 'C', data))
    case '0':
    case '1E':
      return inModules(gs1128Values(data.replace(/[()]/g, '')))
    case '3':
    case '3C':
      return code39Elements(data, widths, type === '3C')
    case '2':
    case '2C':
    case '2D':
      return interleavedElements(data, widths, type !== '2')
    default:
      return null
  }
}
