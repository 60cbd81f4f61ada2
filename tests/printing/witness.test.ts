import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ZplLabel } from '../../src-labels/zpl/label.ts'
import type { WatchTimes } from '../../src-main/printing/status/watch.ts'
import { ippSightOf } from '../../src-main/printing/status/source/ipp-printer.ts'
import { IPP_TAG } from '../../src-main/printing/transports/ipp-codec.ts'
import { httpServer } from '../support/http-server.ts'
import { PATIENT } from '../support/printing-faults.ts'
import { freePort } from '../support/free-port.ts'
import { snmpAgent, type AgentValues } from '../support/snmp-agent.ts'
import { labelRequest, openTemporaryPrinting, type TemporaryPrinting } from '../support/temporary-printing.ts'
import { virtualZebra } from '../support/virtual-zebra.ts'

/** A printer that says nothing is waited for once, all the rest answers. */
const TIMES: WatchTimes = { ...PATIENT.watchTimes, deadlineMs: 2_000 }

let bench: TemporaryPrinting
beforeEach(async () => {
  bench = await openTemporaryPrinting(async () => [], { watchTimes: TIMES, retryDelaysMs: [30] })
})
afterEach(async () => {
  expect(bench.faults).toEqual([])
  await bench.close()
})

const document = new ZplLabel({ widthDots: 812, heightDots: 1218 }).text(10, 10, 40, 'one').toBytes()
const print = (printerId: string, copies = 2) =>
  bench.printing.queue.add(labelRequest(printerId, document, { shipmentId: null, copies }))
const detailOf = async (jobId: string) => {
  await expect.poll(async () => (await bench.printing.queue.get(jobId)).detail ?? 'handed-over').not.toBe('handed-over')
  return bench.printing.queue.get(jobId)
}

/** A printer whose own language says nothing, with an SNMP agent beside it. */
async function withAgent(values: (printed: number) => AgentValues) {
  const zebra = await virtualZebra(['no-replies'])
  const agent = await snmpAgent(() => values(zebra.paper.length))
  const printerId = await bench.addPrinter(zebra.uri)
  await bench.printing.printers.setOptions(printerId, { snmpPort: agent.port })
  return { zebra, printerId, check: await bench.printing.printers.check(printerId) }
}

describe('SNMP beside a printer that says nothing', () => {
  test('proves by the Printer MIB: idle twice, and the count moved by the labels sent', async () => {
    const { zebra, printerId, check } = await withAgent((printed) => ({
      printerStatus: 3,
      errors: [0],
      counterUnit: 7,
      lifeCount: 500 + printed,
      media: { unit: 3, length: 60_000, width: 40_000 },
    }))
    const media = { widthIn: 4, heightIn: 6 }
    expect(check).toMatchObject({ statusPort: null, statusSource: { by: 'snmp', counts: true, media } })
    const { jobId } = await print(printerId)
    const proof = { kind: 'odometer', from: 500, to: 502, by: 'snmp' }
    expect(await bench.until(jobId, 'PRINTED')).toMatchObject({ confirmedBy: 'printer', proof })
    expect(zebra.paper).toHaveLength(2)
  })

  test("proves by Zebra's own values where the Printer MIB is missing", async () => {
    const { printerId, check } = await withAgent((printed) => ({
      zebra: { model: 'ZT411-200dpi', ready: 1, mediaOut: 1, labels: 90 + printed },
    }))
    expect(check).toMatchObject({ model: 'ZT411-200dpi', profile: 'zebra-zt4', statusSource: { counts: true } })
    const { jobId } = await print(printerId, 1)
    expect((await bench.until(jobId, 'PRINTED')).proof).toMatchObject({ from: 90, to: 91, by: 'snmp' })
  })

  test('proves nothing by idleness alone, nor by a count of feet', async () => {
    const { printerId, check } = await withAgent((printed) => ({
      printerStatus: 3,
      counterUnit: 16,
      lifeCount: 500 + printed,
    }))
    expect(check.statusSource).toMatchObject({ by: 'snmp', counts: false })
    const { jobId } = await print(printerId)
    expect(await detailOf(jobId)).toMatchObject({ state: 'SENT', detail: 'uncounted', proof: null })
  })

  test('proves nothing when the count moved by another number', async () => {
    const { printerId } = await withAgent((printed) => ({
      printerStatus: 3,
      counterUnit: 7,
      lifeCount: 500 + printed * 2,
    }))
    const { jobId } = await print(printerId)
    expect(await detailOf(jobId)).toMatchObject({ state: 'SENT', detail: 'count-differs', proof: null })
  })

  test('keeps a label back while the paper is out, and shows it', async () => {
    let errors = [0x40]
    const { zebra, printerId } = await withAgent((printed) => ({
      printerStatus: 3,
      errors,
      counterUnit: 7,
      lifeCount: printed,
    }))
    expect(await bench.printing.printers.status(printerId)).toMatchObject({ online: true, paperOut: true })
    const { jobId } = await print(printerId, 1)
    expect(await bench.until(jobId, 'FAILED')).toMatchObject({ error: { code: 'PRINTER_NOT_READY' }, bytesSent: 0 })
    expect(zebra.paper).toHaveLength(0)
    errors = [0]
    expect((await bench.until(jobId, 'PRINTED')).proof).toMatchObject({ by: 'snmp' })
  })
})

