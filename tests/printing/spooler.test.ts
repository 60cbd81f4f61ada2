import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { discover } from '../../src-main/printing/discovery/discover.ts'
import { watchSpooled } from '../../src-main/printing/status/source/spooled-watch.ts'
import { cupsTransport } from '../../src-main/printing/transports/cups-transport.ts'
import { lpProgram, outcomeOfLp, type LpOutcome } from '../../src-main/printing/transports/lp-program.ts'
import { hasCups, startCups, type CupsServer } from '../support/cups-server.ts'
import { labelRequest, openTemporaryPrinting, printerDraft } from '../support/temporary-printing.ts'
import { httpServer } from '../support/http-server.ts'
import { freePort } from '../support/free-port.ts'
import { tempDir } from '../support/temp-dir.ts'
import { virtualZebra } from '../support/virtual-zebra.ts'

const label = (text: string) => Buffer.from(`^XA^FO10,10^A0N,30,30^FD${text}^FS^XZ\n`, 'latin1')

describe.runIf(hasCups)('a CUPS queue', () => {
  let cups: CupsServer
  beforeAll(async () => {
    cups = await startCups()
  })
  afterAll(() => cups.close())

  test('passes every byte of a label, and the job is SENT as spooled, never PRINTED', async () => {
    const zebra = await virtualZebra()
    await cups.addQueue('dock', `socket://127.0.0.1:${zebra.port}`)
    const bench = await openTemporaryPrinting(async () => [], { spooler: () => cups.server })
    const { printerId } = await bench.printing.printers.save(
      printerDraft({ kind: 'queue', name: 'dock' }, { name: 'Dock queue' }),
    )
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
  })

  test('that is stopped is said to hold the label at once', async () => {
    await cups.addQueue('stopped', 'counted:/1')
    await cups.stopQueue('stopped')
    // Longer than this test may take.
    const transport = cupsTransport(cups.server, 'stopped', { watchMs: 3_600_000 })
    expect(await transport.send(label('held'))).toMatchObject({ kind: 'accepted', detail: 'held' })
  })

  test('whose backend counted exactly the labels sent proves them, and no other number does', async () => {
    await cups.addQueue('exact', 'counted:/2')
    await cups.addQueue('more', 'counted:/3')
    const watchTimes = { deadlineMs: 1_000, everyMs: 20, forMs: 20_000 }
    const bench = await openTemporaryPrinting(async () => [], { spooler: () => cups.server, watchTimes })
    const add = async (queue: string) => {
      const { printerId } = await bench.printing.printers.save(
        printerDraft({ kind: 'queue', name: queue }, { name: queue }),
      )
      // Each copy is a job of its own in the spooler.
      return bench.printing.queue.add(labelRequest(printerId, label(queue), { labels: 2, shipmentId: null }))
    }
    const exact = await bench.until((await add('exact')).jobId, 'PRINTED')
    expect(exact).toMatchObject({
      proof: { kind: 'odometer', from: 0, to: 2, by: 'ipp' },
      spool: { queue: 'exact', jobIds: [expect.any(Number)] },
    })
    const more = await add('more')
    await expect
      .poll(async () => (await bench.printing.queue.get(more.jobId)).detail, { timeout: 20_000 })
      .toBe('count-differs')
    await bench.restart()
    expect(await bench.printing.queue.get(more.jobId)).toMatchObject({ state: 'SENT', spool: { queue: 'more' } })
    await bench.close()
  })

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

  test('whose driver draws a PDF proves none of its pages: a driver counts them before the printer has them', async () => {
    await cups.addQueue('office', 'counted:/2')
    const outcome = await cupsTransport(cups.server, 'office').send(Buffer.from('%PDF-1.7\n'))
    expect(outcome).toMatchObject({ kind: 'accepted', detail: 'spooled', spooled: { queue: 'office' } })
    const watch = watchSpooled(cups.server, { deadlineMs: 1_000, everyMs: 20, forMs: 20_000 })
    if (outcome.kind === 'accepted' && outcome.spooled) watch.took?.(outcome.spooled)
    const verdict = await watch.prove(2, () => true, new AbortController().signal)
    expect(verdict).toEqual({ kind: 'unproved', detail: 'spooled' })
  })

  test('that forgets its jobs is not waited for, and proves nothing', async () => {
    const forgetful = await startCups('PreserveJobHistory No')
    onTestFinished(() => forgetful.close())
    await forgetful.addQueue('dock', 'counted:/1')
    const tooLong = 600_000
    const outcome = await cupsTransport(forgetful.server, 'dock', { watchMs: tooLong }).send(label('one'))
    expect(outcome).toMatchObject({ kind: 'accepted', detail: 'spooled', spooled: { queue: 'dock' } })
    const watch = watchSpooled(forgetful.server, { deadlineMs: 1_000, everyMs: 20, forMs: tooLong })
    if (outcome.kind === 'accepted' && outcome.spooled) watch.took?.(outcome.spooled)
    const verdict = await watch.prove(1, () => true, new AbortController().signal)
    expect(verdict).toEqual({ kind: 'unproved', detail: 'spooled' })
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

describe('a spooler that takes no IPP', () => {
  const answering = async (status: number) => {
    const { baseUrl } = await httpServer((_request, response) => response.writeHead(status).end())
    return { host: '127.0.0.1', port: Number(new URL(baseUrl).port) }
  }
  const sendBy = async (outcome: LpOutcome) => {
    const server = { host: '127.0.0.1', port: await freePort() }
    return cupsTransport(server, 'dock', undefined, async () => outcome).send(label('one'))
  }

  test('gets the label by lp, with the number that it names', async () => {
    expect(outcomeOfLp(0, 'request id is dock-12 (0 file(s))\n', '')).toEqual({ kind: 'spooled', jobId: 12 })
    const outcome = await sendBy({ kind: 'spooled', jobId: 12 })
    // Another spooler may have it: a job of that number in this one proves nothing.
    const spooled = { queue: 'dock', jobId: 12, isUncounted: true }
    expect(outcome).toMatchObject({ kind: 'accepted', detail: 'spooled', spooled })
  })

  test('gets a label raw by lp, and a PDF for its driver to print', async () => {
    const dir = tempDir()
    writeFileSync(join(dir, 'lp'), '#!/bin/sh\ncat > /dev/null\necho "lp: $*" >&2\nexit 1\n', { mode: 0o755 })
    const { PATH } = process.env
    onTestFinished(() => {
      process.env['PATH'] = PATH
    })
    process.env['PATH'] = `${dir}:${PATH}`
    expect(await lpProgram('dock', label('one'))).toEqual({
      kind: 'refused',
      reason: '-d dock -o raw -t Waybill label',
    })
    const pdf = Buffer.from('%PDF-1.7\n')
    expect(await lpProgram('office', pdf)).toEqual({ kind: 'refused', reason: '-d office -t Waybill label' })
  })

  test.each([401, 403, 413, 426])('by HTTP %s took nothing, and gets the label by lp', async (status) => {
    const server = await answering(status)
    expect(await cupsTransport(server, 'dock').send(label('one'))).toMatchObject({
      kind: 'refused',
      error: { details: { reason: `HTTP ${status}` } },
    })
    const byLp = cupsTransport(server, 'dock', undefined, async () => ({ kind: 'spooled', jobId: 12 }))
    expect(await byLp.send(label('one'))).toMatchObject({ kind: 'accepted', spooled: { jobId: 12 } })
  })

  test.each([408, 500])(
    'by HTTP %s may have taken the label, which is in doubt and goes nowhere else',
    async (status) => {
      const lp = async (): Promise<LpOutcome> => ({ kind: 'spooled', jobId: 12 })
      const outcome = await cupsTransport(await answering(status), 'dock', undefined, lp).send(label('one'))
      expect(outcome).toMatchObject({ kind: 'unknown', error: { code: 'PRINTER_INTERRUPTED' } })
    },
  )

  test('refuses in the words of lp, and what lp does not say is unknown', async () => {
    const refused = outcomeOfLp(1, '', 'lp: The printer or class does not exist.\n')
    expect(await sendBy(refused)).toMatchObject({
      kind: 'refused',
      error: { details: { reason: 'The printer or class does not exist.' } },
    })
    expect((await sendBy(outcomeOfLp('ENOENT', '', ''))).kind).toBe('refused')
    expect((await sendBy(outcomeOfLp(null, '', ''))).kind).toBe('unknown')
  })
})
