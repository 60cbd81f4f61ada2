import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { LANE_LIMITS } from '../../src-main/labels/conversion/limits.ts'
import { labelPdf } from './documents.ts'
import {
  contentBombPdf,
  deepPng,
  fieldsZpl,
  labelsZpl,
  pagesPdf,
  pictureBombPdf,
  pngOf,
  strokesPdf,
} from './hostile.ts'
import { buildProgram } from '../support/build-program.ts'
import { full } from '../support/full.ts'

const folder = mkdtempSync(join(tmpdir(), 'waybill-hostile-'))
afterAll(() => rmSync(folder, { recursive: true }))

/**
 * Above the same process before the first file, because an empty Node.js is not equally large everywhere: half as much again
 * as both lanes may hold. A lane is looked at every 20 ms, on a busy machine later, and takes more in between. Without the
 * limits these files take gigabytes.
 */
const MOST_ABOVE_IDLE = 1.5 * (LANE_LIMITS.scan.mostBytes + LANE_LIMITS.bulk.mostBytes)
const reportedSchema = z.object({
  idle: z.number(),
  most: z.record(z.string(), z.number()),
  codes: z.record(z.string(), z.string()),
})

test(
  'the process takes little more than its lanes may hold while both are given one hostile file after the other',
  full('a figure of memory; tests/conversion/conversion.test.ts refuses one bomb of each kind', { timeout: 180_000 }),
  async () => {
    const side = 4_900
    const large = { width: side, height: side, depth: 16, color: 0, rows: new Uint8Array(side * (1 + side * 2)) }
    const files = {
      'content.pdf': contentBombPdf(200 << 20),
      'deep.png': deepPng(),
      'fields.zpl': fieldsZpl(20_000),
      'good.pdf': await labelPdf(['PIECE-1', 'PIECE-2']),
      'labels.zpl': labelsZpl(200),
      'large.png': pngOf(large),
      'pages.pdf': pagesPdf(10_000),
      'picture.pdf': pictureBombPdf(20_000),
      'strokes.pdf': strokesPdf(300_000),
    }
    for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes)
    const program = await buildProgram('tests/conversion/hostile-process.ts')
    onTestFinished(program.remove)
    const { stdout } = await promisify(execFile)(process.execPath, [program.file, folder], { maxBuffer: 1 << 20 })
    const { idle, most, codes } = reportedSchema.parse(JSON.parse(stdout))
    expect(codes).toMatchObject({
      'deep.png': 'DOCUMENT_TOO_LARGE',
      'good.pdf': '2 labels',
      'pages.pdf': 'DOCUMENT_TOO_LARGE',
    })
    // Whichever limit a machine meets first, in either lane.
    for (const name of ['content.pdf', 'fields.zpl', 'picture.pdf', 'strokes.pdf']) {
      expect(codes[name]).toMatch(/^DOCUMENT_TOO_(?:LARGE|SLOW)(?:, DOCUMENT_TOO_(?:LARGE|SLOW))?$/)
    }
    const figures = Object.entries(most).map(
      ([name, bytes]) => `${name} ${(bytes / 1e6).toFixed(0)} MB (${codes[name]})`,
    )
    console.log(`memory: idle ${(idle / 1e6).toFixed(0)} MB, at most ${figures.join(', ')}`)
    expect(Math.max(...Object.values(most)) - idle).toBeLessThan(MOST_ABOVE_IDLE)
  },
)
