import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { discover } from '../../src-main/printing/discovery/discover.ts'
import { cupsTransport } from '../../src-main/printing/transports/cups-transport.ts'
import { winspoolTransport, type Run } from '../../src-main/printing/transports/winspool-transport.ts'
import { hasCups, startCups, type CupsServer } from '../support/cups-server.ts'
import { labelRequest, openTemporaryPrinting } from '../support/temporary-printing.ts'
import { freePort } from '../support/raw-port.ts'
import { virtualZebra } from '../support/virtual-zebra.ts'

const label = (text: string) => Buffer.from(`^XA^FO10,10^A0N,30,30^FD${text}^FS^XZ\n`, 'latin1')

describe.runIf(hasCups)('a CUPS queue', () => {
  let cups: CupsServer
  beforeAll(async () => {
    cups = await startCups()
  }, 30_000)
  afterAll(() => cups.close())

  test('passes every byte of a label, and the job is SENT as spooled, never PRINTED', async () => {
    const zebra = await virtualZebra()
    await cups.addQueue('dock', `socket://127.0.0.1:${zebra.port}`)
    const bench = await openTemporaryPrinting(async () => [], { spooler: () => cups.server })
    const { printerId } = await bench.printing.printers.save({
      name: 'Dock queue',
      language: 'ZPL',
      dpi: 203,
      media: { widthIn: 4, heightIn: 6 },
      connection: { kind: 'queue', name: 'dock' },
    })
    const document = Buffer.concat([
      label('one'),
      Buffer.from('^XA^FO1,1^GFB,256,256,16,'),
      Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
      Buffer.from('^FS^XZ'),
    ])
    const { jobId } = await bench.printing.queue.add(labelRequest(printerId, document))
    expect(await bench.until(jobId, 'SENT')).toMatchObject({
      detail: 'spooled',
      proof: null,
      bytesSent: document.length,
    })
    await expect.poll(() => zebra.received().equals(document), { timeout: 10_000 }).toBe(true)
    await bench.close()
  }, 30_000)

  test('that is not there refuses, and nothing was spooled', async () => {
    const outcome = await cupsTransport(cups.server, 'nowhere').send(label('one'))
    expect(outcome).toMatchObject({ kind: 'refused', error: { code: 'PRINTER_UNREACHABLE' } })
    expect(await cupsTransport(cups.server, 'nowhere').check()).toMatchObject({ code: 'PRINTER_UNREACHABLE' })
  })

  test('whose printer is off keeps the job, which is SENT and no more', async () => {
    await cups.addQueue('off', `socket://127.0.0.1:${await freePort()}`)
    const outcome = await cupsTransport(cups.server, 'off', { watchMs: 300 }).send(label('one'))
    expect(outcome).toMatchObject({ kind: 'accepted', detail: expect.stringMatching(/spooled|held/) })
  })

  test('is found, ready to be saved', async () => {
    await cups.addQueue('ZD421', `socket://127.0.0.1:${await freePort()}`)
    const found = await discover({ spooler: () => cups.server, forMs: 60, mdns: { interface: '127.0.0.1' } })
    expect(found).toContainEqual(
      expect.objectContaining({ source: 'queue', connection: { kind: 'queue', name: 'ZD421' }, language: 'ZPL' }),
    )
  })
})

test('a spooler that is not there refuses, and nothing was sent', async () => {
  const outcome = await cupsTransport({ host: '127.0.0.1', port: await freePort() }, 'dock').send(label('one'))
  expect(outcome).toMatchObject({ kind: 'refused', error: { details: { queue: 'dock' } } })
})

describe('a Windows queue', () => {
  const sendWith = (code: number, seen: string[][] = []) => {
    const run: Run = async (program, args) => {
      seen.push([program, ...args])
      return { code, output: '' }
    }
    return winspoolTransport('Zebra; rm -rf', run).send(randomBytes(10))
  }

  test.each([
    [0, 'accepted'],
    [2, 'refused'],
    [3, 'refused'],
    [4, 'refused'],
    [5, 'unknown'],
    [6, 'unknown'],
    [1, 'unknown'],
  ])('whose helper ends with %i leads to %s', async (code, kind) => {
    expect((await sendWith(code)).kind).toBe(kind)
  })

  test('is named as an argument of its own, never in a command line', async () => {
    const seen: string[][] = []
    await sendWith(0, seen)
    expect(seen[0]).toContain('Zebra; rm -rf')
    expect(seen[0]?.find((argument) => argument.endsWith('print-raw.ps1'))).toBeDefined()
  })
})
