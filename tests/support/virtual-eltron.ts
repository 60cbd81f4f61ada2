import { onTestFinished } from 'vitest'
import { parseFault } from '../../src-main/printing/simulator/faults.ts'
import {
  startLabelPrinter,
  type LabelPrinter,
  type LabelPrinterOptions,
} from '../../src-main/printing/simulator/label-printer.ts'

/** An Eltron on a loopback port for the running test. */
export async function virtualEltron(
  faults: readonly string[] = [],
  options: Partial<LabelPrinterOptions> = {},
): Promise<LabelPrinter> {
  const printer = await startLabelPrinter({ language: 'EPL', ...options, faults: faults.map(parseFault) })
  onTestFinished(() => printer.close())
  return printer
}
