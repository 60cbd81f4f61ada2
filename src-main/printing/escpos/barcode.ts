import type { ThermalPrinter } from 'node-thermal-printer'
import { code128Modules, code128Runs, isCode128Data } from '../../../src-labels/code128.ts'

/** Across 80 mm paper at 203 dpi; the paper's margins are the quiet zone of what fills it. */
export const PAPER_DOTS = 576
/** The least that a printer takes. */
const MODULE_DOTS = 2
const HEIGHT_DOTS = 60
const TEXT_BELOW = 2

/**
 * A Code 128 with its text below. Written here: the package's own has all in one subset, which is too wide for the paper,
 * does not write `{` as printers take it, and reads other options than its typings name.
 * @returns false for what cannot be one, or is wider than the paper, which a printer leaves out: print it as text.
 */
export function addCode128(receipt: ThermalPrinter, text: string): boolean {
  if (!isCode128Data(text) || code128Modules(text) * MODULE_DOTS > PAPER_DOTS) return false
  const data = code128Runs(text).flatMap((run) => [
    ...Buffer.from(`{${run.subset}`),
    ...(run.subset === 'C'
      ? Array.from(run.text.matchAll(/../g), ([pair]) => Number(pair))
      : Buffer.from(run.text.replaceAll('{', '{{'))),
  ])
  const settings = [0x1d, 0x48, TEXT_BELOW, 0x1d, 0x66, 0, 0x1d, 0x77, MODULE_DOTS, 0x1d, 0x68, HEIGHT_DOTS]
  receipt.append(Buffer.from([...settings, 0x1d, 0x6b, 0x49, data.length, ...data]))
  return true
}
