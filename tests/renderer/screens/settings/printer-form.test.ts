import { describe, expect, test } from 'vitest'
import {
  formOfFound,
  parsePrinterForm,
  printerFormFor,
  type PrinterForm,
} from '../../../../src-renderer/screens/settings/printer-form.ts'
import { aPrinter } from '../../builders.ts'

const filled = (patch: Partial<PrinterForm> = {}): PrinterForm => ({
  ...printerFormFor(null),
  name: 'Bench 4',
  uri: 'tcp://192.168.1.40:9100',
  ...patch,
})
const errorsOf = (form: PrinterForm) => {
  const parsed = parsePrinterForm(form, undefined)
  return parsed.ok ? [] : Object.keys(parsed.errors)
}

describe('the printer form', () => {
  test('of a network printer becomes a printer', () => {
    expect(parsePrinterForm(filled(), 'PRN-1')).toEqual({
      ok: true,
      input: {
        printerId: 'PRN-1',
        name: 'Bench 4',
        language: 'ZPL',
        dpi: 203,
        media: { widthIn: 4, heightIn: 6 },
        connection: { kind: 'tcp', uri: 'tcp://192.168.1.40:9100' },
      },
    })
  })

  test.each([
    { kind: 'queue', name: 'Zebra_ZD421' },
    { kind: 'device', path: '/dev/usb/lp0' },
    { kind: 'tcp', uri: 'tcp://10.0.0.7:9100' },
    { kind: 'virtual' },
  ] as const)('keeps a connection as it is when something else is changed: $kind', (connection) => {
    const printer = aPrinter({ connection })
    const parsed = parsePrinterForm({ ...printerFormFor(printer), name: 'Bench 5' }, 'PRN-1')
    expect(parsed).toMatchObject({ ok: true, input: { name: 'Bench 5', connection } })
  })

  test('of a printer that was found needs no more typing', () => {
    const found = {
      source: 'queue' as const,
      name: 'Zebra_ZD421',
      connection: { kind: 'queue' as const, name: 'Zebra_ZD421' },
      model: null,
      language: 'EPL' as const,
    }
    expect(parsePrinterForm(formOfFound(found), undefined)).toMatchObject({
      ok: true,
      input: { name: 'Zebra_ZD421', language: 'EPL', connection: found.connection },
    })
  })

  test('says where a queue or a device is wrong', () => {
    expect(errorsOf(filled({ kind: 'queue', queue: ' ' }))).toEqual(['connection.name'])
    expect(errorsOf(filled({ kind: 'queue', queue: '-o raw' }))).toEqual(['connection.name'])
    expect(errorsOf(filled({ kind: 'device', path: 'lp0' }))).toEqual(['connection.path'])
  })

  test('names each field that is wrong', () => {
    expect(errorsOf(filled({ name: ' ', widthIn: '0.5', heightIn: 'tall' }))).toEqual([
      'name',
      'media.widthIn',
      'media.heightIn',
    ])
  })
})
