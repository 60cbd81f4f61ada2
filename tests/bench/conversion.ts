import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createRequire } from 'node:module'
import { z } from 'zod'
import type { Bitmap } from '../../src-labels/bitmap/bitmap.ts'
import { isBlack } from '../../src-labels/bitmap/bitmap.ts'
import { encodeGraphic } from '../../src-labels/zpl/graphics.ts'
import { createConversion, type Conversion } from '../../src-main/labels/conversion/conversion.ts'
import { documentPages } from '../../src-main/labels/conversion/pages.ts'
import { zplRenderer } from '../../src-main/labels/conversion/zpl-renderer.ts'
import { labelPdf, MEDIA_4X6 } from '../conversion/documents.ts'
import { fieldsZpl } from '../conversion/hostile.ts'
import { elapsed, median, sideBySide, type BenchResult, type Sizes } from './ratio.ts'

interface ConversionSizes {
  /** Of what is measured beside something else. */
  rounds: number
  /** Labels that are converted while the main thread, or a scan, is watched. */
  turns: number
  /** Fields of the hostile file: it is at work for longer than the scans beside it. */
  hostileFields: number
}

export const CONVERSIONS: Sizes<ConversionSizes> = {
  full: { rounds: 15, turns: 15, hostileFields: 20_000 },
  short: { rounds: 0, turns: 1, hostileFields: 20_000 },
}

/** Longer than this a hand on the keyboard notices. */
const LONGEST_HOLD_MS = 50

const rivalSchema = z.object({
  rgbaToZ64: z.custom<(rgba: Uint8Array, width: number, options: { notrim: boolean }) => { z64: string }>(
    (value) => typeof value === 'function',
  ),
})

/** The printers that a PDF is made for, and how long that may take. */
const TARGETS = [
  { dpi: 203, aimMs: 30 },
  { dpi: 600, aimMs: 90 },
] as const

/** A label's PDF in the printer's language, beside drawing its page and nothing else. */
async function benchPdf(
  conversion: Conversion,
  pdf: Uint8Array,
  { dpi, aimMs }: { dpi: 203 | 600; aimMs: number },
  { rounds }: ConversionSizes,
): Promise<BenchResult> {
  const document = { format: 'PDF', bytes: pdf } as const
  const target = { dpi, media: MEDIA_4X6 }
  const { baseline, subject } = await sideBySide(
    rounds,
    () => elapsed(() => documentPages(document, target, 'print')),
    () => elapsed(() => conversion.toPrinter(document, { language: 'ZPL', ...target })),
  )
  return {
    name: `4x6 PDF to ZPL at ${dpi} dpi: drawing its page / conversion`,
    figures: `${baseline.toFixed(1)} / ${subject.toFixed(1)} ms`,
    measured: [baseline, subject],
    ratio: baseline / subject,
    aim: { words: `median <= ${aimMs} ms`, met: subject <= aimMs },
  }
}

/** A label as carriers write them: text, lines, a Code 128, and a UPC-A that is drawn beside the renderer. */
const CARRIER_LABEL =
  '^XA^PW812^LL1218^FO20,20^A0N,40^FDGlobex Corporation^FS^FO20,80^GB770,3,3^FS^FO20,100^A0N,28^FDDock 4711, Chicago IL^FS' +
  '^FO60,400^BY3^BCN,180,N,N,N,A^FD1Z999AA10123456784^FS^FO60,800^BY3^BUN,120^FD03600029145^FS^XZ'

/** A label's picture for the screen, beside the renderer called directly with the same label; cold with a thread of its own. */
async function benchPreview({ rounds }: ConversionSizes): Promise<BenchResult[]> {
  const target = { dpi: 203, media: MEDIA_4X6 } as const
  let turn = 0
  // Each of its own, or the second look would come from the cache.
  const next = () => {
    turn += 1
    return new TextEncoder().encode(CARRIER_LABEL.replace('4711', String(turn)))
  }
  const started = performance.now()
  const { draw } = await zplRenderer()
  const bare = () => elapsed(() => draw(CARRIER_LABEL.replace('4711', String((turn += 1))), 101.6, 152.4, 8))
  await bare()
  const bareCold = performance.now() - started
  const conversion = createConversion()
  try {
    const preview = () => elapsed(() => conversion.preview({ format: 'ZPL', bytes: next() }, target))
    const cold = await preview()
    const { baseline, subject } = await sideBySide(rounds, bare, preview)
    const looked = new TextEncoder().encode(CARRIER_LABEL)
    const look = () => elapsed(() => conversion.preview({ format: 'ZPL', bytes: looked }, target))
    const again = await sideBySide(rounds, bare, look)
    const result = (name: string, base: number, ours: number, mostMs: number): BenchResult => ({
      name: `preview of a 4x6 ZPL label at 203 dpi, ${name}: bare renderer / preview`,
      figures: `${base.toFixed(1)} / ${ours.toFixed(1)} ms`,
      measured: [base, ours],
      ratio: base / ours,
      aim: { words: `<= ${mostMs} ms`, met: ours <= mostMs },
    })
    return [
      result('cold', bareCold, cold, 300),
      result('warm', baseline, subject, 60),
      result('second look', again.baseline, again.subject, 60),
    ]
  } finally {
    await conversion.close()
  }
}

