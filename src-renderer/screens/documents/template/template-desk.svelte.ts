import { tick } from 'svelte'
import type { Template } from '../../../../src-shared/freight/document-generate.ts'
import type { Document } from '../../../../src-shared/station/document.ts'
import type { StationErrorData } from '../../../../src-shared/station/error.ts'
import { errorData } from '../../../error-data.ts'
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

const DRAFT = 'document'
/** What a document was made from: the interface does not give it back. */
const SOURCE = 'document-source'
const DRAFT_AFTER_MS = 400

/** A document being made from a template: filled in from the shipment, kept while it is typed, checked, sent once. */
export class TemplateDesk {
  readonly target: TemplateTarget
  form = $state<TemplateForm | null>(null)
  /** A draft of an earlier look is in the form. */
  isDraft = $state(false)
  /** It is replaced, and what it was made from is not known here. */
  isSourceMissing = $state(false)
  errors = $state.raw<TemplateErrors>({})
  /** What the service said that belongs to no field. */
  rest = $state.raw<readonly string[]>([])
  failure = $state.raw<StationErrorData | null>(null)
  isBusy = $state(false)
  isTried = $state(false)
  /** Something was typed that no draft holds yet. */
  isTyped = false
  readonly computed: Computed = $derived.by(() => (this.form ? computedOf(this.target.template, this.form) : {}))
  readonly #station: Station
  readonly #locale: Pick<Locale, 't'>
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(station: Station, locale: Pick<Locale, 't'>, target: TemplateTarget) {
    this.#station = station
    this.#locale = locale
    this.target = target
    void this.open()
  }

  get #key(): string {
    const { shipmentId, template, documentId } = this.target
    return [shipmentId, documentId ?? template].join(' ').slice(0, 120)
  }

  /** The draft, else what the replaced document was made from, else what the shipment tells. */
  readonly open = async (): Promise<void> => {
    const { template, documentId } = this.target
    this.failure = null
    try {
      const { draft } = await this.#station.invoke('drafts.get', { form: DRAFT, key: this.#key })
      const kept = draft && readForm(template, draft.body)
      if (kept) {
        this.isDraft = true
        this.form = kept
        return
      }
      const source =
        documentId === null ? null : (await this.#station.invoke('drafts.get', { form: SOURCE, key: documentId })).draft
      this.isSourceMissing = documentId !== null && source === null
      this.form = (source && readForm(template, source.body)) ?? (await this.#fromShipment())
    } catch (error) {
      this.failure = errorData(error)
    }
  }

  async #fromShipment(): Promise<TemplateForm> {
    const { shipmentId, template } = this.target
    const { shipment, booking } = await this.#station.invoke('shipments.get', { shipmentId })
    const content = booking && (await this.#station.invoke('bookings.content', { bookingId: booking.bookingId }))
    return prefilled(template, { shipment, content, today: localToday() })
  }

  /** Throws the draft away and begins with what the shipment tells. */
  readonly startOver = async (): Promise<void> => {
    this.form = null
    this.isDraft = false
    this.isTyped = false
    this.isTried = false
    this.errors = {}
    this.rest = []
    await this.#dropDraft()
    await this.open()
  }

  /** Something was typed. */
  readonly changed = (): void => {
    if (this.isTried && this.form) this.errors = errorsOf(this.target.template, this.form, this.#locale)
    this.isTyped = true
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.keep(), DRAFT_AFTER_MS)
  }

  /** Keeps the draft now. */
  readonly keep = (): void => {
    clearTimeout(this.#timer)
    this.isTyped = false
    const body = this.#body()
    if (body) this.#station.invoke('drafts.save', { form: DRAFT, key: this.#key, body }).catch(() => undefined)
  }

  readonly addRow = (section: RowsSection, after: FieldTexts | null = null): void => {
    this.form?.[section.path]?.push(after ? { ...after } : emptyRow(section.fields))
    this.changed()
  }

  readonly removeRow = (section: RowsSection, index: number): void => {
    this.form?.[section.path]?.splice(index, 1)
    this.changed()
  }

  /** Makes or replaces the document; null: something is wrong, and it is on screen. */
  readonly submit = async (): Promise<Document | null> => {
    if (this.isBusy || !this.form) return null
    const { template, shipmentId, documentId } = this.target
    this.isTried = true
    this.failure = null
    this.rest = []
    this.errors = errorsOf(template, this.form, this.#locale)
    if (Object.keys(this.errors).length > 0) return null
    this.isBusy = true
    try {
      const data = dataOf(template, this.form)
      const source = template === 'CUSTOM_FORM' ? { templateData: data } : { data }
      const document =
        documentId === null
          ? await this.#station.invoke('documents.generate', { template, shipmentId, ...source })
          : await this.#station.invoke('documents.replace', { documentId, ...source })
      this.isTyped = false
      clearTimeout(this.#timer)
      await this.#keepSource(document.documentId)
      await this.#dropDraft()
      return document
    } catch (error) {
      this.#refused(errorData(error))
      return null
    } finally {
      this.isBusy = false
    }
  }

  #refused(error: StationErrorData): void {
    this.failure = error
    if (!this.form || error.code !== 'DOCUMENT_GENERATION_FAILED') return
    const { fields, rest } = serviceErrors(this.target.template, this.form, error)
    this.errors = fields
    this.rest = rest
  }

  /** A draft that cannot be kept or removed is no reason to stop: the document is there. */
  async #keepSource(documentId: string): Promise<void> {
    const body = this.#body()
    if (body) await this.#station.invoke('drafts.save', { form: SOURCE, key: documentId, body }).catch(() => undefined)
  }

  async #dropDraft(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#station.invoke('drafts.remove', { form: DRAFT, key: this.#key }).catch(() => undefined)
  }

  #body(): Record<string, FieldTexts[]> | null {
    return this.form && $state.snapshot(this.form)
  }

  /** The list that a section stands for, as long as it is on screen. */
  readonly rowsOf = (path: string): FieldTexts[] => this.form?.[path] ?? []
}

/** Moves the focus to the first field that is wrong, once it is on screen. */
export async function focusFirstError(root: HTMLElement | undefined): Promise<void> {
  await tick()
  root?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}
