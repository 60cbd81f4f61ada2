import { describe, expect, it } from 'vitest'
import type { PrintJob } from '../../src-shared/station/printing/printing.ts'
import { readBarcodes } from '../../src-main/labels/conversion/barcodes.ts'
import { testSandbox } from '../support/sandbox.ts'
import { testStation, type TestStation } from '../support/test-station.ts'

const ROWS = [
  { kind: 'text', text: 'Bin {bin}', size: 'huge' },
  { kind: 'text', text: 'Zone {zone}' },
  { kind: 'barcode', symbology: 'code128', data: '{bin}' },
] as const
const base64 = (text: string) => Buffer.from(text).toString('base64')

const ended = (station: TestStation, { jobId }: PrintJob) =>
  station.until('the job', async () => {
    const job = await station.run('jobs.get', { jobId })
    return job.state === 'PRINTED' ? job : null
  })

async function codesOnVirtualPrinter(station: TestStation): Promise<string[]> {
  const codes: string[] = []
  for (const { image } of await station.run('virtualPrinter.labels', {})) {
    codes.push(...(await readBarcodes(Buffer.from(image?.split(',')[1] ?? '', 'base64'))))
  }
  return codes
}

describe('label templates of our own', () => {
  it('are kept by name, made anew under their id, and gone when removed; starters stay', async () => {
    const station = await testStation(await testSandbox())
    const before = await station.run('labelTemplates.list', {})
    expect(before.map(({ kind, isStarter }) => [kind, isStarter])).toEqual(
      ['pallet', 'carton', 'location', 'return', 'test'].map((kind) => [kind, true]),
    )
    const made = await station.run('labelTemplates.save', { name: 'Bins', kind: 'location', rows: [...ROWS] })
    expect(made).toMatchObject({
      name: 'Bins',
      isStarter: false,
      rows: [{ lines: 1, align: 'left' }, {}, { heightMm: 20 }],
    })
    await expect(
      station.run('labelTemplates.save', { name: 'bins', kind: 'carton', rows: [{ kind: 'rule' }] }),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT', message: 'name: there is already a template named Bins' })
    const { templateId } = made
    await station.run('labelTemplates.save', { templateId, name: 'Bins 2', kind: 'location', rows: [...ROWS] })
    expect((await station.run('labelTemplates.list', {})).map(({ name }) => name)[0]).toBe('Bins 2')
    const audited = await station.run('audit.list', {})
    expect(audited.rows.filter(({ subjectKind }) => subjectKind === 'label-template')).toHaveLength(2)
    expect(await station.run('labelTemplates.remove', { templateId })).toEqual(before)
    await expect(station.run('labelTemplates.print', { templateId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('are shown as they print, and told what is missing by field and row', async () => {
    const station = await testStation(await testSandbox())
    const rows = [...ROWS]
    const shown = await station.run('labelTemplates.preview', { rows, values: { bin: 'A-1' } })
    expect(shown.problem).toBeNull()
    expect(await readBarcodes(Buffer.from(shown.page?.split(',')[1] ?? '', 'base64'))).toEqual(['A-1'])
    const missing = await station.run('labelTemplates.preview', { rows, values: { zone: '7' } })
    expect(missing).toMatchObject({ page: null, problem: { details: { issues: [{ path: 'values.bin' }] } } })
    const foreign = await station.run('labelTemplates.preview', { rows, values: { bin: 'Ñ' } })
    expect(foreign).toMatchObject({ problem: { details: { rows: [2], issues: [{ path: 'values.bin' }] } } })
    const injected = await station.run('labelTemplates.preview', {
      rows: [{ kind: 'barcode', symbology: 'gs1-128', data: '(10){lot}' }],
      values: { lot: '7(37)99' },
    })
    expect(injected.problem?.message).toContain('must not contain an application identifier')
    const tall = await station.run('labelTemplates.preview', {
      rows: Array.from(
        { length: 3 },
        () => ({ kind: 'barcode', symbology: 'code128', data: 'x', heightMm: 90 }) as const,
      ),
      values: {},
    })
    expect(tall.problem).toMatchObject({ details: { rows: [1] }, message: expect.stringContaining('no room') })
    const long = await station.run('labelTemplates.preview', { rows, values: { bin: 'LOT-2026-000123-B' } })
    expect(long).toMatchObject({ page: null, problem: { details: { rows: [0], issues: [{ path: 'values.bin' }] } } })
    const below = await station.run('labelTemplates.preview', {
      rows: [{ kind: 'barcode', symbology: 'qr', data: '{url}', hasText: true }],
      values: { url: 'https://example.com/'.padEnd(150, 'x') },
    })
    expect(below).toMatchObject({ page: null, problem: { details: { rows: [0], issues: [{ path: 'values.url' }] } } })
  })

  it('are printed one by one, and many copies only when the number is said', async () => {
    const station = await testStation(await testSandbox())
    const job = await station.run('labelTemplates.print', {
      templateId: 'starter-location',
      values: { location: 'A-1' },
    })
    expect(await ended(station, job)).toMatchObject({ purpose: 'template', copies: 1, title: 'Shelf location' })
    expect(await codesOnVirtualPrinter(station)).toEqual(['A-1'])
    const many = { templateId: 'starter-location', values: { location: 'A-1' }, copies: 500 }
    await expect(station.run('labelTemplates.print', many)).rejects.toMatchObject({
      code: 'MANY_LABELS',
      details: { labels: 500 },
    })
  })

  it('are printed from a file: all of its rows, or none where one is wrong', async () => {
    const station = await testStation(await testSandbox())
    const { templateId } = await station.run('labelTemplates.save', { name: 'Bins', kind: 'location', rows: [...ROWS] })
    const file = { templateId, name: 'bins.csv' }
    const wrong = { ...file, base64: base64('Bin;Area\nA-1;x\n;y\nÑ-3;z\n'), columns: { zone: 'Area' } }
    const check = await station.run('labelTemplates.checkCsv', wrong)
    expect(check).toMatchObject({
      headers: ['Bin', 'Area'],
      columns: { bin: 'Bin', zone: 'Area' },
      labels: 1,
      problems: [
        { row: 3, column: 'Bin', message: 'is required for a barcode' },
        { row: 4, column: 'Bin' },
      ],
    })
    expect(await readBarcodes(Buffer.from(check.page?.split(',')[1] ?? '', 'base64'))).toEqual(['A-1'])
    await expect(station.run('labelTemplates.printCsv', wrong)).rejects.toMatchObject({
      code: 'UNREADABLE_FILE',
      message: 'Row 3, column Bin: is required for a barcode. 1 more have errors. Nothing was printed.',
      details: { row: 3, column: 'Bin' },
    })
    expect(await station.run('jobs.list', {})).toEqual([])
    await expect(
      station.run('labelTemplates.checkCsv', { ...wrong, columns: { zone: 'Nowhere' } }),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT', details: { issues: [{ path: 'columns.zone' }] } })

    const cut = { ...file, base64: base64('bin\nA-1\nLOT-2026-000123-B\n') }
    await expect(station.run('labelTemplates.printCsv', cut)).rejects.toMatchObject({
      code: 'UNREADABLE_FILE',
      message: 'Row 3, column bin: its text is longer than the lines it has. Nothing was printed.',
    })
    expect(await station.run('jobs.list', {})).toEqual([])

    const right = { ...file, base64: base64('bin,zone\nA-1,x\nA-2,\nA-3,z\n') }
    const { jobs } = await station.run('labelTemplates.printCsv', right)
    for (const job of jobs) await ended(station, job)
    expect((await codesOnVirtualPrinter(station)).sort()).toEqual(['A-1', 'A-2', 'A-3'])

    const rows = Array.from({ length: 120 }, (_, at) => `A-${at}`).join('\n')
    const long = { ...file, base64: base64(`bin\n${rows}\n`) }
    await station.run('printers.setRules', { mostLabels: 100 })
    await expect(station.run('labelTemplates.printCsv', long)).rejects.toMatchObject({
      code: 'MANY_LABELS',
      details: { labels: 120 },
    })
    const printed = await station.run('labelTemplates.printCsv', { ...long, agreedLabels: 120 })
    expect(printed).toMatchObject({ labels: 120, jobs: [{}, {}, { title: 'Bins, bins.csv 101-120' }] })
  })
})
