import { onTestFinished } from 'vitest'
import { parseFault } from '../../src-main/printing/simulator/faults.ts'
import {
  startLabelPrinter,
  type LabelPrinter,
  type LabelPrinterOptions,
} from '../../src-main/printing/simulator/label-printer.ts'

/** A Zebra on a loopback port for the running test; faults as on its command line: `paper-out@3`. */
export async function virtualZebra(
  faults: readonly string[] = [],
  options: Partial<LabelPrinterOptions> = {},
): Promise<LabelPrinter> {
  const printer = await startLabelPrinter({ language: 'ZPL', ...options, faults: faults.map(parseFault) })
  onTestFinished(() => printer.close())
  return printer
}
