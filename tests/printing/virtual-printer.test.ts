import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { testLabel } from '../../src-labels/test-label.ts'
import { labelToSend } from '../../src-labels/to-send.ts'
import { ZplLabel } from '../../src-labels/zpl/label.ts'
import {
  encodeAcknowledgement,
  isAcknowledgementFor,
  acknowledgementOf,
} from '../../src-main/printing/queue/acknowledgement.ts'
import { tcpTransport } from '../../src-main/printing/transports/tcp.ts'
import { createVirtualPrinter, type Drawer } from '../../src-main/printing/simulator/virtual-printer.ts'
import { countingIds } from '../support/fake-clock.ts'
import type { PrinterLanguage } from '../../src-shared/station/printing/printing.ts'
import {
  labelRequest,
  openTemporaryPrinting,
  printerDraft,
  type TemporaryPrinting,
} from '../support/temporary-printing.ts'

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')

let bench: TemporaryPrinting
let drawn: Parameters<Drawer>[]
beforeEach(async () => {
  drawn = []
  bench = await openTemporaryPrinting(async (...call) => {
    drawn.push(call)
    const text = Buffer.from(call[0].bytes).toString('latin1')
    if (text.includes('UNDRAWABLE')) throw new Error('no picture of this')
    return Array.from({ length: text.split('^XZ').length - 1 || 1 }, (_, index) =>
      Buffer.concat([PNG, Buffer.of(index)]),
    )
  })
})
afterEach(async () => {
  expect(bench.faults).toEqual([])
  await bench.close()
})

/** What follows a label of ours, which is in UTF-8: the character set that a printer starts with. */
const SET_BACK = '^XA^CI0^XZ'
const zpl = (...texts: string[]) =>
  Buffer.concat(
    texts.map((text) => new ZplLabel({ widthDots: 812, heightDots: 1218 }).text(10, 10, 40, text).toBytes()),
  )

async function printed(document: Uint8Array, labels: number, copies = 1) {
  const { printerId } = await bench.printing.printers.choose()
  const { jobId } = await bench.printing.queue.add(labelRequest(printerId, document, { labels, copies }))
  return bench.until(jobId, 'PRINTED', 'SENT', 'FAILED', 'UNKNOWN')
}

