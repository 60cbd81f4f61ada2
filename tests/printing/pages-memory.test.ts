import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { jobPagesSchema } from '../../src-shared/station/printing/printing.ts'
import { labelPdf } from '../conversion/documents.ts'
import { buildProgram } from '../support/build-program.ts'
import { tempDir } from '../support/temp-dir.ts'
import { virtualZebra } from '../support/virtual-zebra.ts'
import { full } from '../support/full.ts'

const PAGES = 200
const MOST_ABOVE_IDLE = 90e6
const reportedSchema = z.object({
  idle: z.number(),
  most: z.number(),
  state: z.string(),
  pages: jobPagesSchema,
  proof: z.object({ kind: z.string(), from: z.int(), to: z.int() }),
})

test(
  'a PDF of 200 pages is printed with less than 90 MB above a station that is idle after one page',
  full('a figure of memory; tests/packing/print-pages.test.ts proves the pages', { timeout: 400_000 }),
  async () => {
    const zebra = await virtualZebra()
    const dataDir = tempDir()
    const file = join(dataDir, 'manifest.pdf')
    writeFileSync(file, await labelPdf(Array.from({ length: PAGES }, (_, index) => `PAGE-${index + 1}`)))
    const before = join(dataDir, 'label.pdf')
    writeFileSync(before, await labelPdf(['BEFORE']))
    const program = await buildProgram('tests/printing/paged-printing.ts')
    onTestFinished(program.remove)
    const { stdout } = await promisify(execFile)(process.execPath, [program.file, dataDir, zebra.uri, before, file])
    const { idle, most, state, pages, proof } = reportedSchema.parse(JSON.parse(stdout))
    expect(state).toBe('PRINTED')
    expect(pages).toMatchObject({ handedOver: PAGES, stop: null })
    expect(proof).toEqual({ kind: 'odometer', from: 1_001, to: 1_001 + PAGES })
    expect(zebra.paper).toHaveLength(1 + PAGES)
    console.log(`memory: idle ${(idle / 1e6).toFixed(0)} MB, at most ${((most - idle) / 1e6).toFixed(0)} MB above`)
    expect(most - idle).toBeLessThan(MOST_ABOVE_IDLE)
  },
)
