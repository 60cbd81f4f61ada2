import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  DEVICE_PROFILES,
  labelsInBuffer,
  profileNamed,
} from '../../src-shared/station/printing/devices/find-profile.ts'
import { openTemporaryPrinting, withoutAgents, type TemporaryPrinting } from '../support/temporary-printing.ts'
import { virtualEltron } from '../support/virtual-eltron.ts'
import { virtualZebra } from '../support/virtual-zebra.ts'

describe('a kind of printer', () => {
  test.each([
    ['ZTC ZD421-203dpi ZPL', 'zebra-zd4'],
    ['ZD410-200dpi', 'zebra-zd41'],
    ['ZD621-300dpi', 'zebra-zd6'],
    ['GK420t-200dpi', 'zebra-gx'],
    ['ZTC GX430t', 'zebra-gx'],
    ['LP2844-Z', 'zebra-2844z'],
    ['ZP 500 (ZPL)-200dpi', 'zebra-zp500'],
    ['LP2824 Plus', 'zebra-2824-plus'],
    ['ZQ520', 'zebra-zq5'],
    ['ZQ610', 'zebra-zq3'],
    ['ZT231-203dpi', 'zebra-zt2'],
    ['ZT411-200dpi', 'zebra-zt4'],
    ['ZT610-300dpi', 'zebra-zt6'],
    ['Zebra 105SL', 'zebra-105sl'],
    ['UKQ1935HLU  V4.29', 'eltron-2844'],
    ['UKQ1915 U V4.10', 'eltron-2824'],
    ['Eltron LP2844', 'eltron-2844'],
    ['TSC TE210', 'clone-tsc'],
    ['Honeywell PC42t', 'clone-honeywell'],
    ['Godex RT700i', 'clone-godex'],
    ['Citizen CL-S621', 'clone-citizen'],
    ['SATO CL4NX', 'clone-sato'],
    ['EPSON TM-T88V', 'epson-tm'],
    ['Star TSP143', 'star'],
    ['HP LaserJet 4', null],
  ])('that calls itself %s is %s', (model, id) => {
    expect(profileNamed(model)?.id ?? null).toBe(id)
  })

  test('is there once, and each of its names is found by no other before it', () => {
    const ids = DEVICE_PROFILES.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('holds as many labels as its memory has room for', () => {
    const target = { media: { widthIn: 4, heightIn: 6 }, dpi: 203, memoryKb: null } as const
    expect(labelsInBuffer({ bufferKb: 225 }, target)).toBe(1)
    expect(labelsInBuffer({ bufferKb: 225 }, { ...target, memoryKb: 8192 })).toBe(33)
    expect(labelsInBuffer({ bufferKb: null }, target)).toBeNull()
  })
})

describe('a printer of the station', () => {
  let bench: TemporaryPrinting
  beforeEach(async () => {
    bench = await openTemporaryPrinting()
  })
  afterEach(() => bench.close())
  const check = (printerId: string) => withoutAgents(() => bench.printing.printers.check(printerId))
  const optionsOf = async (printerId: string) => (await bench.printing.printers.handling(printerId)).options

  test('is found by what it answers, and keeps that while it is off', async () => {
    const zebra = await virtualZebra([], { identity: 'ZD421-203dpi,V93.21.17Z' })
    const printerId = await bench.addPrinter(zebra.uri)
    expect(await check(printerId)).toMatchObject({ profile: 'zebra-zd4', problem: null })
    const found = { foundProfile: 'zebra-zd4', foundModel: 'ZD421-203dpi', foundMemoryKb: 8192, profile: null }
    expect(await optionsOf(printerId)).toMatchObject(found)
    await zebra.close()
    expect((await check(printerId)).problem?.code).toBe('PRINTER_UNREACHABLE')
    expect(await optionsOf(printerId)).toMatchObject(found)
  })

  test('in EPL is found by UQ, asked only after it answered ^ee', async () => {
    const eltron = await virtualEltron([], { identity: 'UKQ1935HLU,V4.29' })
    const printerId = await bench.addPrinter(eltron.uri, 'Eltron', 'EPL')
    expect(await check(printerId)).toMatchObject({ profile: 'eltron-2844', problem: null })
  })

  test('that a person calls too narrow for its labels does not fit', async () => {
    const zebra = await virtualZebra()
    const printerId = await bench.addPrinter(zebra.uri)
    await bench.printing.printers.setOptions(printerId, { profile: 'zebra-zd41' })
    expect((await check(printerId)).problem).toMatchObject({
      code: 'PRINTER_MISMATCH',
      details: { field: 'mediaWidth' },
    })
  })

  test('that prints what it does not know is sent no question', async () => {
    const zebra = await virtualZebra()
    const printerId = await bench.addPrinter(zebra.uri)
    await bench.printing.printers.setOptions(printerId, {
      profile: 'epson-tm',
      statusPort: zebra.port,
      paper: 'receipt',
    })
    expect((await check(printerId)).problem).toBeNull()
    expect(await bench.printing.printers.status(printerId)).toMatchObject({ online: true })
    expect(zebra.connections.every(({ bytes }) => bytes.length === 0)).toBe(true)
  })
})
