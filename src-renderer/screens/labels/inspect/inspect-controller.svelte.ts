import { SvelteMap } from 'svelte/reactivity'
import { PRINTER_DPIS, type PrinterDpi } from '../../../../src-shared/station/printing/printing.ts'
import type {
  InspectedCommand,
  InspectInput,
  LabelInspection,
  LabelPlace,
} from '../../../../src-shared/station/printing/inspect.ts'
import type { AppContext } from '../../../app-context.ts'
import { toBase64 } from '../../../base64.ts'
import { Action } from '../../../live/action.svelte.ts'
import { Debounce } from '../../../live/debounce.ts'
import { MEDIA_SIZES, type MediaSize } from './media-sizes.ts'

type Of = InspectInput['of']

/** A label under the eyes of support: the opened file, and the selected command. */
export class InspectController {
  inspection = $state.raw<LabelInspection | null>(null)
  dpi = $state<PrinterDpi>(203)
  size = $state<MediaSize>('4x6')
  /** Index of the command that is pointed at or has the focus. */
  chosen = $state<number | null>(null)
  readonly action = new Action()
  /** By the command's offset; null: it draws nothing that is to be seen. */
  readonly #places = new SvelteMap<number, LabelPlace | null>()
  readonly #app: Pick<AppContext, 'station'>
  readonly #soon = new Debounce('search', () => this.#askPlace())
  #of = $state.raw<Of | null>(null)

  constructor(app: Pick<AppContext, 'station'>) {
    this.#app = app
  }

  /** The file that is looked at; null: nothing is, or it is a shipment's label, which goes by its own way. */
  get file(): { name: string; base64: string } | null {
    return this.#of !== null && 'base64' in this.#of && this.inspection !== null ? this.#of : null
  }

  get command(): InspectedCommand | null {
    return this.chosen === null ? null : (this.inspection?.source?.commands[this.chosen] ?? null)
  }

  /** Undefined while it is being looked for. */
  get place(): LabelPlace | null | undefined {
    const { command } = this
    if (!command) return null
    return command.isDrawn ? this.#places.get(command.at) : null
  }

  /** Where it fails the first label fails as well, with the reason. */
  readonly prepare = (): void => void this.#app.station.invoke('labels.prepare', {}).catch(() => null)

  readonly openFile = async (file: File): Promise<void> => {
    const bytes = new Uint8Array(await file.arrayBuffer())
    await this.#open({ name: file.name.slice(0, 120), base64: toBase64(bytes) })
  }

  readonly openShipment = (shipmentId: string): Promise<void> => this.#open({ shipmentId })

  /** For another printer, or another size of paper. */
  readonly setPrinter = (dpi: string, size: MediaSize): void => {
    this.dpi = PRINTER_DPIS.find((one) => String(one) === dpi) ?? this.dpi
    this.size = size
    if (this.#of) void this.#open(this.#of)
  }

  readonly choose = (index: number): void => {
    const count = this.inspection?.source?.commands.length ?? 0
    if (count === 0) return
    this.chosen = Math.max(0, Math.min(count - 1, index))
    this.#soon.soon()
  }

  async #open(of: Of): Promise<void> {
    this.#of = of
    this.action.abandon()
    await this.action.run(async (isWanted) => {
      const { dpi, size } = this
      const inspection = await this.#app.station.invoke('labels.inspect', { of, dpi, media: MEDIA_SIZES[size] })
      if (!isWanted()) return
      this.#places.clear()
      this.chosen = null
      this.inspection = inspection
    })
  }

  async #askPlace(): Promise<void> {
    const { command, inspection, dpi, size } = this
    if (!command?.isDrawn || !inspection || this.#places.has(command.at)) return
    const input = {
      inspectionId: inspection.inspectionId,
      at: command.at,
      dpi,
      media: inspection.drawnOn ?? MEDIA_SIZES[size],
    }
    // Where it cannot be drawn there is no place to show; the reason is beside the picture.
    const place = await this.#app.station.invoke('labels.place', input).then(
      (answer) => answer.place,
      () => null,
    )
    if (this.inspection === inspection) this.#places.set(command.at, place)
  }
}
