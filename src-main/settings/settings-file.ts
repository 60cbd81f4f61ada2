import {
  SETTINGS_FILE_VERSION,
  settingsFileSchema,
  type SettingDifference,
  type SettingsFile,
  type SettingsImport,
} from '../../src-shared/station/app/settings-file.ts'
import { invalidField } from '../../src-shared/station/error.ts'
import { fallbackProblem } from '../../src-shared/station/printing/printer-settings.ts'
import { invalidInput } from '../app/command-bounds.ts'
import type { SettingsService } from './settings.ts'
import type { Batches } from '../imports/batch/batches.ts'
import type { Connections } from '../integrations/connections.ts'
import type { OrderFeed } from '../imports/orders/feed.ts'
import type { Papers } from '../packing/papers.ts'
import type { People } from '../people/people.ts'
import type { Printing } from '../printing/printing.ts'
import type { Presets } from '../quotes/presets.ts'
import type { SettingStore } from './settings.rows.ts'
import type { WebhookReceiver } from '../shipments/webhooks/receiver.ts'
import { differencesOf, isSame, unknownField } from './differences.ts'

export interface SettingsFilePorts {
  settings: SettingsService
  papers: Pick<Papers, 'logo' | 'setLogo'>
  people: People
  connections: Connections
  webhookReceiver: WebhookReceiver
  printing: Printing
  presets: Presets
  orderFeed: Pick<OrderFeed, 'settings' | 'configure'>
  batches: Batches
  settingRows: SettingStore
}

export type SettingsFileService = ReturnType<typeof createSettingsFile>

