import { describe, expect, it } from 'vitest'
import type { SettingsFile } from '../../src-shared/station/app/settings-file.ts'
import { palletsToChicago } from '../support/freight.ts'
import { testSandbox } from '../support/sandbox.ts'
import { testStation } from '../support/test-station.ts'

const open = async () => testStation(await testSandbox(), { background: false })

/** A station that somebody has set up, with a secret wherever one can be. */
async function setUp() {
  const station = await open()
  const { run } = station
  await run('settings.update', { stationName: 'Dock 1', priceTolerance: 5, thresholds: { staleHours: 24 } })
  await run('stock.save', { name: '4x6', media: { widthIn: 4, heightIn: 6 }, tracking: 'gap', print: 'direct' })
  const [kind] = await run('stock.list', {})
  const { printerId } = await run('printers.save', {
    name: 'Zebra',
    language: 'ZPL',
    dpi: 203,
    media: { widthIn: 4, heightIn: 6 },
    connection: { kind: 'virtual' },
  })
  await run('printers.setOptions', {
    printerId,
    options: { carrierSettings: 'block', snmpCommunity: 'planted-community', stockId: kind?.stockId ?? null },
  })
  await run('printers.setRoute', { document: 'bol', printerId, copies: 2, fallbackPrinterId: null })
  await run('printers.setRules', { staleMinutes: 45 })
  await run('presets.save', { name: 'Pallet', cargo: palletsToChicago().cargo })
  await run('people.save', { name: 'Maria', role: 'supervisor', pin: '9038', badge: 'planted-badge' })
  const { secret: token } = await run('connections.makeToken', { name: 'ERP', role: 'clerk' })
  const { secret } = await run('connections.saveHook', { url: 'https://example.com/', events: ['booked'] })
  await run('connections.decidePage', { origin: 'https://wms.example.com', decision: 'allow' })
  await run('connections.decidePage', { origin: 'https://other.example.com', decision: 'refuse' })
  await run('webhookReceiver.configure', { addSecret: { name: 'wh-1', secret: 'planted-webhook-secret' } })
  return { ...station, planted: ['planted', '9038', token ?? 'none', secret ?? 'none'] }
}

describe('the settings', () => {
  it('are all kept that are changed at the same moment', async () => {
    const { run } = await testStation(await testSandbox(), { background: false })
    await Promise.all([run('settings.update', { language: 'es' }), run('settings.update', { theme: 'dark' })])
    expect((await run('station.state', {})).settings).toMatchObject({ language: 'es', theme: 'dark' })
  })
})

