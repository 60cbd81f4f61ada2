import { afterEach, beforeEach, expect, test } from 'vitest'
import { zplCommands } from '../../src-labels/zpl/commands.ts'
import { printFailures, printList, type PrintListTools } from '../../src-main/printing/queue/print-list.ts'
import { failureList, linesOf } from '../../src-main/printing/queue/failure-list.ts'
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
function tools(printerId: string): PrintListTools {
  return {
    lists: bench.printing.lists,
    ids: countingIds(),
    scan: async ({ code }) => {
      if (code === 'unknown') return { kind: 'not-found', code }
      if (code === 'SHP-9')
        return { kind: 'no-label', code, shipment: { reference: 'PO-9' } as never, message: 'Gone.' }
      if (code === 'broken') throw new StationError({ code: 'CONVERSION_FAILED', message: 'the label is not complete' })
      const job = await bench.printing.queue.add(
        labelRequest(printerId, label(code), { title: code, shipmentId: null }),
      )
      return { kind: 'printing', code, shipment: {} as never, job }
    },
  }
}

test('a print list prints in the order given, and one that fails holds up none after it', async () => {
  const zebra = await virtualZebra()
  const printerId = await bench.addPrinter(zebra.uri)
  const codes = ['c', 'unknown', 'a', 'broken', 'b', 'SHP-9']
  const { listId } = await printList(tools(printerId), { codes })
  await expect.poll(async () => (await bench.printing.lists.get(listId)).out).toBe(3)
  const list = await bench.printing.lists.get(listId)
  expect(list.items.map(({ code, job, problem }) => [code, job?.listId ?? problem?.code])).toEqual([
    ['c', listId],
    ['unknown', 'NOT_FOUND'],
    ['a', listId],
    ['broken', 'CONVERSION_FAILED'],
    ['b', listId],
    ['SHP-9', 'NO_LABEL'],
  ])
  expect(zebra.paper.map(String)).toEqual(['c', 'a', 'b'].map((code) => label(code).toString()))
  expect(linesOf(list)).toEqual([
    '2. unknown: No shipment here has this code.',
    '4. broken: the label is not complete',
    '6. PO-9: Gone.',
  ])
  const summary = await printFailures(bench.printing, listId, printerId)
  await bench.until(summary.jobId, 'SENT')
  expect(summary).toMatchObject({ purpose: 'print-list', title: 'List of 6' })
  expect(zebra.paper.at(-1)?.toString()).toContain('3 of 6 printed, 3 not')
})

test('a list of many failures goes over as many labels as it needs', () => {
  const items = Array.from({ length: 60 }, (_, index) => ({ code: `PO-${index}`, job: null, problem: null }))
  const { documents } = failureList(
    { listId: 'lst_1', createdAt: '2026-11-21T15:00:00.000Z', items, out: 0 },
    { language: 'ZPL', dpi: 203, media: { widthIn: 4, heightIn: 6 } },
  )
  const text = Buffer.concat(documents).toString('latin1')
  expect(documents.length).toBeGreaterThan(1)
  for (const { code } of items) expect(text).toContain(code)
  const ends = [...zplCommands(Buffer.concat(documents))].filter(({ name }) => name === 'XZ')
  expect(ends).toHaveLength(documents.length)
})

test('a print list that is not there is not found', async () => {
  await expect(bench.printing.lists.get('lst_none')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
