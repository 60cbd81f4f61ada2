import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { ZplLabel } from '../../src-labels/zpl/label.ts'
import {
  startLabelPrinter,
  type LabelPrinter,
  type LabelPrinterOptions,
} from '../../src-main/printing/simulator/label-printer.ts'
import { isSamePrinter } from '../../src-main/printing/status/identity.ts'
import { usbIdentityOf, usbPrinters } from '../../src-main/printing/transports/usb-identity.ts'
import { characterDevice, hasPty } from '../support/character-device.ts'
import { PATIENT } from '../support/printing-faults.ts'
import { freePort } from '../support/free-port.ts'
import { snmpAgent } from '../support/snmp-agent.ts'
import { tempDir } from '../support/temp-dir.ts'
import {
  labelRequest,
  openTemporaryPrinting,
  printerDraft,
  type TemporaryPrinting,
  withoutAgents,
} from '../support/temporary-printing.ts'

/** What is silent is waited for once, all the rest answers. */
const watchTimes = { ...PATIENT.watchTimes, deadlineMs: 2_000 }
const LABEL = new ZplLabel({ widthDots: 812, heightDots: 1218 }).text(10, 10, 40, 'one').toBytes()

let bench: TemporaryPrinting
const open = async (more = {}) => {
  bench = await openTemporaryPrinting(async () => [], { watchTimes, retryDelaysMs: [30], ...more })
}
afterEach(async () => {
  expect(bench.faults).toEqual([])
  await bench.close()
})

const openPrinter = async (options: LabelPrinterOptions): Promise<LabelPrinter> => {
  const printer = await startLabelPrinter(options)
  let closed: Promise<void> | null = null
  const close = () => (closed ??= printer.close())
  onTestFinished(close)
  return { ...printer, close }
}
const print = (printerId: string) => bench.printing.queue.add(labelRequest(printerId, LABEL, { shipmentId: null }))
/** The bytes that labels have: a question that was printed is none. */
const labelBytes = (printer: LabelPrinter) => printer.received().toString('latin1').includes('^XA')

/** A printer is checked, and another one stands at its address afterwards. */
async function exchanged(
  before: Omit<LabelPrinterOptions, 'port'>,
  after: Omit<LabelPrinterOptions, 'port'>,
): Promise<{ printerId: string; now: LabelPrinter }> {
  const port = await freePort()
  const first = await openPrinter({ ...before, port })
  const known = await bench.printing.printers.list()
  const printerId = await bench.addPrinter(first.uri, `Dock ${known.length}`, before.language ?? 'ZPL')
  expect((await withoutAgents(() => bench.printing.printers.check(printerId))).problem).toBeNull()
  await bench.until((await print(printerId)).jobId, before.language === 'EPL' ? 'SENT' : 'PRINTED')
  await first.close()
  return { printerId, now: await openPrinter({ ...after, port }) }
}

const ZD421 = { language: 'ZPL', identity: 'ZD421-203dpi,V93.21.17Z', serial: 'D6N213405678' } as const