describe('the virtual printer', () => {
  test('proves a job that it holds whole', async () => {
    const job = await printed(zpl('one', 'two'), 2)
    expect(job).toMatchObject({ state: 'PRINTED', confirmedBy: 'printer', printerName: 'Virtual printer' })
  })

  test('does not prove a job of which it cannot tell the labels', async () => {
    const job = await printed(zpl('one'), 2)
    expect(job).toMatchObject({ state: 'SENT', confirmedBy: null })
  })

  test('shows each label as it was drawn, newest first, and says that it came in', async () => {
    const first = zpl('first')
    const second = zpl('a', 'b')
    await printed(first, 1)
    bench.clock.advance(1000)
    await printed(second, 2)
    const labels = await bench.printing.virtualPrinter.labels(12)
    expect(labels.map(({ bytes, language, problem }) => ({ bytes, language, problem }))).toEqual([
      { bytes: second.length + SET_BACK.length, language: 'ZPL', problem: null },
      { bytes: second.length + SET_BACK.length, language: 'ZPL', problem: null },
      { bytes: first.length + SET_BACK.length, language: 'ZPL', problem: null },
    ])
    expect(labels.map(({ image }) => image)).toEqual(
      [1, 0, 0].map((index) => `data:image/png;base64,${Buffer.concat([PNG, Buffer.of(index)]).toString('base64')}`),
    )
    expect(labels[0]?.receivedAt).not.toBe(labels[2]?.receivedAt)
    expect(drawn[0]?.[1]).toMatchObject({ dpi: 203, media: { widthIn: 4, heightIn: 6 } })
    const announced = bench.events.filter(({ name }) => name === 'virtualPrinter.received')
    expect(announced.map(({ payload }) => payload)).toEqual(
      [labels[2], labels[1], labels[0]].map((label) => ({ labelId: label?.labelId })),
    )
    expect(await bench.printing.virtualPrinter.labels(1)).toEqual(labels.slice(0, 1))
  })

  test('keeps the last fifty jobs', async () => {
    for (let index = 0; index < 52; index++) await printed(zpl(`label ${index}`), 1)
    const labels = await bench.printing.virtualPrinter.labels(60)
    expect(labels).toHaveLength(50)
    expect(Buffer.from(drawn.at(-1)?.[0].bytes ?? []).toString()).toContain('label 2')
  })

  test('keeps the last jobs up to a number of bytes, and the last one whatever its size', async () => {
    const virtualPrinter = createVirtualPrinter({
      clock: bench.clock,
      ids: countingIds(),
      draw: async () => [],
      onReceived: () => undefined,
      retainedBytes: 48_000,
    })
    onTestFinished(() => virtualPrinter.close())
    const transport = tcpTransport(await virtualPrinter.addressOf(await bench.printing.printers.choose()))
    const keptAfter = async (...sizes: number[]) => {
      for (const size of sizes) expect((await transport.send(Buffer.alloc(size, '\n'))).kind).toBe('accepted')
      return (await virtualPrinter.labels(60)).map(({ bytes }) => bytes)
    }
    expect(await keptAfter(15_000, 16_000, 17_000)).toEqual([17_000, 16_000, 15_000])
    expect(await keptAfter(15_000)).toEqual([15_000, 17_000, 16_000])
    expect(await keptAfter(1_000)).toEqual([1_000, 15_000, 17_000])
    expect(await keptAfter(50_000)).toEqual([50_000])
    expect(await keptAfter(1_000)).toEqual([1_000])
  })

  test('keeps and announces of a job the labels that can be asked for: the last fifty', async () => {
    const job = zpl(...Array.from({ length: 120 }, (_, index) => `label ${index}`))
    expect(await printed(job, 120)).toMatchObject({ state: 'PRINTED' })
    const labels = await bench.printing.virtualPrinter.labels(60)
    expect(labels.map(({ image }) => image)).toEqual(
      Array.from(
        { length: 50 },
        (_, back) => `data:image/png;base64,${Buffer.concat([PNG, Buffer.of(119 - back)]).toString('base64')}`,
      ),
    )
    const announced = bench.events.filter(({ name }) => name === 'virtualPrinter.received')
    expect(announced.map(({ payload }) => payload)).toEqual(labels.map(({ labelId }) => ({ labelId })).reverse())
  })

  test('shows a label that cannot be drawn, with the reason', async () => {
    expect((await printed(zpl('UNDRAWABLE'), 1)).state).toBe('PRINTED')
    expect(await bench.printing.virtualPrinter.labels(12)).toMatchObject([
      { image: null, problem: 'no picture of this' },
    ])
  })

  test.each(['ZPL', 'EPL'] satisfies PrinterLanguage[])('prints the %s test label of any profile', async (language) => {
    const target = { language, dpi: 300, media: { widthIn: 3, heightIn: 2 } } as const
    const screen = printerDraft({ kind: 'virtual' }, { ...target, name: `Screen ${language}` })
    const { printerId } = await bench.printing.printers.save(screen)
    const { jobId } = await bench.printing.printers.testPrint(printerId)
    expect(await bench.until(jobId, 'PRINTED', 'SENT')).toMatchObject({ state: 'PRINTED', purpose: 'test' })
    await bench.printing.virtualPrinter.labels(1)
    const label = testLabel({ ...target, printerName: `Screen ${language}` })
    const { bytes } = labelToSend(label, target)
    expect(Buffer.from(drawn[0]?.[0].bytes ?? [])).toEqual(Buffer.from(bytes ?? []))
    expect(bytes?.length).toBeGreaterThan(label.length)
    expect(drawn[0]).toMatchObject([{ format: language }, { dpi: 300, media: { widthIn: 3, heightIn: 2 } }])
  })

  test('is reached over a real port, where a connection without a job is no job', async () => {
    const { virtualPrinter, printers } = bench.printing
    const printer = await printers.choose()
    const address = await virtualPrinter.addressOf(printer)
    expect(await virtualPrinter.addressOf(printer)).toEqual(address)
    expect(await tcpTransport(address).check()).toBeNull()
    const label = zpl('over the wire')
    const outcome = await tcpTransport(address).send(label)
    expect(outcome.kind === 'accepted' && isAcknowledgementFor(outcome.answer, acknowledgementOf(label, 1))).toBe(true)
    expect(await virtualPrinter.labels(12)).toHaveLength(1)
  })
})

describe('a receipt', () => {
  const sent = acknowledgementOf(Buffer.from('^XA^XZ'), 1)
  const encoded = (acknowledgement: Parameters<typeof encodeAcknowledgement>[0]) =>
    Buffer.from(encodeAcknowledgement(acknowledgement))

  test('proves the bytes it was made of', () => {
    expect(isAcknowledgementFor(encoded(sent), sent)).toBe(true)
  })

  test.each([
    ['other bytes', encoded(acknowledgementOf(Buffer.from('^XA^XA'), 1))],
    ['fewer bytes', encoded({ ...sent, bytes: 5 })],
    ['another number of labels', encoded({ ...sent, labels: 2 })],
    ['something else', Buffer.from('\x02030,0,0\x03')],
    ['nothing', Buffer.alloc(0)],
    ['half a receipt', encoded(sent).subarray(0, 20)],
  ])('of %s proves nothing', (_, answer) => {
    expect(isAcknowledgementFor(answer, sent)).toBe(false)
  })
})
