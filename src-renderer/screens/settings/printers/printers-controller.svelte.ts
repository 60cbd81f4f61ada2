import { SvelteMap } from 'svelte/reactivity'
import { isInHand } from '../../../../src-shared/machine/print-job.ts'
import type { StationErrorData } from '../../../../src-shared/station/error.ts'
import type {
  FoundPrinter,
  PrinterCheck,
  PrinterCount,
  PrinterOptions,
  PrinterToolInput,
  PrintRoute,
  PrintRules,
} from '../../../../src-shared/station/printing/printer-settings.ts'
import type { LabelStock, LabelStockInput } from '../../../../src-shared/station/printing/label-stock.ts'
import type { PrinterDpi, PrintJob, Printer, PrinterInput } from '../../../../src-shared/station/printing/printing.ts'
import type { AppContext } from '../../../app-context.ts'
import { errorData } from '../../../error-data.ts'
import { Action } from '../../../live/action.svelte.ts'
import { LiveQuery } from '../../../live/live-query.svelte.ts'
import { PrinterWatch } from '../../../live/printer-watch.svelte.ts'

/** The findings of the last look at a printer. */
export type Look =
  { kind: 'running' } | { kind: 'found'; check: PrinterCheck } | { kind: 'failed'; error: StationErrorData }

/** The printers of this station, their options, and the kind each was found to be. */
export class PrintersController {
  readonly #app: AppContext
  readonly printers: LiveQuery<Printer[]>
  readonly rules: LiveQuery<PrintRules>
  readonly stock: LiveQuery<LabelStock[]>
  readonly watch: PrinterWatch
  readonly looks = new SvelteMap<string, Look>()
  /** Where printers were seen that no longer answer at their own place; null: nowhere. */
  readonly places = new SvelteMap<string, FoundPrinter | null>()
  /** The last test print of each. */
  readonly tests = new SvelteMap<string, PrintJob>()
  /** How many labels each reported as printed, when it was last asked. */
  readonly counts = new SvelteMap<string, PrinterCount>()
  readonly options = new SvelteMap<string, PrinterOptions>()
  /** By a printer's id, a document of the routes, or `fallback`. */
  readonly action: Action