describe('before the first byte of a run', () => {
  test.each([
    ['another model', { language: 'ZPL', identity: 'ZT411-200dpi,V92.21.11Z', serial: '99J1' }, 'ZT411-200dpi'],
    ['another of the same model', { ...ZD421, serial: 'D6N999' }, 'serial number D6N999'],
    ['one that has no serial number', { language: 'ZPL', identity: ZD421.identity }, 'ZD421-203dpi answers there now'],
    ['the 300 dpi kind', { ...ZD421, identity: 'ZD421-300dpi,V93.21.17Z', dotsPerMm: 12 }, 'ZD421-300dpi'],
    ['an EPL printer', { language: 'EPL', identity: 'UKQ1935HLU,V4.29' }, 'does not say what it is'],
    ['a receipt printer', { language: null }, 'does not say what it is'],
  ] as const)('%s is not sent a label, until a person takes it', async (_, after, message) => {
    // What says nothing is not waited for long.
    await open(after.language === 'ZPL' ? {} : { watchTimes: { ...watchTimes, deadlineMs: 300 } })
    const { printerId, now } = await exchanged(ZD421, after)
    const { jobId } = await print(printerId)
    const refused = await bench.until(jobId, 'FAILED')
    expect(refused.error).toMatchObject({ code: 'PRINTER_CHANGED', retryable: true })
    expect(refused.error?.message).toContain(message)
    expect(refused.bytesSent).toBe(0)
    expect(labelBytes(now)).toBe(false)

    if (after.language !== 'ZPL') return
    // A look learns nothing of it, however often.
    expect((await bench.printing.printers.check(printerId)).problem?.code).toBe('PRINTER_CHANGED')
    await expect(bench.printing.printers.testPrint(printerId)).rejects.toMatchObject({ code: 'PRINTER_CHANGED' })
    expect(labelBytes(now)).toBe(false)
  })

  test('nor while a run is under way that nothing has proved yet', async () => {
    await open({ watchTimes: { ...watchTimes, staleMs: 0 } })
    const port = await freePort()
    const first = await openPrinter({ ...ZD421, port, drain: 1 })
    const printerId = await bench.addPrinter(first.uri)
    await bench.printing.printers.check(printerId)
    const { jobId } = await print(printerId)
    await bench.until(jobId, 'SENT')
    await first.close()
    const now = await openPrinter({ ...ZD421, serial: 'D6N999', port })
    expect((await bench.until((await print(printerId)).jobId, 'FAILED')).error?.code).toBe('PRINTER_CHANGED')
    expect(labelBytes(now)).toBe(false)
    expect((await bench.printing.queue.get(jobId)).state).toBe('SENT')
  })

  test('the job prints by itself on the printer that a person took', async () => {
    await open()
    const { printerId, now } = await exchanged(ZD421, { ...ZD421, serial: 'D6N999' })
    const { jobId } = await print(printerId)
    await bench.until(jobId, 'FAILED')
    expect((await bench.printing.printers.check(printerId, true)).problem).toBeNull()
    await bench.until(jobId, 'PRINTED')
    expect(now.paper).toHaveLength(1)
  })

  test('the job prints by itself when the known printer is back', async () => {
    await open()
    const { printerId, now } = await exchanged(ZD421, { ...ZD421, serial: 'D6N999' })
    const { jobId } = await print(printerId)
    await bench.until(jobId, 'FAILED')
    await now.close()
    const back = await openPrinter({ ...ZD421, port: now.port })
    await bench.until(jobId, 'PRINTED')
    expect([back.paper.length, labelBytes(now)]).toEqual([1, false])
  })

  test('the same printer with other dots than its profile is a mismatch, which waits for nothing', async () => {
    await open()
    const plain = { language: 'ZPL', identity: 'ZM400,V53.17.1Z' } as const
    const { printerId, now } = await exchanged(plain, { ...plain, dotsPerMm: 12 })
    const { error } = await bench.until((await print(printerId)).jobId, 'FAILED')
    const details = { field: 'dpi', profile: '203 dpi', printer: '300 dpi' }
    expect(error).toMatchObject({ code: 'PRINTER_MISMATCH', retryable: false, details })
    expect(labelBytes(now)).toBe(false)
  })

  test.each([
    ['the same printer with new firmware', { ...ZD421, identity: 'ZD421-203dpi,V93.21.26Z' }],
    ['the same printer, that answers in pieces', { ...ZD421, faults: [{ kind: 'split-replies', at: 0 }] }],
    ['the same printer, that answers twice', { ...ZD421, faults: [{ kind: 'double-replies', at: 0 }] }],
  ] as const)('%s prints', async (_, after) => {
    await open()
    const { printerId, now } = await exchanged(ZD421, after)
    await bench.until((await print(printerId)).jobId, 'PRINTED')
    expect(now.paper).toHaveLength(1)
  })

  test('an EPL printer is asked by its own question: another one, and a Zebra, are not sent a label', async () => {
    await open({ watchTimes: { ...watchTimes, deadlineMs: 300 } })
    const eltron = { language: 'EPL', identity: 'UKQ1935HLU,V4.29', serial: '41A012345678' } as const
    const others = [{ ...eltron, serial: '41A999999999' }, ZD421]
    for (const other of others) {
      const { printerId, now } = await exchanged(eltron, other)
      expect((await bench.until((await print(printerId)).jobId, 'FAILED')).error?.code).toBe('PRINTER_CHANGED')
      expect(labelBytes(now)).toBe(false)
      await bench.printing.printers.setPaused(printerId, true)
    }
    const { printerId, now } = await exchanged(eltron, { ...eltron, identity: 'UKQ1935HLU,V4.42' })
    await bench.until((await print(printerId)).jobId, 'SENT')
    expect(labelBytes(now)).toBe(true)
  })

  test('a printer that only an agent of SNMP speaks for is asked there', async () => {
    await open({ watchTimes: { ...watchTimes, staleMs: 0 } })
    let model = 'Zebra Technologies ZTC ZT230-200dpi ZPL'
    const agent = await snmpAgent(() => ({
      printerStatus: 3,
      errors: [0],
      zebra: { model, ready: 1, mediaOut: 1, labels: 7 },
    }))
    const silent = await openPrinter({ language: 'ZPL', faults: [{ kind: 'no-replies', at: 0 }] })
    const printerId = await bench.addPrinter(silent.uri)
    await bench.printing.printers.setOptions(printerId, { snmpPort: agent.port })
    expect(await bench.printing.printers.check(printerId)).toMatchObject({ model, problem: null })
    await bench.until((await print(printerId)).jobId, 'SENT')
    model = 'Datamax-ONeil E-4204B'
    const { jobId } = await print(printerId)
    expect((await bench.until(jobId, 'FAILED')).error?.code).toBe('PRINTER_CHANGED')
    expect(silent.paper).toHaveLength(1)
  })

  test('an address that a person changed is asked again', async () => {
    await open()
    const [one, two] = [await openPrinter(ZD421), await openPrinter({ ...ZD421, serial: 'D6N999' })]
    const printerId = await bench.addPrinter(one.uri)
    await bench.printing.printers.check(printerId)
    const { isDefault: _, ...profile } = (await bench.printing.printers.list()).find(
      (printer) => printer.printerId === printerId,
    ) ?? { isDefault: false, name: '', language: 'ZPL', dpi: 203, media: { widthIn: 4, heightIn: 6 } }
    await bench.printing.printers.save({ ...profile, printerId, connection: { kind: 'tcp', uri: two.uri } })
    expect((await bench.printing.printers.check(printerId)).problem).toBeNull()
    expect((await bench.printing.printers.handling(printerId)).options.foundSerial).toBe('D6N999')
  })
})

