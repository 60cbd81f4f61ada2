import fc from '../support/fast-check.ts'
import { expect, test } from 'vitest'
import { createConversion, type Conversion } from '../../src-main/labels/conversion/conversion.ts'
import { LANE_LIMITS, LANES, type LaneName } from '../../src-main/labels/conversion/limits.ts'
import { encodePng } from '../../src-labels/bitmap/png.ts'
import { blankBitmap } from '../../src-labels/bitmap/bitmap.ts'
import { labelPdf, MEDIA_4X6 } from './documents.ts'
import { fieldsZpl, lockedPdf, pngOf, strokesPdf } from './hostile.ts'
import { full } from '../support/full.ts'

const target = { language: 'EPL', dpi: 203, media: MEDIA_4X6 } as const

const goodPdf = { format: 'PDF', bytes: await labelPdf(['PIECE-1']) } as const
const goodPng = { format: 'PNG', bytes: encodePng(blankBitmap(812, 1218)) } as const
const huge = pngOf({ width: 1e5, height: 1e5, depth: 1, color: 0 })
const slow = strokesPdf(35_000)

/** What is handed in, and the code that it is refused with; null for what must end well. */
const KINDS = {
  pdf: { document: goodPdf, media: MEDIA_4X6, code: null },
  png: { document: goodPng, media: MEDIA_4X6, code: null },
  slow: { document: { format: 'PDF', bytes: slow }, media: MEDIA_4X6, code: 'DOCUMENT_TOO_SLOW' },
  huge: { document: { format: 'PNG', bytes: huge }, media: MEDIA_4X6, code: 'DOCUMENT_TOO_LARGE' },
  locked: { document: { format: 'PDF', bytes: lockedPdf() }, media: MEDIA_4X6, code: 'DOCUMENT_LOCKED' },
  // A width that no printer has: the thread does not accept the message and ends.
  deadly: { document: goodPng, media: { widthIn: 0, heightIn: 6 }, code: 'CONVERSION_FAILED' },
} as const
type Kind = keyof typeof KINDS

/** Time for what is good, as much as a busy machine takes; half a second for the slow one, by its size. */
const timeLimit = ({ bytes }: { bytes: number }) => (bytes === slow.length ? 500 : 120_000)

async function outcome(conversion: Conversion, kind: Kind, lane: LaneName, name: string): Promise<unknown> {
  const { document, media } = KINDS[kind]
  try {
    return (await conversion.toPrinter(document, { ...target, media }, { lane, name })).labels
  } catch (error) {
    return error
  }
}

test(
  'whatever is handed in where, what is good is converted, what is not is named, and each lane keeps its order',
  full('six random runs with threads of their own; the other two prove lanes and refusals', { timeout: 180_000 }),
  async () => {
    const anyJob = fc.record({
      kind: fc.constantFrom<Kind>('pdf', 'png', 'pdf', 'png', 'slow', 'huge', 'locked', 'deadly'),
      lane: fc.constantFrom(...LANES),
    })
    const run = fc.asyncProperty(fc.array(anyJob, { minLength: 4, maxLength: 10 }), async (jobs) => {
      const conversion = createConversion({ timeLimit })
      const ended: Record<LaneName, number[]> = { scan: [], bulk: [] }
      const outcomes = await Promise.all(
        jobs.map(async ({ kind, lane }, index) => {
          const end = await outcome(conversion, kind, lane, `file-${index}`)
          ended[lane].push(index)
          return end
        }),
      )
      for (const [index, { kind }] of jobs.entries()) {
        const { code } = KINDS[kind]
        if (code === null) expect(outcomes[index]).toBe(1)
        else expect(outcomes[index]).toMatchObject({ code, details: { name: `file-${index}` } })
      }
      for (const lane of LANES) expect(ended[lane]).toEqual(ended[lane].toSorted((a, b) => a - b))
      await conversion.close()
    })
    await fc.assert(run, { numRuns: 6, endOnFailure: true })
  },
)

test('a scan is converted while a big file holds the other lane', async () => {
  const conversion = createConversion({ timeLimit: () => 120_000 })
  let isOver = false
  const big = outcome(conversion, 'slow', 'bulk', 'big.pdf').finally(() => (isOver = true))
  for (let scan = 0; scan < 5; scan += 1) expect(await outcome(conversion, 'pdf', 'scan', 'label')).toBe(1)
  expect(isOver).toBe(false)
  await conversion.close()
  expect(await big).toMatchObject({ code: 'CONVERSION_FAILED', retryable: true, details: { name: 'big.pdf' } })
})

test('a document that needs more memory than its thread has is refused by its name, those behind it are not', async () => {
  // What the renderer of ZPL needs is more than this, what a picture needs is less.
  const lanes = { ...LANE_LIMITS, bulk: { ...LANE_LIMITS.bulk, mostBytes: 60 << 20 } }
  const conversion = createConversion({ lanes, timeLimit: () => 120_000 })
  const document = { format: 'ZPL', bytes: fieldsZpl(20_000) } as const
  const big = conversion.toPrinter(document, target, { name: 'big.zpl' })
  const behind = outcome(conversion, 'png', 'bulk', 'small.png')
  await expect(big).rejects.toMatchObject({ code: 'DOCUMENT_TOO_LARGE', details: { name: 'big.zpl' } })
  expect(await behind).toBe(1)
  await conversion.close()
})