/** An administrator's settings for a station as one file: written, compared and imported. */
export function createSettingsFile(ports: SettingsFilePorts) {
  const { settings, papers, people, connections, webhookReceiver, printing, presets, batches, settingRows, orderFeed } =
    ports
  const { printers, rules, stock } = printing

  async function exported(): Promise<SettingsFile> {
    const known = await printers.list()
    const nameOf = (printerId: string | null) => known.find((one) => one.printerId === printerId)?.name ?? null
    const kinds = stock.list()
    const { firstRun: _, ...station } = await settings.read()
    const { api: served, pages } = await connections.state()
    const { url: _url, error: _error, ...api } = served
    const { routes: _routes, ...printRules } = rules.get()
    const file = {
      waybillSettings: SETTINGS_FILE_VERSION,
      station,
      logo: await papers.logo(),
      signIn: people.rules(),
      api,
      webPages: pages.flatMap(({ origin, state }) => (state === 'allowed' ? [{ origin }] : [])),
      webhookReceiver: (await webhookReceiver.state()).settings,
      orderFeed: orderFeed.settings(),
      stock: kinds.map(({ stockId: _id, ...kind }) => kind),
      printers: await Promise.all(
        known.map(async ({ printerId, ...printer }) => {
          const { options } = await printers.handling(printerId)
          const loaded = kinds.find(({ stockId }) => stockId === options.stockId)
          return { ...printer, options, stock: loaded?.name ?? null }
        }),
      ),
      printRules: {
        ...printRules,
        routes: rules.routes().map(({ document, printerId, copies, fallbackPrinterId }) => {
          return { document, printer: nameOf(printerId), copies, fallbackPrinter: nameOf(fallbackPrinterId) }
        }),
      },
      presets: (await presets.list()).map(({ presetId: _id, updatedAt: _at, ...preset }) => preset),
      columnMaps: (await batches.maps.list()).map(({ name, map }) => ({ name, map })),
    }
    // Fields outside the schema (found by asking a printer, its SNMP community) stay here.
    return settingsFileSchema.parse(file)
  }

  /** @throws StationError INVALID_INPUT that names the field */
  function read(given: unknown): SettingsFile {
    const parsed = settingsFileSchema.safeParse(given)
    if (!parsed.success) throw invalidInput(parsed.error)
    const unknown = unknownField('', given, parsed.data)
    if (unknown !== null) throw invalidField(unknown, 'is not a setting in this version of Waybill')
    const { stationName: _, ...station } = parsed.data.station ?? {}
    // A file may be for several stations of a site, each of which keeps its name.
    return settings.isNamedBySite && parsed.data.station ? { ...parsed.data, station } : parsed.data
  }

  /** Names in a file lead to something in it or here. @throws StationError INVALID_INPUT that names the field */
  async function assertNames(file: SettingsFile): Promise<void> {
    const known = new Set([...(await printers.list()), ...(file.printers ?? [])].map(({ name }) => name))
    file.printRules?.routes.forEach(({ printer, fallbackPrinter }, index) => {
      for (const [field, name] of Object.entries({ printer, fallbackPrinter })) {
        if (name === null || known.has(name)) continue
        throw invalidField(`printRules.routes[${index}].${field}`, `there is no printer "${name}"`)
      }
      const problem = fallbackProblem(printer, fallbackPrinter)
      if (problem !== null) throw invalidField(`printRules.routes[${index}].fallbackPrinter`, problem)
    })
    const kinds = new Set([...stock.list(), ...(file.stock ?? [])].map(({ name }) => name))
    file.printers?.forEach((printer, index) => {
      if (printer.stock === null || kinds.has(printer.stock)) return
      throw invalidField(`printers[${index}].stock`, `there is no stock "${printer.stock}"`)
    })
  }

  async function diff(given: unknown): Promise<SettingDifference[]> {
    const file = read(given)
    await assertNames(file)
    return differencesOf('', await exported(), file)
  }

  async function takePrinters(file: SettingsFile, before: SettingsFile): Promise<void> {
    for (const kind of file.stock ?? []) {
      const found = stock.list().find(({ name }) => name === kind.name)
      if (!found || !isSame(found, kind)) await stock.save({ ...kind, ...(found && { stockId: found.stockId }) })
    }
    for (const { options, stock: loaded, isDefault, ...printer } of file.printers ?? []) {
      const found = (await printers.list()).find(({ name }) => name === printer.name)
      const same = before.printers?.find(({ name }) => name === printer.name)
      const saved =
        found && isSame(same, printer)
          ? found
          : await printers.save({ ...printer, ...(found && { printerId: found.printerId }) })
      const stockId = stock.list().find(({ name }) => name === loaded)?.stockId ?? null
      if (!isSame(same?.options, options) || (same?.stock ?? null) !== loaded) {
        await printers.setOptions(saved.printerId, { ...options, stockId })
      }
      if (isDefault && !saved.isDefault) await printers.setDefault(saved.printerId)
    }
  }

  async function takeRules({ printRules }: SettingsFile, before: SettingsFile): Promise<void> {
    if (printRules === undefined) return
    const { routes, ...limits } = printRules
    const { routes: routesBefore, ...limitsBefore } = before.printRules ?? { routes: [] }
    if (!isSame(limitsBefore, limits)) await rules.set(limits)
    const known = await printers.list()
    const idOf = (name: string | null) => known.find((one) => one.name === name)?.printerId ?? null
    for (const { document, printer, copies, fallbackPrinter } of routes) {
      const same = routesBefore.find((one) => one.document === document)
      if (isSame(same, { document, printer, copies, fallbackPrinter })) continue
      await rules.setRoute({ document, printerId: idOf(printer), copies, fallbackPrinterId: idOf(fallbackPrinter) })
    }
  }

  return {
    exported,
    diff,

    /**
     * Writes only the differences, each by its own service, those that may be refused first; removes nothing. Earlier
     * writes stay when one is refused: the same file again does the rest.
     * @throws StationError INVALID_INPUT, SET_BY_POLICY, SUPERVISOR_NEEDED, LISTEN_FAILED
     */
    take: async (given: unknown): Promise<SettingsImport> => {
      const changed = await diff(given)
      const file = read(given)
      const before = await exported()
      const station = Object.entries(file.station ?? {}).filter(
        ([name, value]) => !isSame(Object.entries(before.station ?? {}).find(([one]) => one === name)?.[1], value),
      )
      if (station.length > 0) await settings.update(Object.fromEntries(station))
      if (file.logo !== undefined && file.logo !== before.logo) await papers.setLogo(file.logo)
      if (file.signIn && !isSame(before.signIn, file.signIn)) await people.setRules(file.signIn)
      if (file.api && !isSame(before.api, file.api)) await connections.configure(file.api)
      for (const { origin } of file.webPages ?? []) {
        if (before.webPages?.some((one) => one.origin === origin)) continue
        await connections.decidePage({ origin, decision: 'allow' })
      }
      if (file.webhookReceiver && !isSame(before.webhookReceiver, file.webhookReceiver)) {
        await webhookReceiver.configure(file.webhookReceiver)
      }
      if (file.orderFeed && !isSame(before.orderFeed, file.orderFeed)) await orderFeed.configure(file.orderFeed)
      await takePrinters(file, before)
      await takeRules(file, before)
      for (const preset of file.presets ?? []) {
        if (
          !isSame(
            before.presets?.find(({ name }) => name === preset.name),
            preset,
          )
        )
          await presets.save(preset)
      }
      for (const { name, map } of file.columnMaps ?? []) {
        if (!isSame(before.columnMaps?.find((one) => one.name === name)?.map, map)) await batches.maps.save(name, map)
      }
      if (changed.length > 0) {
        const paths = changed.map(({ path }) => path)
        await settingRows.write('settings-file', { changes: paths.length }, { imported: paths.slice(0, 500) })
      }
      return { changed }
    },
  }
}