describe('the place of a printer that no longer answers at its own', () => {
  test('is found at the printer with which it changed places, by its serial number', async () => {
    await open()
    const ports = [await freePort(), await freePort()] as const
    const other = { ...ZD421, serial: 'D6N999' }
    const before = [
      await openPrinter({ ...ZD421, port: ports[0] }),
      await openPrinter({ ...other, port: ports[1] }),
    ] as const
    const ids = [await bench.addPrinter(before[0].uri), await bench.addPrinter(before[1].uri, 'Dock 2')] as const
    for (const printerId of ids) await bench.printing.printers.check(printerId)
    await Promise.all(before.map((printer) => printer.close()))
    await openPrinter({ ...ZD421, port: ports[1] })
    await openPrinter({ ...other, port: ports[0] })
    expect((await bench.printing.printers.check(ids[0])).problem?.code).toBe('PRINTER_CHANGED')
    expect(await bench.printing.printers.locate(ids[0])).toMatchObject({
      connection: { kind: 'tcp', uri: before[1].uri },
      model: ZD421.identity.split(',')[0],
    })
  })

  test('is not guessed: two of one model, or a printer that never said who it is', async () => {
    await open()
    const plain = { language: 'ZPL', identity: 'ZM400,V53.17.1Z' } as const
    const printers = [await openPrinter(plain), await openPrinter(plain), await openPrinter(plain)]
    const ids = []
    for (const [at, { uri }] of printers.entries()) ids.push(await bench.addPrinter(uri, `Dock ${at}`))
    expect(await bench.printing.printers.locate(ids[0] ?? '')).toBeNull()
    for (const printerId of ids) await bench.printing.printers.check(printerId)
    await printers[0]?.close()
    expect(await bench.printing.printers.locate(ids[0] ?? '')).toBeNull()
  })
})