describe('the file of settings', () => {
  it('takes everything that was set up to another station, and nothing differs afterwards', async () => {
    const first = await setUp()
    const file = await first.run('settings.export', {})
    const second = await open()
    const changes = await second.run('settings.diff', { file })
    expect(changes).toContainEqual({ path: 'station.stationName', now: 'Station 1', then: 'Dock 1' })
    expect(changes).toContainEqual({ path: 'printRules.staleMinutes', now: 30, then: 45 })
    expect(changes.map(({ path }) => path)).toContain('printers[Zebra]')
    expect(changes.filter(({ path }) => path.startsWith('webPages'))).toEqual([
      { path: 'webPages[https://wms.example.com]', now: null, then: { origin: 'https://wms.example.com' } },
    ])
    expect(await second.run('settings.diff', { file })).toEqual(changes)

    expect((await second.run('settings.import', { file })).changed).toEqual(changes)
    expect(await second.run('settings.diff', { file })).toEqual([])
    expect((await second.run('connections.state', {})).pages).toEqual([
      { origin: 'https://wms.example.com', state: 'allowed' },
    ])
    const { routes } = await second.run('printers.routes', {})
    const zebra = (await second.run('printers.list', {})).find(({ name }) => name === 'Zebra')
    expect(routes).toContainEqual(expect.objectContaining({ document: 'bol', printerId: zebra?.printerId, copies: 2 }))
    const options = await second.run('printers.options', { printerId: zebra?.printerId ?? '' })
    const [kind] = await second.run('stock.list', {})
    expect(options).toMatchObject({ carrierSettings: 'block', snmpCommunity: 'public', stockId: kind?.stockId })
    const { rows } = await second.station.services.auditLog.list({ subjectId: 'settings-file', limit: 1 })
    expect(rows[0]?.detail).toMatchObject({ imported: expect.arrayContaining(['station.stationName']) })
  })

  it('never holds a secret, wherever one was planted', async () => {
    const { run, planted } = await setUp()
    const text = JSON.stringify(await run('settings.export', {}))
    for (const secret of planted) expect(text).not.toContain(secret)
    expect(text).toContain('Zebra')
  })

  it('leaves alone what it does not name, and removes nothing', async () => {
    const { run } = await setUp()
    const before = await run('settings.export', {})
    const none = { printers: [], presets: [], webPages: [], stock: [], columnMaps: [] }
    const file = { waybillSettings: 1, station: { thresholds: { staleHours: 72 } }, ...none }
    expect(await run('settings.diff', { file })).toEqual([{ path: 'station.thresholds.staleHours', now: 24, then: 72 }])
    await run('settings.import', { file })
    expect(await run('settings.export', {})).toEqual({
      ...before,
      station: { ...before.station, thresholds: { staleHours: 72 } },
    } satisfies SettingsFile)
  })

  it('changes what its preview shows, also of a printer whose name is written in other letters', async () => {
    const { run } = await setUp()
    const zebra = (await run('settings.export', {})).printers?.find(({ name }) => name === 'Zebra')
    const file = {
      waybillSettings: 1,
      printers: [{ ...zebra, name: 'ZEBRA', dpi: 300, stock: '2.25 × 1.25 IN' }],
      printRules: { staleMinutes: 45, routes: [{ document: 'bol', printer: 'zebra', copies: 3 }] },
      presets: [{ name: 'pallet', cargo: palletsToChicago().cargo }],
    }
    const changes = await run('settings.diff', { file })
    expect(changes).toEqual([
      { path: 'printers[ZEBRA].name', now: 'Zebra', then: 'ZEBRA' },
      { path: 'printers[ZEBRA].dpi', now: 203, then: 300 },
      { path: 'printRules.routes[bol].copies', now: 2, then: 3 },
      { path: 'printRules.routes[bol].printer', now: 'Zebra', then: 'ZEBRA' },
      { path: 'presets[pallet].name', now: 'Pallet', then: 'pallet' },
    ])
    expect((await run('settings.import', { file })).changed).toEqual(changes)
    expect(await run('settings.diff', { file })).toEqual([])
    const { printers, presets, printRules } = await run('settings.export', {})
    expect(printers?.filter(({ name }) => /zebra/i.test(name))).toMatchObject([
      { name: 'ZEBRA', dpi: 300, stock: '2.25 × 1.25 in' },
    ])
    expect(presets).toMatchObject([{ name: 'pallet' }])
    expect(printRules?.routes).toContainEqual({ document: 'bol', printer: 'ZEBRA', copies: 3, fallbackPrinter: null })
  })

  it('that names two things alike is refused, with the second one and the first', async () => {
    const { run } = await setUp()
    const before = await run('settings.export', {})
    const { printers = [], stock = [], presets = [] } = before
    const zebra = printers.find(({ name }) => name === 'Zebra')
    const route = { document: 'bol', printer: 'Zebra', copies: 3 }
    for (const [part, path, first] of [
      [{ printers: [zebra, { ...zebra, dpi: 300 }] }, 'printers[1].name', 'printers[0].name'],
      [{ printers: [{ ...zebra, name: 'ZEBRA ' }, ...printers] }, 'printers[2].name', 'printers[0].name'],
      [{ stock: [...stock, { ...stock[0], tracking: 'mark' }] }, `stock[${stock.length}].name`, 'stock[0].name'],
      [{ presets: [presets[0], { ...presets[0], name: 'PALLET' }] }, 'presets[1].name', 'presets[0].name'],
      [
        { printRules: { routes: [route, { ...route, copies: 1 }] } },
        'printRules.routes[1].document',
        'printRules.routes[0].document',
      ],
    ] as const) {
      const file = JSON.parse(JSON.stringify({ waybillSettings: 1, ...part }))
      for (const command of ['settings.diff', 'settings.import'] as const) {
        await expect(run(command, { file })).rejects.toMatchObject({
          code: 'INVALID_INPUT',
          details: { issues: [{ path, message: expect.stringContaining(first) }] },
        })
      }
    }
    expect(await run('settings.export', {})).toEqual(before)
  })

  it('is not written, and names nothing, where two printers are called alike from an earlier version', async () => {
    const { run, station } = await setUp()
    const file = await run('settings.export', {})
    const other = (await run('printers.list', {})).find(({ name }) => name !== 'Zebra')
    station.stores.ledger.db.prepare("UPDATE printer SET name = 'ZEBRA' WHERE printer_id = ?").run(other?.printerId)
    const alike = { code: 'WRONG_STATE', message: expect.stringContaining('Zebra') }
    await expect(run('settings.export', {})).rejects.toMatchObject(alike)
    for (const part of [{ printers: file.printers ?? [] }, { printRules: file.printRules }]) {
      const { waybillSettings } = file
      await expect(
        run('settings.diff', { file: JSON.parse(JSON.stringify({ waybillSettings, ...part })) }),
      ).rejects.toMatchObject(alike)
    }
    // What has nothing to do with them goes on.
    const { changed } = await run('settings.import', { file: { waybillSettings: 1, station: { priceTolerance: 7 } } })
    expect(changed).toEqual([{ path: 'station.priceTolerance', now: 5, then: 7 }])
    await run('printers.save', {
      ...{ printerId: other?.printerId, name: 'Eltron', language: 'ZPL', dpi: 203, media: { widthIn: 4, heightIn: 6 } },
      connection: { kind: 'virtual' },
    })
    expect((await run('settings.export', {})).printers?.map(({ name }) => name)).toEqual(['Eltron', 'Zebra'])
  })

  it('leaves alone what it does not name in a part that it changes', async () => {
    const { run } = await setUp()
    await run('people.setRules', { isOn: false, idleMinutes: 30 })
    const printers = await run('printers.list', {})
    const printerId = printers.find(({ name }) => name === 'Zebra')?.printerId ?? ''
    const fallbackPrinterId = printers.find(({ name }) => name !== 'Zebra')?.printerId ?? null
    expect(fallbackPrinterId).not.toBeNull()
    await run('printers.setRoute', { document: 'bol', printerId, copies: 2, fallbackPrinterId })
    const before = await run('settings.export', {})
    const file = {
      waybillSettings: 1,
      station: { thresholds: { lateHours: 5 } },
      signIn: { isOn: false },
      printers: (before.printers ?? []).map(({ name, language, dpi, media, connection }) => {
        return { name, language, dpi, media, connection }
      }),
      printRules: { routes: [{ document: 'bol', printer: 'Zebra' }] },
    }
    const changes = [{ path: 'station.thresholds.lateHours', now: null, then: 5 }]
    expect(await run('settings.diff', { file })).toEqual(changes)
    expect((await run('settings.import', { file })).changed).toEqual(changes)
    expect(await run('settings.export', {})).toEqual({
      ...before,
      station: { ...before.station, thresholds: { staleHours: 24, lateHours: 5 } },
    } satisfies SettingsFile)
  })

  it('of another version, with unknown names or with names that lead nowhere says which field', async () => {
    const { run } = await open()
    for (const [file, path] of [
      [{ waybillSettings: 2 }, 'waybillSettings'],
      [{}, 'waybillSettings'],
      [{ waybillSettings: 1, printer: [] }, 'printer'],
      [
        { waybillSettings: 1, station: { thresholds: { staleHours: 48, staleDays: 2 } } },
        'station.thresholds.staleDays',
      ],
      [{ waybillSettings: 1, station: { priceTolerance: 90 } }, 'station.priceTolerance'],
      [{ waybillSettings: 1, presets: [{ name: 'x', cargo: [], colour: 'red' }] }, 'presets.0.cargo'],
      [
        { waybillSettings: 1, printRules: { routes: [{ document: 'bol', printer: 'Nowhere', copies: 1 }] } },
        'printRules.routes[0].printer',
      ],
      [
        {
          waybillSettings: 1,
          printRules: { routes: [{ document: 'bol', printer: 'Virtual printer', fallbackPrinter: 'Virtual printer' }] },
        },
        'printRules.routes[0].fallbackPrinter',
      ],
    ] as const) {
      for (const command of ['settings.diff', 'settings.import'] as const) {
        await expect(run(command, { file: JSON.parse(JSON.stringify(file)) })).rejects.toMatchObject({
          code: 'INVALID_INPUT',
          details: { issues: [expect.objectContaining({ path })] },
        })
      }
    }
  })
})

