import type { Document } from '../../../../src-shared/station/document.ts'
import type { ShipmentDetail } from '../../../../src-shared/station/shipment.ts'
import { LiveQuery } from '../../../live/live-query.svelte.ts'
import type { Station } from '../../../station.ts'

/** One shipment with all that is known of it, and what a person can do about it. */
export class ShipmentDesk {
  readonly detail: LiveQuery<ShipmentDetail>
  readonly documents: LiveQuery<Document[]>
  readonly shipmentId: string
  readonly #station: Station

  constructor(station: Station, shipmentId: string) {
    this.#station = station
    this.shipmentId = shipmentId
    this.detail = new LiveQuery(() => station.invoke('shipments.get', { shipmentId }))
    this.documents = new LiveQuery(() => station.invoke('documents.list', { shipmentId, includeExpired: true }))
  }

  /** Begins; the answer ends it. Fit for onMount. */
  readonly follow = (): (() => void) => {
    // The documents are the service's: asked for once, and again when a person does.
    void this.documents.refresh()
    return this.detail.follow(this.#station, ['shipments.changed', 'jobs.changed', 'bookings.changed'])
  }

  readonly refresh = async (): Promise<void> => {
    void this.documents.refresh()
    this.detail.value = await this.#station.invoke('shipments.refresh', { shipmentId: this.shipmentId })
  }

  readonly addNote = async (text: string): Promise<void> => {
    this.detail.value = await this.#station.invoke('shipments.note', { shipmentId: this.shipmentId, text })
    await this.#station.invoke('drafts.remove', this.#draftKey()).catch(() => undefined)
  }

  /** A note that was begun and not added; empty: there is none. */
  readonly begunNote = async (): Promise<string> => {
    const { draft } = await this.#station.invoke('drafts.get', this.#draftKey())
    return typeof draft?.body === 'string' ? draft.body : ''
  }

  /** Keeps what is typed, so that neither a reload nor another shipment loses it. */
  readonly keepNote = async (text: string): Promise<void> => {
    if (text.trim() === '') await this.#station.invoke('drafts.remove', this.#draftKey())
    else await this.#station.invoke('drafts.save', { ...this.#draftKey(), body: text })
  }

  #draftKey(): { form: string; key: string } {
    return { form: 'track.note', key: this.shipmentId.slice(0, 120) }
  }

  readonly acknowledge = async (): Promise<void> => {
    this.detail.value = await this.#station.invoke('shipments.acknowledge', { shipmentId: this.shipmentId })
  }

  readonly snooze = async (until: Date): Promise<void> => {
    this.detail.value = await this.#station.invoke('shipments.snooze', {
      shipmentId: this.shipmentId,
      until: until.toISOString(),
    })
  }
}
