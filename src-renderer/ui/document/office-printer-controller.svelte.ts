import type { FoundPrinter } from '../../../src-shared/station/printing/printer-settings.ts'
import type { Printer } from '../../../src-shared/station/printing/printing.ts'
import { Action } from '../../live/action.svelte.ts'
import type { Station } from '../../station.ts'

const LETTER = { widthIn: 8.5, heightIn: 11 }

/** What may print papers: a printer that is set up, one that this computer knows, or none but the screen. */
export type OfficeChoice =
  | { key: string; kind: 'known'; printer: Printer }
  | { key: string; kind: 'found'; name: string; queue: string }
  | { key: 'screen'; kind: 'screen' }

/** The choice of a printer for papers, made the first time that one is needed. */
export class OfficePrinterController {
  known = $state.raw<readonly Printer[]>([])
  found = $state.raw<readonly FoundPrinter[]>([])
  readonly action = new Action<'look' | 'save'>({ isPerName: true })
  chosen = $state('')
  readonly #station: Station

  constructor(station: Station) {
    this.#station = station
    void this.look()
  }

  readonly choices: readonly OfficeChoice[] = $derived.by(() => {
    const queues = this.known.flatMap(({ connection }) => (connection.kind === 'queue' ? [connection.name] : []))
    const known = this.known.map((printer): OfficeChoice => ({ key: printer.printerId, kind: 'known', printer }))
    const found = this.found.flatMap(({ name, connection }): OfficeChoice[] =>
      connection.kind === 'queue' && !queues.includes(connection.name)
        ? [{ key: `queue ${connection.name}`, kind: 'found', name, queue: connection.name }]
        : [],
    )
    const screen: OfficeChoice[] = this.known.some(isScreenForPaper) ? [] : [{ key: 'screen', kind: 'screen' }]
    return [...found, ...known, ...screen]
  })

  readonly look = (): Promise<boolean> =>
    this.action.runAs('look', async () => {
      this.known = await this.#station.invoke('printers.list', {})
      this.found = await this.#station.invoke('printers.discover', {})
    })

  /** Makes the choice this station's rule. @returns whether it went well */
  readonly save = async (screenName: string): Promise<boolean> => {
    const choice = this.choices.find(({ key }) => key === this.chosen)
    if (!choice) return false
    return this.action.runAs('save', async () => {
      const printerId = await this.#printerOf(choice, screenName)
      await this.#station.invoke('printers.setRoute', { document: 'office', printerId })
    })
  }

  async #printerOf(choice: OfficeChoice, screenName: string): Promise<string> {
    if (choice.kind === 'known') return choice.printer.printerId
    const { printerId } = await this.#station.invoke('printers.save', {
      language: 'ZPL',
      dpi: 203,
      media: LETTER,
      ...(choice.kind === 'found'
        ? { name: freeName(choice.name, this.known), connection: { kind: 'queue', name: choice.queue } }
        : { name: freeName(screenName, this.known), connection: { kind: 'virtual' } }),
    })
    return printerId
  }
}

/** The name, numbered where another printer has it. */
function freeName(name: string, known: readonly Printer[]): string {
  const taken = new Set(known.map((printer) => printer.name.toLowerCase()))
  const numbered = (count: number) => (count === 1 ? name.slice(0, 60) : `${name.slice(0, 54)} (${count})`)
  let count = 1
  while (taken.has(numbered(count).toLowerCase())) count += 1
  return numbered(count)
}

function isScreenForPaper({ connection, media }: Printer): boolean {
  return connection.kind === 'virtual' && media.widthIn >= LETTER.widthIn
}