describe('the audit log of settings', () => {
  it('has each changed value, before and after, and none that stayed', async () => {
    const { run, station } = await open()
    await run('settings.update', { priceTolerance: 5, thresholds: { staleHours: 24 } })
    // As the form submits it: every value of the page, with one changed.
    await run('settings.update', {
      priceTolerance: 5,
      thresholds: { staleHours: 24 },
      spendLimits: { perBatch: 30_000, perDay: 100_000 },
    })
    await run('settings.update', { cutoffs: [{ carrier: 'Acme', time: '17:00' }, { carrier: 'Best' }] })
    await run('settings.update', { cutoffs: [{ carrier: 'Best' }] })
    const { rows } = await station.services.auditLog.list({ subjectId: 'settings', limit: 10 })
    expect(rows.map(({ detail }) => detail['changes'])).toEqual([
      [{ path: 'cutoffs', was: [{ carrier: 'Acme', time: '17:00' }], now: [] }],
      [{ path: 'cutoffs', was: null, now: [{ carrier: 'Acme', time: '17:00' }, { carrier: 'Best' }] }],
      [{ path: 'spendLimits.perBatch', was: 25_000, now: 30_000 }],
      [
        { path: 'priceTolerance', was: 0, now: 5 },
        { path: 'thresholds.staleHours', was: null, now: 24 },
      ],
    ])
  })

  it('has what changed of sign-in, printing and connections too, without a secret', async () => {
    const { planted, run, station } = await setUp()
    await run('people.setRules', { isOn: true, idleMinutes: 10 })
    const of = async (subjectId: string) =>
      (await station.services.auditLog.list({ subjectKind: 'setting', subjectId, limit: 1 })).rows[0]?.detail
    expect(await of('printing')).toEqual({ changes: [{ path: 'staleMinutes', was: 30, now: 45 }] })
    expect(await of('sign-in')).toEqual({ changes: [{ path: 'isOn', was: false, now: true }] })
    const { rows } = await station.services.auditLog.list({ subjectKind: 'setting', limit: 100 })
    for (const secret of planted) expect(JSON.stringify(rows)).not.toContain(secret)
  })
})
