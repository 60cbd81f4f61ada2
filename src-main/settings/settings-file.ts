import {
  SETTINGS_FILE_VERSION,
  settingsFileSchema,
  type SettingDifference,
  type SettingsFile,
  type SettingsImport,
} from '../../src-shared/station/app/settings-file.ts'
import { invalidField, wrongState } from '../../src-shared/station/error.ts'
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
import { alikeIn, differencesOf, filledFrom, isSame, sameNamed, unknownField } from './differences.ts'

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

  async function current(): Promise<SettingsFile> {
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

  /**
   * What a file makes of the settings that it names, and these as they are now.
   * @throws StationError INVALID_INPUT that names the field, WRONG_STATE where a name may mean either of two here
   */
  async function read(given: unknown): Promise<{ file: SettingsFile; before: SettingsFile }> {
    const parsed = settingsFileSchema.safeParse(given)
    if (!parsed.success) throw invalidInput(parsed.error)
    const unknown = unknownField('', given, parsed.data)
    if (unknown !== null) throw invalidField(unknown, 'is not a setting in this version of Waybill')
    refuseAlike(parsed.data)
    const before = await current()
    refuseAlikeHere(before, parsed.data)
    const named = Object.entries(before).filter(([name]) => Object.hasOwn(parsed.data, name))
    const whole = settingsFileSchema.safeParse(filledFrom(Object.fromEntries(named), given))
    if (!whole.success) throw invalidInput(whole.error)
    const file = await withNames(whole.data)
    if (!settings.isNamedBySite || file.station === undefined) return { file, before }
    // A file may be for several stations of a site, each of which keeps its name.
    return { file: { ...file, station: { ...file.station, stationName: before.station?.stationName } }, before }
  }

  /** Names in a file lead to something in it or here, and are written as that is. @throws StationError INVALID_INPUT that names the field */
  async function withNames(file: SettingsFile): Promise<SettingsFile> {
    const known = [...(file.printers ?? []), ...(await printers.list())]
    const kinds = [...(file.stock ?? []), ...stock.list()]
    const nameIn = (list: readonly { name: string }[], field: string, what: string, name: string | null) => {
      if (name === null) return null
      const found = sameNamed(list, { name }, [])
      if (found === undefined) throw invalidField(field, `there is no ${what} "${name}"`)
      return found.name
    }
    const { printRules } = file
    return {
      ...file,
      ...(printRules && {
        printRules: {
          ...printRules,
          routes: printRules.routes.map(({ printer, fallbackPrinter, ...route }, index) => {
            const field = `printRules.routes[${index}]`
            const names = {
              printer: nameIn(known, `${field}.printer`, 'printer', printer),
              fallbackPrinter: nameIn(known, `${field}.fallbackPrinter`, 'printer', fallbackPrinter),
            }
            const problem = fallbackProblem(names.printer, names.fallbackPrinter)
            if (problem !== null) throw invalidField(`${field}.fallbackPrinter`, problem)
            return { ...route, ...names }
          }),
        },
      }),
      ...(file.printers && {
        printers: file.printers.map((printer, index) => ({
          ...printer,
          stock: nameIn(kinds, `printers[${index}].stock`, 'stock', printer.stock),
        })),
      }),
    }
  }

  async function diff(given: unknown): Promise<SettingDifference[]> {
    const { file, before } = await read(given)
    return differencesOf('', before, file)
  }

  async function takePrinters(file: SettingsFile, before: SettingsFile): Promise<void> {
    for (const kind of file.stock ?? []) {
      const found = sameNamed(stock.list(), kind, file.stock ?? [])
      if (!found || !isSame(found, kind)) await stock.save({ ...kind, ...(found && { stockId: found.stockId }) })
    }
    const { printers: listed = [] } = file
    for (const { options, stock: loaded, isDefault, ...printer } of listed) {
      const found = sameNamed(await printers.list(), printer, listed)
      const same = sameNamed(before.printers ?? [], printer, listed)
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
    const idOf = (name: string | null) => sameNamed(known, { name }, [])?.printerId ?? null
    for (const { document, printer, copies, fallbackPrinter } of routes) {
      const same = routesBefore.find((one) => one.document === document)
      if (isSame(same, { document, printer, copies, fallbackPrinter })) continue
      await rules.setRoute({ document, printerId: idOf(printer), copies, fallbackPrinterId: idOf(fallbackPrinter) })
    }
  }

  return {
    /** @throws StationError WRONG_STATE where a name would mean either of two */
    exported: async (): Promise<SettingsFile> => {
      const file = await current()
      refuseAlikeHere(file, file)
      return file
    },

    diff,

    /**
     * Writes only the differences, each by its own service, those that may be refused first; removes nothing. Earlier
     * writes stay when one is refused: the same file again does the rest.
     * @throws StationError INVALID_INPUT, SET_BY_POLICY, SUPERVISOR_NEEDED, LISTEN_FAILED
     */
    take: async (given: unknown): Promise<SettingsImport> => {
      const { file, before } = await read(given)
      const changed = differencesOf('', before, file)
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
        const same = sameNamed(before.presets ?? [], preset, file.presets ?? [])
        if (!isSame(same, preset)) await presets.save(preset)
      }
      for (const named of file.columnMaps ?? []) {
        const same = sameNamed(before.columnMaps ?? [], named, file.columnMaps ?? [])
        if (!isSame(same, named)) await batches.maps.save(named.name, named.map)
      }
      if (changed.length > 0) {
        const paths = changed.map(({ path }) => path)
        await settingRows.write('settings-file', { changes: paths.length }, { imported: paths.slice(0, 500) })
      }
      return { changed }
    },
  }
}

/** In a file, a name means one thing. @throws StationError INVALID_INPUT that names the second one */
function refuseAlike({ stock, printers, printRules, presets, columnMaps }: SettingsFile): void {
  const lists = { stock, printers, 'printRules.routes': printRules?.routes, presets, columnMaps }
  for (const [list, items = []] of Object.entries(lists)) {
    const alike = alikeIn(items)
    if (alike === null) continue
    const key = list === 'printRules.routes' ? 'document' : 'name'
    const { first, second } = alike
    throw invalidField(`${list}[${second}].${key}`, `is the same as ${list}[${first}].${key}; each must have its own`)
  }
}

/** Earlier versions let two have one name. @throws StationError WRONG_STATE where what the file names could be either */
function refuseAlikeHere({ stock = [], printers = [] }: SettingsFile, file: SettingsFile): void {
  const named = [
    ...(file.printers || file.printRules ? [printers] : []),
    ...(file.stock || file.printers ? [stock] : []),
  ]
  for (const items of named) {
    const alike = alikeIn(items)
    if (alike === null) continue
    const names = [items[alike.first]?.name, items[alike.second]?.name]
    throw wrongState(
      `A settings file needs different names: under Settings > Printers, rename "${names[0]}" or "${names[1]}" first.`,
      { names },
    )
  }
}
