import { describe, expect, test } from 'vitest'
import { printerStates } from '../../../../src-renderer/ui/basic/printer-state.ts'
import { checkRows, dpiToTakeOver } from '../../../../src-renderer/screens/settings/printers/check-rows.ts'
import { isKnown } from '../../../../src-renderer/screens/settings/printers/known-printer.ts'
import { fallbackChoices } from '../../../../src-renderer/screens/settings/printers/route-choices.ts'
import type { PrinterCheck, PrinterStatus } from '../../../../src-shared/station/printing/printer-settings.ts'
import { Locale } from '../../../../src-renderer/locale/locale.svelte.ts'
import { aPrinter, aPrinterStatus } from '../../builders.ts'

const printer = aPrinter({ connection: { kind: 'tcp', uri: 'tcp://10.0.0.7:9100' } })
const status = aPrinterStatus()
const locale = new Locale()
const check: PrinterCheck = {
  printerId: 'PRN-1',
  model: 'ZD421-300dpi',
  firmware: 'V1',
  dotsPerMm: 12,
  profile: null,
  answersDevice: false,
  statusSource: null,
  statusPort: 9200,
  status,
  problem: {
    code: 'PRINTER_MISMATCH',
    message: '',
    retryable: false,
    details: { field: 'dpi', profile: '203 dpi', printer: '300 dpi' },
  },
}

describe('the check of a printer', () => {
  test('shows both values and which one differs', () => {
    expect(checkRows(printer, check, locale)[0]).toEqual({
      what: 'printers.dpi',
      here: '203 dpi',
      printer: '300 dpi',
      fits: false,
    })
    expect(dpiToTakeOver(printer, check)).toBe(300)
  })

  test('shows the width that the printer says, when that is what differs', () => {
    const details = { field: 'mediaWidth', profile: '4 in of media width', printer: '2.00 in' }
    const problem = { code: 'PRINTER_MISMATCH', message: '', retryable: false, details }
    const rows = checkRows(printer, { ...check, dotsPerMm: 8, problem }, locale)
    expect(rows.map(({ fits }) => fits)).toEqual([true, true, false])
    expect(rows[2]?.printer).toBe('2.00 in')
  })

  test('claims nothing of a printer that says nothing', () => {
    const rows = checkRows(printer, { ...check, dotsPerMm: null, statusPort: null, problem: null }, locale)
    expect(rows.map(({ printer: said, fits }) => [said, fits])).toEqual(Array(3).fill([null, null]))
    expect(dpiToTakeOver(printer, { ...check, dotsPerMm: null })).toBeNull()
  })
})

describe('the state of a printer', () => {
  const keys = (patch: Partial<PrinterStatus>) => printerStates({ ...status, ...patch }).map(({ key }) => key)

  test('is ready only when it answers; a port that opens is no more than reachable', () => {
    expect(keys({})).toEqual(['printerState.ready'])
    expect(keys({ labelsRemaining: null })).toEqual(['printerState.reachable'])
    expect(keys({ online: null, labelsRemaining: null })).toEqual(['printerState.notAsked'])
  })

  test('names everything that keeps it from printing', () => {
    expect(keys({ paperOut: true, headOpen: true, isQueuePaused: true })).toEqual([
      'printerState.headOpen',
      'printerState.paperOut',
      'printerState.queuePaused',
    ])
    expect(keys({ online: false })).toEqual(['printerState.offline'])
    expect(keys({ problem: 'it needs attention' })).toEqual(['printerState.attention'])
  })
})

describe('a printer that was found', () => {
  const found = { source: 'network' as const, name: 'x', model: null, language: null }
  test('is known by its place, with or without the usual port', () => {
    expect(isKnown({ ...found, connection: { kind: 'tcp', uri: 'tcp://10.0.0.7' } }, [printer])).toBe(true)
    expect(isKnown({ ...found, connection: { kind: 'tcp', uri: 'tcp://10.0.0.7:9101' } }, [printer])).toBe(false)
    expect(isKnown({ ...found, connection: { kind: 'queue', name: 'Bench 4' } }, [printer])).toBe(false)
  })
})

describe('who takes over', () => {
  test('is a printer that can print the same bytes', () => {
    const duplicate = { ...printer, printerId: 'PRN-2', name: 'Twin' }
    const others = [
      { ...printer, printerId: 'PRN-3', dpi: 300 as const },
      { ...printer, printerId: 'PRN-4', language: 'EPL' as const },
    ]
    expect(fallbackChoices([printer, duplicate, ...others], 'PRN-1', 'none').map(({ label }) => label)).toEqual([
      'none',
      'Twin',
    ])
    expect(fallbackChoices([printer, duplicate], null, 'none')).toHaveLength(1)
  })
})
