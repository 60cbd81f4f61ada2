import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PrinterDraft } from '../../src-main/printing/printers/printers.ts'
import { printJobStore } from '../../src-main/printing/queue/print-jobs.rows.ts'
import {
  labelRequest,
  openTemporaryPrinting,
  printerDraft,
  type TemporaryPrinting,
} from '../support/temporary-printing.ts'
import { freePort } from '../support/free-port.ts'

const DOCK = printerDraft({ kind: 'tcp', uri: 'tcp://127.0.0.1:9100' }, { language: 'EPL' })
const dockAt = (port: number) => ({ ...DOCK, connection: { kind: 'tcp' as const, uri: `tcp://127.0.0.1:${port}` } })

let bench: TemporaryPrinting
beforeEach(async () => {
  bench = await openTemporaryPrinting()
})
afterEach(async () => {
  await bench.close()
})

const printers = () => bench.printing.printers

describe('printers', () => {
  test('start with a virtual one, so that a first run prints', async () => {
    expect(await printers().list()).toEqual([
      { ...printerDraft({ kind: 'virtual' }, { name: 'Virtual printer' }), printerId: 'prn_1', isDefault: true },
    ])
    await bench.restart()
    expect(await printers().list()).toHaveLength(1)
  })

  test('are saved, listed by name and kept over a restart', async () => {
    const saved = await printers().save(DOCK)
    expect(saved).toEqual({ ...DOCK, printerId: saved.printerId, isDefault: false })
    expect(bench.events).toContainEqual({ name: 'printers.changed', payload: {} })
    await bench.restart()
    expect((await printers().list()).map(({ name }) => name)).toEqual(['Dock 1', 'Virtual printer'])
    expect(await printers().choose(saved.printerId)).toEqual(saved)
  })

  test('with an address that cannot be one are refused, and nothing is saved', async () => {
    const bad = { ...DOCK, connection: { kind: 'tcp', uri: 'tcp://10.0.0.5/queue' } } satisfies PrinterDraft
    await expect(printers().save(bad)).rejects.toMatchObject({ code: 'INVALID_PRINTER_ADDRESS' })
    expect(await printers().list()).toHaveLength(1)
  })

  test('have names of their own, in any letter case', async () => {
    const { printerId } = await printers().save(DOCK)
    const other = await printers().save({ ...DOCK, name: 'Dock 2' })
    const taken = { code: 'INVALID_INPUT', message: 'name: there is already a printer named Dock 1' }
    await expect(printers().save({ ...DOCK, name: 'DOCK 1' })).rejects.toMatchObject(taken)
    await expect(printers().save({ ...other, name: 'Dock 1' })).rejects.toMatchObject(taken)
    expect(await printers().save({ ...DOCK, printerId, name: 'DOCK 1' })).toMatchObject({ name: 'DOCK 1' })
    // One that an earlier version let have it is still changed otherwise.
    bench.ledger.db.prepare("UPDATE printer SET name = 'Dock 1' WHERE printer_id = ?").run(other.printerId)
    expect(await printers().save({ ...other, name: 'Dock 1', dpi: 300 })).toMatchObject({ dpi: 300 })
  })

  test('keep their language once they have had a job, for its bytes are in it', async () => {
    const { printerId } = await printers().save(dockAt(await freePort()))
    const { jobId } = await printers().testPrint(printerId)
    await bench.until(jobId, 'FAILED')
    await expect(printers().save({ ...DOCK, printerId, language: 'ZPL' })).rejects.toMatchObject({
      code: 'WRONG_STATE',
      details: { language: 'EPL' },
    })
    expect(await printers().save({ ...DOCK, printerId, dpi: 300 })).toMatchObject({ dpi: 300, language: 'EPL' })
  })
})

describe('the default printer', () => {
  test('is the one that was made it, and there is only one', async () => {
    const { printerId } = await printers().save(DOCK)
    const list = await printers().setDefault(printerId)
    expect(list.filter(({ isDefault }) => isDefault).map((one) => one.printerId)).toEqual([printerId])
    expect(await printers().choose()).toMatchObject({ printerId })
  })

  test('is another one when it is removed', async () => {
    const { printerId } = await printers().save(DOCK)
    await printers().setDefault(printerId)
    expect(await printers().remove(printerId)).toMatchObject([{ name: 'Virtual printer', isDefault: true }])
  })

  test('is a new virtual one when the last printer is removed', async () => {
    const { printerId } = await printers().choose()
    const [left, ...others] = await printers().remove(printerId)
    expect(others).toEqual([])
    expect(left).toMatchObject({ name: 'Virtual printer', isDefault: true })
    expect(left?.printerId).not.toBe(printerId)
  })
})

describe('removing a printer', () => {
  test('is refused while a job of it waits for an answer, and allowed after', async () => {
    const { printerId } = await printers().save(DOCK)
    const jobs = printJobStore(bench.ledger.db, bench.clock)
    await jobs.add({ ...labelRequest(printerId, Buffer.from('N\nP1\n')), jobId: 'job_open' })
    await jobs.takeNext(printerId)
    await bench.restart()
    await expect(printers().remove(printerId)).rejects.toMatchObject({
      code: 'WRONG_STATE',
      details: { printerId, openJobs: 1 },
    })
    await bench.printing.queue.answer('job_open', 'printed')
    expect(await printers().remove(printerId)).toHaveLength(1)
    expect(await bench.printing.queue.get('job_open')).toMatchObject({ printerName: 'Dock 1', state: 'PRINTED' })
  })

  test('leaves its failed jobs to be read, not to be sent', async () => {
    const { printerId } = await printers().save(dockAt(await freePort()))
    const { jobId } = await printers().testPrint(printerId)
    await bench.until(jobId, 'FAILED')
    await printers().remove(printerId)
    await expect(bench.printing.queue.retry(jobId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await bench.printing.queue.get(jobId)).toMatchObject({ state: 'FAILED', nextTryAt: null })
  })
})
