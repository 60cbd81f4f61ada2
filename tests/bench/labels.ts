import { bitmapFromPacked } from '../../src-labels/bitmap/bitmap.ts'
import { interpretEpl } from '../../src-labels/epl/interpret.ts'
import { inspectLabel } from '../../src-labels/inspect.ts'
import { testLabel } from '../../src-labels/test-label.ts'
import type { GraphicEncoding } from '../../src-labels/zpl/graphics.ts'
import { ZplLabel } from '../../src-labels/zpl/label.ts'
import { elapsed, sideBySide, type BenchResult, type Sizes } from './ratio.ts'

interface LabelSizes {
  rounds: number
  /** What a round judges at least: some megabytes, so that it takes milliseconds. */
  bytesARound: number
}

export const LABELS: Sizes<LabelSizes> = {
  full: { rounds: 15, bytesARound: 8_000_000 },
  short: { rounds: 0, bytesARound: 1 },
}
/** Inspection against a loop that only adds the bytes up: what reading each byte once costs in this runtime. */
const AIM = 0.05

/** A label with one picture of a whole 4 by 6 in label at 300 dpi: bars, blank rows and some noise, as labels have. */
function pictureLabel(encoding: GraphicEncoding): Uint8Array {
  const [bytesPerRow, rows] = [152, 1829]
  const data = new Uint8Array(bytesPerRow * rows)
  for (let y = 0; y < rows; y += 1) {
    if (y % 200 > 150) continue
    for (let x = 0; x < bytesPerRow; x += 1)
      data[y * bytesPerRow + x] = y % 200 > 100 ? (x * 37) & 0xff : (x * y * 7) % 251
  }
  const bitmap = bitmapFromPacked(bytesPerRow * 8, rows, data)
  return new ZplLabel({ widthDots: 1218, heightDots: 1829 }).graphic(0, 0, bitmap, encoding).toBytes()
}

function textLabel(): Uint8Array {
  const label = new ZplLabel({ widthDots: 812, heightDots: 1218 })
  for (let line = 0; line < 40; line += 1)
    label.text(20, line * 28, 24, `Line ${line}: Globex Corporation, Dock ${line * 7}`)
  return label.toBytes()
}

function sum(bytes: Uint8Array): number {
  let total = 0
  for (let at = 0; at < bytes.length; at += 1) total = (total + (bytes[at] ?? 0)) | 0
  return total
}

async function benchInspection(
  name: string,
  label: Uint8Array,
  aim: number | null,
  { rounds, bytesARound }: LabelSizes,
): Promise<BenchResult> {
  const times = Math.max(1, Math.round(bytesARound / label.length))
  let kept = 0
  const repeat = (work: () => number) => () =>
    elapsed(() => {
      for (let turn = 0; turn < times; turn += 1) kept += work()
    })
  const { result, reason } = inspectLabel(label)
  if (result !== 'whole') throw new Error(`the label is ${result}: ${reason}`)
  const { baseline, subject } = await sideBySide(
    rounds,
    repeat(() => sum(label)),
    repeat(() => inspectLabel(label).labels),
  )
  if (kept === 0) throw new Error('nothing was read')
  const speed = (milliseconds: number) => `${((label.length * times) / 1e3 / milliseconds).toFixed(0)} MB/s`
  const ratio = baseline / subject
  return {
    name: `inspect a ${(label.length / 1000).toFixed(0)} kB label, ${name}: adding bytes up / inspection`,
    figures: `${speed(subject)} of ${speed(baseline)}`,
    measured: [subject, baseline],
    ratio,
    aim: aim === null ? null : { words: `>= ${aim}`, met: ratio >= aim },
  }
}

/** An EPL label drawn, against clearing its dots one by one. */
async function benchEplDrawing({ rounds }: LabelSizes): Promise<BenchResult> {
  const label = testLabel({ language: 'EPL', dpi: 203, media: { widthIn: 4, heightIn: 6 }, printerName: 'Dock 4' })
  const size = { widthDots: 812, heightDots: 1218 }
  const dots = new Uint8Array(size.widthDots * size.heightDots)
  const { baseline, subject } = await sideBySide(
    rounds,
    () => elapsed(() => sum(dots)),
    () => elapsed(() => interpretEpl(label, size, 203)),
  )
  return {
    name: 'draw a 4x6 EPL label: adding up its dots / drawing',
    figures: `${subject.toFixed(2)} ms, ${baseline.toFixed(2)} ms`,
    measured: [subject, baseline],
    ratio: baseline / subject,
    aim: null,
  }
}

/** The judge of labels beside reading their bytes, encoding by encoding, and the drawing of an EPL label beside its dots. */
export async function benchLabels(sizes: LabelSizes): Promise<BenchResult[]> {
  return [
    await benchInspection('hex picture', pictureLabel('HEX'), AIM, sizes),
    await benchInspection('ACS picture', pictureLabel('ACS'), AIM, sizes),
    await benchInspection('B64 picture', pictureLabel('B64'), AIM, sizes),
    await benchInspection('Z64 picture', pictureLabel('Z64'), AIM, sizes),
    await benchInspection('text', textLabel(), null, sizes),
    await benchEplDrawing(sizes),
  ]
}
