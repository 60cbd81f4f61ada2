import { afterEach, beforeEach, expect, test } from 'vitest'
import { PATIENT } from '../support/printing-faults.ts'
import { snmpAgent } from '../support/snmp-agent.ts'
import { labelRequest, openTemporaryPrinting, type TemporaryPrinting } from '../support/temporary-printing.ts'
import { virtualEltron } from '../support/virtual-eltron.ts'
import { virtualZebra } from '../support/virtual-zebra.ts'

let bench: TemporaryPrinting
beforeEach(async () => {
  bench = await openTemporaryPrinting(async () => [], { watchTimes: PATIENT.watchTimes })
})
afterEach(async () => {
  expect(bench.faults).toEqual([])
  await bench.close()
})

test('each tool goes to the printer in its language, and is in the audit log', async () => {
  const [zebra, eltron] = [await virtualZebra(), await virtualEltron()]
  const zpl = await bench.addPrinter(zebra.uri)
  const epl = await bench.addPrinter(eltron.uri, 'Eltron', 'EPL')
  const { use } = bench.printing.tools
  for (const tool of ['calibrate', 'feed', 'configuration'] as const) {
    await use(zpl, { tool })
    await use(epl, { tool })
  }
  for (const [tool, value] of [
    ['darkness', 7],
    ['speed', 4],
  ] as const) {
    await use(zpl, { tool, value })
    await use(epl, { tool, value })
  }
  expect(zebra.received().toString()).toBe('~JC~PH~WC~SD07^XA^JUS^XZ^XA^PR4^JUS^XZ')
  expect(eltron.received().toString().trim().split(/\s+/)).toEqual(['xa', 'N', 'P1', 'U', 'D7', 'S4'])
  const rows = bench.ledger.db
    .prepare("SELECT detail FROM audit WHERE action = 'tool used' AND subject_id = ? ORDER BY id")
    .pluck()
    .all(zpl)
    .map((detail): unknown => JSON.parse(String(detail)))
  expect(rows).toHaveLength(5)
  expect(rows[3]).toMatchObject({ tool: 'darkness', value: 7, outcome: 'accepted' })
})

test('more than a language takes is refused, and so is what a receipt printer would print', async () => {
  const eltron = await virtualEltron()
  const epl = await bench.addPrinter(eltron.uri, 'Eltron', 'EPL')
  const { use } = bench.printing.tools
  await expect(use(epl, { tool: 'darkness', value: 16 })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  await bench.printing.printers.setOptions(epl, { paper: 'receipt' })
  await expect(use(epl, { tool: 'calibrate' })).rejects.toMatchObject({ code: 'WRONG_STATE' })
  expect(eltron.received()).toHaveLength(0)
})

test('a printer at work does nothing else, and labels wait for a tool that is under way', async () => {
  const zebra = await virtualZebra([], { drain: 20_000 })
  const printerId = await bench.addPrinter(zebra.uri)
  await bench.printing.printers.setOptions(printerId, { statusPort: zebra.port })
  const label = Buffer.from(`^XA^FX${'x'.repeat(4_000)}^FO10,10^GB5,5,5^FS^XZ`)
  const first = await bench.printing.queue.add(labelRequest(printerId, label, { shipmentId: null }))
  await expect(bench.printing.tools.use(printerId, { tool: 'feed' })).rejects.toMatchObject({ code: 'WRONG_STATE' })
  await bench.until(first.jobId, 'PRINTED')
  await expect
    .poll(async () => bench.printing.tools.use(printerId, { tool: 'configuration' }).then(() => 'done', String))
    .toBe('done')
  const second = await bench.printing.queue.add(labelRequest(printerId, label, { shipmentId: null }))
  expect((await bench.until(second.jobId, 'PRINTED')).proof?.kind).toBe('odometer')
})

test('a count of labels is read by the printer, or by SNMP, or nobody tells', async () => {
  const zebra = await virtualZebra()
  const printerId = await bench.addPrinter(zebra.uri)
  expect(await bench.printing.tools.count(printerId)).toEqual({ labels: null, by: null })
  await bench.printing.printers.setOptions(printerId, { statusPort: zebra.port })
  expect(await bench.printing.tools.count(printerId)).toEqual({ labels: 1000, by: 'zpl' })
  const agent = await snmpAgent(() => ({ printerStatus: 3, counterUnit: 7, lifeCount: 42 }))
  await bench.printing.printers.setOptions(printerId, { statusPort: null, snmpVersion: '1', snmpPort: agent.port })
  expect(await bench.printing.tools.count(printerId)).toEqual({ labels: 42, by: 'snmp' })
})