describe("a printer's own IPP", () => {
  /** Answers Get-Printer-Attributes as a printer does. */
  async function ippPrinter(impressions: () => number): Promise<number> {
    const { baseUrl } = await httpServer((_request, response) => {
      const value = (tag: number, name: string, bytes: Buffer) => {
        const head = Buffer.alloc(3)
        head.writeUInt8(tag, 0)
        head.writeUInt16BE(name.length, 1)
        const length = Buffer.alloc(2)
        length.writeUInt16BE(bytes.length)
        return Buffer.concat([head, Buffer.from(name), length, bytes])
      }
      const int = (number: number) => {
        const bytes = Buffer.alloc(4)
        bytes.writeInt32BE(number)
        return bytes
      }
      response.end(
        Buffer.concat([
          Buffer.from([1, 1, 0, 0, 0, 0, 0, 1, IPP_TAG.operation, IPP_TAG.printer]),
          value(IPP_TAG.enum, 'printer-state', int(3)),
          value(IPP_TAG.keyword, 'printer-state-reasons', Buffer.from('none')),
          value(IPP_TAG.integer, 'queued-job-count', int(0)),
          value(IPP_TAG.integer, 'printer-impressions-completed', int(impressions())),
          Buffer.of(IPP_TAG.end),
        ]),
      )
    })
    return Number(new URL(baseUrl).port)
  }

  test('proves by its count of impressions', async () => {
    const zebra = await virtualZebra(['no-replies'])
    const ippPort = await ippPrinter(() => 7 + zebra.paper.length)
    const printerId = await bench.addPrinter(zebra.uri)
    await bench.printing.printers.setOptions(printerId, { ippPort, snmpPort: await freePort() })
    expect(await bench.printing.printers.check(printerId)).toMatchObject({ statusSource: { by: 'ipp', counts: true } })
    const { jobId } = await print(printerId)
    expect((await bench.until(jobId, 'PRINTED')).proof).toEqual({ kind: 'odometer', from: 7, to: 9, by: 'ipp' })
  })

  test.each([
    [['none'], null],
    [['media-low-warning'], null],
    [['media-empty-error'], 'the paper is out'],
    [['cover-open', 'media-jam'], 'the paper is jammed'],
    [['paused'], 'the printer is paused'],
  ])('with %j is in the trouble %j', (reasons, trouble) => {
    const said = { model: null, state: 3, reasons, queuedJobs: 0, impressions: null }
    expect(ippSightOf(said)).toEqual({ kind: 'answered', isIdle: true, trouble })
  })
})
