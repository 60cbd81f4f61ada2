import { describe, expect, onTestFinished, test } from 'vitest'
import { startLabelPrinter } from '../../src-main/printing/simulator/label-printer.ts'
import { ippStatusSource } from '../../src-main/printing/status/source/ipp-printer.ts'
import { callIpp } from '../../src-main/printing/transports/ipp-client.ts'
import { httpServer } from '../support/http-server.ts'
import { labelRequest, openTemporaryPrinting } from '../support/temporary-printing.ts'

const CALL = { operation: 0x000b, path: '/ipp/print', attributes: [] }

/** Answers IPP with a head and then a byte from time to time, for as long as it is listened to. */
async function drippingPrinter() {
  const { promise: asked, resolve } = Promise.withResolvers<null>()
  const { baseUrl } = await httpServer((_request, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('.'), 10)
    response.on('close', () => clearInterval(timer))
    resolve(null)
  })
  return { address: { host: '127.0.0.1', port: Number(new URL(baseUrl).port) }, asked }
}

describe('an IPP answer that never ends', () => {
  test('is given up at the deadline of who asks', async () => {
    const { address } = await drippingPrinter()
    const source = ippStatusSource(address, null)
    expect(await source.look({ deadlineMs: 50 })).toEqual({ kind: 'silent' })
    expect(await source.identify?.({ deadlineMs: 50 })).toEqual({ sight: { kind: 'silent' }, problem: null })
    expect(await source.count({ deadlineMs: 50 })).toBeNull()
  })

  test('is left when who asks no longer wants it', async () => {
    const { address, asked } = await drippingPrinter()
    const closing = new AbortController()
    const looked = ippStatusSource(address, null).look({ deadlineMs: 600_000, signal: closing.signal })
    await asked
    closing.abort()
    expect(await looked).toEqual({ kind: 'silent' })
  })

  test('holds neither a label nor the closing of the station', async () => {
    const { address } = await drippingPrinter()
    const printer = await startLabelPrinter({ language: null })
    onTestFinished(() => printer.close())
    const watchTimes = { deadlineMs: 50, everyMs: 20, forMs: 60 }
    const bench = await openTemporaryPrinting(async () => [], { watchTimes })
    const printerId = await bench.addPrinter(printer.uri)
    await bench.printing.printers.setOptions(printerId, { ippPort: address.port })
    const { jobId } = await bench.printing.queue.add(labelRequest(printerId, Buffer.from('^XA^XZ')))
    await bench.until(jobId, 'SENT')
    await bench.close()
    expect(bench.faults).toEqual([])
    expect(printer.received().toString()).toBe('^XA^XZ')
  })
})

test('an IPP answer that is too long is cut off, and may have been of a document that arrived', async () => {
  const { baseUrl } = await httpServer((_request, response) => {
    response.writeHead(200)
    response.write(Buffer.alloc(5 * 1024 * 1024))
  })
  const result = await callIpp({ host: '127.0.0.1', port: Number(new URL(baseUrl).port) }, CALL)
  expect(result).toMatchObject({ ok: false, isSent: true })
})

test('an IPP call that is no longer wanted is not made', async () => {
  const { baseUrl, received } = await httpServer((_request, response) => response.end())
  const server = { host: '127.0.0.1', port: Number(new URL(baseUrl).port) }
  expect(await callIpp(server, { ...CALL, signal: AbortSignal.abort() })).toMatchObject({ ok: false, isSent: false })
  expect(received).toEqual([])
})
