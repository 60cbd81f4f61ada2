import { afterEach, beforeEach, expect, test } from 'vitest'
import { zplCommands } from '../../src-labels/zpl/commands.ts'
import { printBatch, printBatchSummary, type BatchTools } from '../../src-main/printing/batch.ts'
import { batchSummary, failuresOf } from '../../src-main/printing/batch-summary.ts'
import { countingIds } from '../support/fake-clock.ts'
import { labelRequest, openTemporaryPrinting, type TemporaryPrinting } from '../support/temporary-printing.ts'
import { StationError } from '../../src-shared/station/error.ts'
import { virtualZebra } from '../support/virtual-zebra.ts'

let bench: TemporaryPrinting
beforeEach(async () => {
  bench = await openTemporaryPrinting()
})
afterEach(async () => {
  expect(bench.faults).toEqual([])
  await bench.close()
})

const label = (text: string) => Buffer.from(`^XA^FO10,10^A0N,30,30^FD${text}^FS^XZ`, 'latin1')

/** A packing station that knows every code but some. */
function tools(printerId: string): BatchTools {
  return {
    batches: bench.printing.batches,
    ids: countingIds(),
    scan: async ({ code }) => {
      if (code === 'unknown') return { kind: 'not-found', code }
      if (code === 'broken') throw new StationError({ code: 'CONVERSION_FAILED', message: 'the label is not complete' })
      const job = await bench.printing.queue.add(
        labelRequest(printerId, label(code), { title: code, shipmentId: null }),
      )
      return { kind: 'printing', code, shipment: {} as never, job }
    },
  }
}

test('a batch prints in the order given, and one that fails holds up none after it', async () => {
  const zebra = await virtualZebra()
  const printerId = await bench.addPrinter(zebra.uri)
  const codes = ['c', 'unknown', 'a', 'broken', 'b']
  const { batchId } = await printBatch(tools(printerId), { codes })
  await expect.poll(async () => (await bench.printing.batches.get(batchId)).out).toBe(3)
  const batch = await bench.printing.batches.get(batchId)
  expect(batch.items.map(({ code, job, problem }) => [code, job?.batchId ?? problem?.code])).toEqual([
    ['c', batchId],
    ['unknown', 'NOT_FOUND'],
    ['a', batchId],
    ['broken', 'CONVERSION_FAILED'],
    ['b', batchId],
  ])
  expect(zebra.paper.map(String)).toEqual(['c', 'a', 'b'].map((code) => label(code).toString()))
  expect(failuresOf(batch)).toEqual([
    '2. unknown: There is no shipment with this code here.',
    '4. broken: the label is not complete',
  ])
  const summary = await printBatchSummary(bench.printing, batchId, printerId)
  await bench.until(summary.jobId, 'SENT')
  expect(summary).toMatchObject({ purpose: 'batch-summary', title: 'Batch of 5' })
  expect(zebra.paper.at(-1)?.toString()).toContain('3 of 5 printed, 2 not')
})

test('a list of many failures goes over as many labels as it needs', () => {
  const items = Array.from({ length: 60 }, (_, index) => ({ code: `PO-${index}`, job: null, problem: null }))
  const { documents } = batchSummary(
    { batchId: 'bat_1', createdAt: '2026-11-21T15:00:00.000Z', items, out: 0 },
    { language: 'ZPL', dpi: 203, media: { widthIn: 4, heightIn: 6 } },
  )
  const text = Buffer.concat(documents).toString('latin1')
  expect(documents.length).toBeGreaterThan(1)
  for (const { code } of items) expect(text).toContain(code)
  const ends = [...zplCommands(Buffer.concat(documents))].filter(({ name }) => name === 'XZ')
  expect(ends).toHaveLength(documents.length)
})

test('a batch that is not there is not found', async () => {
  await expect(bench.printing.batches.get('bat_none')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