/** USB printers as Linux shows them: `lp0 -> .../1-1:1.0`, with the USB device above it. */
function usbRoot(printers: Record<string, { id: string; serial?: string }>): string {
  const root = tempDir()
  for (const [name, { id, serial }] of Object.entries(printers)) {
    const usb = join(root, 'devices', `usb-${name}`)
    mkdirSync(join(usb, 'interface'), { recursive: true })
    writeFileSync(join(usb, 'interface', 'ieee1284_id'), `${id}\n`)
    if (serial !== undefined) writeFileSync(join(usb, 'serial'), `${serial}\n`)
    mkdirSync(join(root, 'usbmisc', name), { recursive: true })
    symlinkSync(join(usb, 'interface'), join(root, 'usbmisc', name, 'device'))
  }
  return join(root, 'usbmisc')
}

const LP2844 = 'MFG:Zebra ;CMD:EPL;MDL:LP2844;CLS:PRINTER;'

describe('USB printers of Linux', () => {
  test('are known by model and serial number without a byte', async () => {
    await open()
    const root = usbRoot({
      lp0: { id: LP2844, serial: '42A0701' },
      lp1: { id: 'MFG:Zebra Technologies ;CMD:ZPL;MODEL:ZTC ZD421-203dpi ZPL;SN:D6J18;' },
      lp2: { id: 'no device id' },
    })
    expect(await usbIdentityOf('/dev/usb/lp0', root)).toEqual({ model: 'LP2844', serial: '42A0701', dotsPerMm: null })
    expect(await usbPrinters(root)).toEqual([
      { path: '/dev/usb/lp0', who: { model: 'LP2844', serial: '42A0701', dotsPerMm: null } },
      { path: '/dev/usb/lp1', who: { model: 'ZTC ZD421-203dpi ZPL', serial: 'D6J18', dotsPerMm: null } },
    ])
    expect(await usbPrinters(join(root, 'nowhere'))).toEqual([])
  })

  test.runIf(hasPty)('that changed places are sent nothing', async () => {
    const device = await characterDevice(true)
    onTestFinished(() => device.close())
    const name = device.path.split('/').at(-1) ?? ''
    const root = usbRoot({ [name]: { id: LP2844, serial: '42A0701' } })
    await open({ usbRoot: root })
    const { printers } = bench.printing
    const { printerId } = await printers.save(
      printerDraft({ kind: 'device', path: device.path }, { name: 'USB', language: 'EPL' }),
    )
    expect((await printers.check(printerId)).model).toBe('LP2844')
    await bench.until((await print(printerId)).jobId, 'SENT')
    writeFileSync(join(root, '..', 'devices', `usb-${name}`, 'serial'), '42A9999\n')
    expect((await bench.until((await print(printerId)).jobId, 'FAILED')).error).toMatchObject({
      code: 'PRINTER_CHANGED',
      details: { was: { serial: '42A0701' }, now: { serial: '42A9999' } },
    })
  })
})

describe('two names of a printer', () => {
  test('are one printer if only the version differs', async () => {
    await open()
    const who = (model: string) => ({ model, serial: null, dotsPerMm: null })
    expect(isSamePrinter({ model: 'UKQ1935HLU  V4.29', serial: null }, who('UKQ1935HLU  V4.42'))).toBe(true)
    expect(isSamePrinter({ model: 'ZD421-203dpi', serial: null }, who('ZD421-300dpi'))).toBe(false)
    expect(isSamePrinter({ model: 'ZD421', serial: null }, who('ZD621'))).toBe(false)
  })
})
