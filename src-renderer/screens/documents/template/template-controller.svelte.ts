import type { Template } from '../../../../src-shared/freight/document-generate.ts'
import type { Document } from '../../../../src-shared/station/documents/document.ts'
import { Action } from '../../../live/action.svelte.ts'
import { Draft } from '../../../live/draft.svelte.ts'
import type { Locale } from '../../../locale/locale.svelte.ts'
import { localToday } from '../../../locale/format.ts'
import type { Station } from '../../../station.ts'
import { prefilled } from './prefill.ts'
import { errorsOf, serviceErrors, type TemplateErrors } from './template-errors.ts'
import {
  computedOf,
  dataOf,
  emptyRow,
  readForm,
  type Computed,
  type FieldTexts,
  type TemplateForm,
} from './template-form.ts'
import type { RowsSection } from './template-spec.ts'

export interface TemplateTarget {
  shipmentId: string
  template: Template
  /** The document that is to be replaced; null: a new one is made. */
  documentId: string | null
}

/** A document being made from a template: filled in from the shipment, kept while it is typed, checked, sent once. */
export class TemplateController {
  readonly target: TemplateTarget
  form = $state<TemplateForm | null>(null)
  /** A draft of an earlier look is in the form. */
  isDraft = $state(false)
  /** It is replaced, and its source data is not known here. */
  isSourceMissing = $state(false)
  errors = $state.raw<TemplateErrors>({})
  /** The service's errors that belong to no field. */
  rest = $state.raw<readonly string[]>([])
  /** Filling in or submitting the form. */
  readonly action: Action<'open' | 'submit'>
  readonly draft: Draft<TemplateForm>
  isTried = $state(false)
  readonly computed: Computed = $derived.by(() => (this.form ? computedOf(this.target.template, this.form) : {}))
  readonly #station: Station
  readonly #locale: Pick<Locale, 'fill'>

  constructor(station: Station, locale: Pick<Locale, 'fill'>, target: TemplateTarget) {
    this.#station = station
    this.#locale = locale
    this.target = target
    this.action = new Action({ onfailure: () => this.#refused() })
    const { shipmentId, template, documentId } = target
    this.draft = new Draft(station, {
      form: 'document',
      key: [shipmentId, documentId ?? template].join(' '),
      version: 1,
      read: (body) => readForm(template, body),
    })
    void this.open()
  }

  /** The draft, else the source data of the replaced document, else the shipment's data. */
  readonly open = async (): Promise<void> => {
    const { template, documentId } = this.target
    await this.action.runAs('open', async () => {
      const kept = await this.draft.load()
      this.isDraft = kept !== null
      const typed =
        kept || documentId === null ? null : (await this.#station.invoke('documents.typed', { documentId })).typed
      this.isSourceMissing = !kept && documentId !== null && typed === null
      this.form = kept ?? (typed && readForm(template, typed)) ?? (await this.#fromShipment())
    })
  }

  async #fromShipment(): Promise<TemplateForm> {
    const { shipmentId, template } = this.target
    const { shipment, booking } = await this.#station.invoke('shipments.get', { shipmentId })
    const content = booking && (await this.#station.invoke('bookings.content', { bookingId: booking.bookingId }))
    return prefilled(template, { shipment, content, today: localToday() })
  }

  /** Throws the draft away and begins with the shipment's data. */
  readonly startOver = async (): Promise<void> => {
    this.form = null
    this.isDraft = false
    this.isTried = false
    this.errors = {}
    this.rest = []
    await this.draft.clear()
    await this.open()
  }

  /** Something was typed. */
  readonly changed = (): void => {
    if (this.isTried && this.form) this.errors = errorsOf(this.target.template, this.form, this.#locale)
  }

  readonly addRow = (section: RowsSection, after: FieldTexts | null = null): void => {
    this.form?.[section.path]?.push(after ? { ...after } : emptyRow(section.fields))
    this.changed()
  }

  readonly removeRow = (section: RowsSection, index: number): void => {
    this.form?.[section.path]?.splice(index, 1)
    this.changed()
  }

  /**
   * Makes or replaces the document, and is busy until it is on screen: pressed again before that, it would be made twice.
   * @returns whether that went well; otherwise what is wrong is on screen
   */
  readonly submit = async (onmade: (document: Document) => unknown): Promise<boolean> => {
    const typed = this.form && $state.snapshot(this.form)
    if (!typed || this.action.isBusy) return false
    const { template, shipmentId, documentId } = this.target
    this.isTried = true
    this.action.failure = null
    this.rest = []
    this.errors = errorsOf(template, typed, this.#locale)
    if (Object.keys(this.errors).length > 0) return false
    return this.action.runAs('submit', async () => {
      const data = dataOf(template, typed)
      const source = { typed, ...(template === 'CUSTOM_FORM' ? { templateData: data } : { data }) }
      const document =
        documentId === null
          ? await this.#station.invoke('documents.generate', { template, shipmentId, ...source })
          : await this.#station.invoke('documents.replace', { documentId, ...source })
      // A draft that cannot be removed is no reason to make it twice.
      await this.draft.discard()
      await onmade(document)
    })
  }

  #refused(): void {
    const { failure } = this.action
    if (!this.form || failure?.code !== 'DOCUMENT_GENERATION_FAILED') return
    const { fields, rest } = serviceErrors(this.target.template, this.form, failure)
    this.errors = fields
    this.rest = rest
  }

  /** The list of a section, as long as it is on screen. */
  readonly rowsOf = (path: string): FieldTexts[] => this.form?.[path] ?? []
}