  constructor(app: AppContext) {
    this.#app = app
    this.action = new Action({ isPerName: true, onfailure: app.toasts.error })
    const { station } = app
    this.printers = new LiveQuery(() => station.invoke('printers.list', {}))
    this.rules = new LiveQuery(() => station.invoke('printers.routes', {}))
    this.stock = new LiveQuery(() => station.invoke('stock.list', {}))
    this.watch = new PrinterWatch(station, () =>
      (this.printers.value ?? []).map(({ printerId }) => ({ printerId, isBusy: this.#isTesting(printerId) })),
    )
  }

  /** Keeps everything fresh. Returns the end of it, fit for onMount. */
  follow(): () => void {
    const { station } = this.#app
    const ends = [
      this.printers.follow(station, ['printers.changed']),
      this.rules.follow(station, ['printers.changed']),
      this.stock.follow(station, ['printers.changed']),
      station.watch(['jobs.changed'], () => void this.#followTests()),
      this.watch.follow(),
    ]
    return () => ends.forEach((end) => end())
  }

  #isTesting(printerId: string): boolean {
    const job = this.tests.get(printerId)
    return job !== undefined && isInHand(job)
  }

  /** Saves, then checks the printer, and prints a test when asked to and the check found no problem. */
  async save(input: PrinterInput, isTested: boolean): Promise<Printer> {
    const saved = await this.#app.station.invoke('printers.save', input)
    await this.printers.refresh()
    void this.look(saved.printerId).then((check) => {
      if (isTested && check?.problem === null) void this.test(saved.printerId)
    })
    return saved
  }

  /**
   * Asks the printer who it is. The result stays on screen until the next look.
   * @param take another printer than before is the printer now, and what waits for it goes on
   */
  async look(printerId: string, take = false): Promise<PrinterCheck | null> {
    this.looks.set(printerId, { kind: 'running' })
    this.places.delete(printerId)
    try {
      const check = await this.#app.station.invoke('printers.check', { printerId, take })
      this.looks.set(printerId, { kind: 'found', check })
      // Its answer is kept with its options.
      if (this.options.has(printerId)) await this.loadOptions(printerId)
      this.watch.accept(check.status)
      return check
    } catch (error) {
      this.looks.set(printerId, { kind: 'failed', error: errorData(error) })
      return null
    }
  }

  readonly locate = (printerId: string): Promise<boolean> =>
    this.action.runAs(printerId, async () => {
      this.places.set(printerId, (await this.#app.station.invoke('printers.locate', { printerId })).found)
    })

  /** The profile takes the place at which the printer was seen. */
  async moveTo({ printerId, name, language, dpi, media }: Printer, { connection }: FoundPrinter): Promise<void> {
    await this.action.runAs(printerId, () => this.save({ printerId, name, language, dpi, media, connection }, false))
  }

  /** The profile takes the resolution that the printer reports. */
  async takeDpi({ printerId, name, language, media, connection }: Printer, dpi: PrinterDpi): Promise<void> {
    await this.action.runAs(printerId, () => this.save({ printerId, name, language, dpi, media, connection }, false))
  }

  readonly test = async (printerId: string): Promise<void> => {
    await this.action.runAs(printerId, async () => {
      this.tests.set(printerId, await this.#app.station.invoke('printers.test', { printerId }))
    })
    await this.#followTests()
  }

  async #followTests(): Promise<void> {
    for (const [printerId, { jobId }] of this.tests) {
      const job = await this.#app.toasts.attempt(() => this.#app.station.invoke('jobs.get', { jobId }))
      if (job && this.tests.get(printerId)?.jobId === jobId) this.tests.set(printerId, job)
    }
  }

  readonly change = (command: 'printers.setDefault' | 'printers.remove', { printerId }: Printer): Promise<boolean> =>
    this.action.runAs(printerId, async () => {
      this.printers.value = await this.#app.station.invoke(command, { printerId })
    })

  readonly setPaused = (printerId: string, isPaused: boolean): Promise<boolean> =>
    this.action.runAs(printerId, async () => {
      const command = isPaused ? 'printers.pause' : 'printers.resume'
      this.watch.accept(await this.#app.station.invoke(command, { printerId }))
    })

  readonly loadOptions = async (printerId: string): Promise<void> => {
    const options = await this.#app.toasts.attempt(() => this.#app.station.invoke('printers.options', { printerId }))
    if (options) this.options.set(printerId, options)
  }

  readonly setOptions = (printerId: string, options: Partial<PrinterOptions>): Promise<boolean> =>
    this.action.runAs(printerId, async () => {
      this.options.set(printerId, await this.#app.station.invoke('printers.setOptions', { printerId, options }))
    })

  /** @throws StationError as the command refuses it */
  async saveStock(input: LabelStockInput): Promise<void> {
    this.stock.value = await this.#app.station.invoke('stock.save', input)
  }

  readonly removeStock = (stockId: string): Promise<boolean> =>
    this.action.runAs(stockId, async () => {
      this.stock.value = await this.#app.station.invoke('stock.remove', { stockId })
    })

  /** @throws StationError as the command refuses it */
  async useTool(printerId: string, tool: PrinterToolInput): Promise<void> {
    await this.#app.station.invoke('printers.tool', { printerId, tool })
  }

  readonly readCount = (printerId: string): Promise<boolean> =>
    this.action.runAs(printerId, async () => {
      this.counts.set(printerId, await this.#app.station.invoke('printers.count', { printerId }))
    })

  readonly setRoute = (route: PrintRoute): Promise<boolean> =>
    this.action.runAs(route.document, async () => {
      // The command answers with the stored entries; the list has every kind of document.
      await this.#app.station.invoke('printers.setRoute', route)
      await this.rules.refresh()
    })

  readonly setFallback = (fallback: PrintRules['fallback']): Promise<boolean> =>
    this.action.runAs('fallback', async () => {
      await this.#app.station.invoke('printers.setRules', { fallback })
      await this.rules.refresh()
    })
}
