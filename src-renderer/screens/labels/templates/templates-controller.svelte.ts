import {
  fieldsOf,
  type LabelTemplate,
  type LabelTemplateInput,
  type LabelTemplateRow,
  type TemplateCsvCheck,
  type TemplateField,
  type TemplateKind,
  type TemplatePreview,
} from '../../../../src-shared/station/printing/label-template.ts'
import type { Printer } from '../../../../src-shared/station/printing/printing.ts'
import type { AppContext } from '../../../app-context.ts'
import { toBase64 } from '../../../base64.ts'
import { Action } from '../../../live/action.svelte.ts'
import { LiveQuery } from '../../../live/live-query.svelte.ts'
import { sampleValues } from './template-fields.ts'

/** A template as in the form. */
export interface TemplateDraft {
  /** Absent: not saved yet. */
  templateId: string | undefined
  name: string
  kind: TemplateKind
  rows: LabelTemplateRow[]
}

type Name = 'save' | 'remove' | 'print' | 'csv' | 'csv-print'

/** The user's label templates: the chosen one, the input of its fields, its preview, and the file it is printed from. */
export class TemplatesController {
  readonly list: LiveQuery<LabelTemplate[]>
  readonly printers: LiveQuery<Printer[]>
  readonly action: Action<Name>
  chosenId = $state<string | null>(null)
  /** Null: the template is filled in, not changed. */
  draft = $state<TemplateDraft | null>(null)
  values = $state<Record<string, string>>({})
  copies = $state('1')
  preview = $state.raw<TemplatePreview | null>(null)
  /** The preview shows sample data: nothing was typed yet. */
  isSample = $state(false)
  isDrawing = $state(false)
  file = $state.raw<{ name: string; base64: string } | null>(null)
  columns = $state<Record<string, string>>({})
  check = $state.raw<TemplateCsvCheck | null>(null)
  /** Print was pressed: what is missing is said, and no sample stands in for it. */
  #isTried = false
  #printerId = $state<string | null>(null)
  #round = 0
  readonly #app: Pick<AppContext, 'station' | 'toasts' | 'locale'>

  constructor(app: Pick<AppContext, 'station' | 'toasts' | 'locale'>) {
    this.#app = app
    this.action = new Action()
    this.list = new LiveQuery(() => app.station.invoke('labelTemplates.list', {}))
    this.printers = new LiveQuery(() => app.station.invoke('printers.list', {}))
  }

  get template(): LabelTemplate | null {
    const templates = this.list.value ?? []
    return templates.find(({ templateId }) => templateId === this.chosenId) ?? templates[0] ?? null
  }

  /** The template to show and print: the form, or the chosen template. */
  get rows(): readonly LabelTemplateRow[] {
    return this.draft?.rows ?? this.template?.rows ?? []
  }

  get fields(): TemplateField[] {
    return fieldsOf(this.rows)
  }

  get printer(): Printer | null {
    const printers = this.printers.value ?? []
    return (
      printers.find(({ printerId }) => printerId === this.#printerId) ?? printers.find((one) => one.isDefault) ?? null
    )
  }

  readonly choosePrinter = (printerId: string): void => {
    this.#printerId = printerId
    if (this.file) void this.look()
  }

  readonly choose = (templateId: string): void => {
    this.chosenId = templateId
    this.#isTried = false
    this.draft = null
    this.dropFile()
    this.action.abandon()
  }

  /** Opens the form: on the chosen template, or on a copy of it where it is a built-in one. */
  readonly edit = (): void => {
    const { template } = this
    if (!template) return
    const { templateId, name, kind, rows, isStarter } = template
    const copy = this.#app.locale.t('templates.copyOf', { name })
    this.draft = {
      templateId: isStarter ? undefined : templateId,
      name: isStarter ? copy : name,
      kind,
      rows: structuredClone(rows),
    }
  }

  /** The preview of one label with the current input. The newest answer counts. */
  readonly draw = async (): Promise<void> => {
    const rows = $state.snapshot(this.rows) as LabelTemplateRow[]
    if (rows.length === 0) return
    const round = (this.#round += 1)
    this.isDrawing = true
    const sample = this.#isTried ? null : sampleValues(this.fields, this.values)
    const input = { rows, values: sample ?? this.#written(), ...this.#target() }
    try {
      const preview = await this.#app.station.invoke('labelTemplates.preview', input)
      if (round !== this.#round) return
      this.preview = preview
      this.isSample = sample !== null
    } catch (error) {
      if (round === this.#round) this.#app.toasts.error(error)
    } finally {
      if (round === this.#round) this.isDrawing = false
    }
  }

  readonly save = (input: LabelTemplateInput): Promise<boolean> =>
    this.action.runAs('save', async () => {
      const saved = await this.#app.station.invoke('labelTemplates.save', input)
      await this.list.refresh()
      this.chosenId = saved.templateId
      this.draft = null
      this.#app.toasts.done(this.#app.locale.t('templates.saved', { name: saved.name }))
    })

  readonly remove = async (templateId: string): Promise<void> => {
    this.list.value = await this.#app.station.invoke('labelTemplates.remove', { templateId })
    this.chosenId = null
    this.draft = null
  }

  /** Print was pressed before anything was typed: its fields say what they need. */
  readonly endSample = (): Promise<void> => {
    this.#isTried = true
    return this.draw()
  }

  /** @param agreedLabels the number that a person confirmed */
  readonly print = (agreedLabels?: number): Promise<boolean> =>
    this.action.runAs('print', async () => {
      const { template } = this
      if (!template) return
      const job = await this.#app.station.invoke('labelTemplates.print', {
        templateId: template.templateId,
        values: this.#written(),
        copies: Number(this.copies),
        ...this.#target(),
        ...(agreedLabels === undefined ? {} : { agreedLabels }),
      })
      this.#app.toasts.done(this.#app.locale.t('templates.sent', { labels: job.copies, printer: job.printerName }))
    })

  readonly openFile = async (file: File): Promise<void> => {
    this.file = { name: file.name.slice(0, 120), base64: toBase64(new Uint8Array(await file.arrayBuffer())) }
    this.columns = {}
    await this.look()
  }

  readonly dropFile = (): void => {
    this.file = null
    this.check = null
    this.columns = {}
  }

  readonly setColumn = (field: string, header: string): void => {
    this.columns = { ...this.columns, [field]: header }
    void this.look()
  }

  /** What would be printed of the file. */
  readonly look = (): Promise<boolean> =>
    this.action.runAs('csv', async () => {
      const input = this.#csv()
      if (input) this.check = await this.#app.station.invoke('labelTemplates.checkCsv', input)
    })

  /** The number of labels was shown, and pressed. */
  readonly printFile = (agreedLabels: number): Promise<boolean> =>
    this.action.runAs('csv-print', async () => {
      const input = this.#csv()
      if (!input) return
      const { labels } = await this.#app.station.invoke('labelTemplates.printCsv', { ...input, agreedLabels })
      const printer = this.printer?.name ?? ''
      this.dropFile()
      this.#app.toasts.done(this.#app.locale.t('templates.sent', { labels, printer }))
    })

  #csv() {
    const { template, file } = this
    if (!template || !file) return null
    return { templateId: template.templateId, ...file, columns: $state.snapshot(this.columns), ...this.#target() }
  }

  #target(): { printerId?: string } {
    return this.printer ? { printerId: this.printer.printerId } : {}
  }

  #written(): Record<string, string> {
    return Object.fromEntries(this.fields.map(({ name }) => [name, this.values[name] ?? '']))
  }
}
