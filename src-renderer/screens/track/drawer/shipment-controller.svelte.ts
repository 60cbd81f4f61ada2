import type { Document } from '../../../../src-shared/station/documents/document.ts'
import type { ShipmentDetail } from '../../../../src-shared/station/tracking/shipment.ts'
import { Draft } from '../../../live/draft.svelte.ts'
import { LiveQuery } from '../../../live/live-query.svelte.ts'
import type { Station } from '../../../station.ts'

/** One shipment with all its known data, and its actions. */
export class ShipmentController {
  readonly detail: LiveQuery<ShipmentDetail>
  readonly documents: LiveQuery<Document[]>
  /** A note that was begun, so that neither a reload nor another shipment loses it. */
  readonly note: Draft<string>
  readonly shipmentId: string
  readonly #station: Station

  constructor(station: Station, shipmentId: string) {
    this.#station = station
    this.shipmentId = shipmentId
    this.detail = new LiveQuery(() => station.invoke('shipments.get', { shipmentId }))
    this.note = new Draft(station, {
      form: 'track.note',
      key: shipmentId,
      version: 1,
      read: (body) => (typeof body === 'string' ? body : null),
      isEmpty: (text) => text.trim() === '',
    })
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
    await this.note.clear()
  }

  readonly acknowledge = async (): Promise<void> => {
    const lastEventId = this.detail.value?.events[0]?.eventId ?? null
    this.detail.value = await this.#station.invoke('shipments.acknowledge', {
      shipmentId: this.shipmentId,
      lastEventId,
    })
  }

  readonly snooze = async (until: Date): Promise<void> => {
    this.detail.value = await this.#station.invoke('shipments.snooze', {
      shipmentId: this.shipmentId,
      until: until.toISOString(),
    })
  }
}