/** How long the thread that answers people is held while another one converts. */
async function benchHold(conversion: Conversion, pdf: Uint8Array, { turns }: ConversionSizes): Promise<BenchResult> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  for (let turn = 0; turn < turns; turn += 1) {
    await conversion.toPrinter({ format: 'PDF', bytes: pdf }, { language: 'EPL', dpi: 203, media: MEDIA_4X6 })
    await conversion.toPrinter({ format: 'PDF', bytes: pdf }, { language: 'ZPL', dpi: 600, media: MEDIA_4X6 })
  }
  delay.disable()
  const longest = delay.max / 1e6
  return {
    name: `main thread while ${2 * turns} labels are converted: longest hold`,
    figures: `${longest.toFixed(1)} ms, p99 ${(delay.percentile(99) / 1e6).toFixed(1)} ms`,
    measured: [longest],
    ratio: null,
    aim: { words: `<= ${LONGEST_HOLD_MS} ms`, met: longest <= LONGEST_HOLD_MS },
  }
}

/** A scan's label while a hostile big file holds the other lane, beside the same with that lane idle. */
async function benchLanes(pdf: Uint8Array, { turns, hostileFields }: ConversionSizes): Promise<BenchResult> {
  const conversion = createConversion()
  const scan = () =>
    elapsed(() =>
      conversion.toPrinter(
        { format: 'PDF', bytes: pdf },
        { language: 'ZPL', dpi: 203, media: MEDIA_4X6 },
        { lane: 'scan' },
      ),
    )
  const times = { idle: [] as number[], held: [] as number[] }
  await scan()
  for (let round = 0; round < turns; round += 1) times.idle.push(await scan())
  let isHeld = true
  const hostile = conversion
    .preview({ format: 'ZPL', bytes: fieldsZpl(hostileFields) }, { dpi: 203, media: MEDIA_4X6 }, { name: 'hostile' })
    .catch((error: unknown) => error)
    .finally(() => (isHeld = false))
  for (let round = 0; round < turns; round += 1) times.held.push(await scan())
  if (!isHeld) throw new Error('the hostile file ended before the scans did')
  await conversion.close()
  await hostile
  const [idle, held] = [median(times.idle), median(times.held)]
  return {
    name: 'a scan converted: other lane idle / held by a hostile file',
    figures: `${idle.toFixed(1)} / ${held.toFixed(1)} ms`,
    measured: [idle, held],
    ratio: held / idle,
    // Two threads at work share what processors there are; without lanes a scan waits for the file, half a minute.
    aim: { words: '<= 2.5', met: held / idle <= 2.5 },
  }
}

/** A page's picture as Z64, beside zpl-image's for the same dots. */
async function benchZ64(bitmap: Bitmap, { rounds }: ConversionSizes): Promise<BenchResult[]> {
  const { rgbaToZ64 } = rivalSchema.parse(createRequire(import.meta.url)('zpl-image'))
  const rgba = rgbaOf(bitmap)
  const theirs = () => rgbaToZ64(rgba, bitmap.width, { notrim: true }).z64
  const ours = () => encodeGraphic(bitmap, 'Z64')
  const { baseline, subject } = await sideBySide(
    rounds,
    () => elapsed(theirs),
    () => elapsed(ours),
  )
  const sizes = [ours().length, theirs().length] as const
  return [
    {
      name: 'picture of a 4x6 label at 600 dpi as Z64: bytes, ours / zpl-image',
      figures: `${sizes[0]} / ${sizes[1]} bytes`,
      measured: sizes,
      ratio: sizes[0] / sizes[1],
      aim: { words: '<= 1', met: sizes[0] <= sizes[1] },
    },
    {
      name: 'picture of a 4x6 label at 600 dpi as Z64: time, ours / zpl-image',
      figures: `${subject.toFixed(1)} / ${baseline.toFixed(1)} ms`,
      measured: [subject, baseline],
      ratio: subject / baseline,
      aim: { words: '<= 0.5', met: subject / baseline <= 0.5 },
    },
  ]
}

function rgbaOf(bitmap: Bitmap): Uint8Array {
  const rgba = new Uint8Array(bitmap.width * bitmap.height * 4).fill(255)
  for (let y = 0; y < bitmap.height; y += 1) {
    for (let x = 0; x < bitmap.width; x += 1) {
      if (isBlack(bitmap, x, y)) rgba.fill(0, (y * bitmap.width + x) * 4, (y * bitmap.width + x) * 4 + 3)
    }
  }
  return rgba
}

/** Documents made into what a printer or a screen shows, each beside the bare work that it cannot do without. */
export async function benchConversion(sizes: ConversionSizes): Promise<BenchResult[]> {
  const pdf = await labelPdf(['NLTF61803398855'])
  const conversion = createConversion()
  try {
    const results: BenchResult[] = []
    for (const target of TARGETS) results.push(await benchPdf(conversion, pdf, target, sizes))
    results.push(await benchHold(conversion, pdf, sizes), await benchLanes(pdf, sizes))
    const [bitmap] = await conversion.pages({ format: 'PDF', bytes: pdf }, { dpi: 600, media: MEDIA_4X6 })
    if (bitmap === undefined) throw new Error('the PDF has no page')
    results.push(...(await benchZ64(bitmap, sizes)), ...(await benchPreview(sizes)))
    return results
  } finally {
    await conversion.close()
  }
}
