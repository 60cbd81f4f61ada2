import type { ShipmentStatus } from '../../../src-shared/freight/shipment.ts'
import type { ShipmentPage } from '../../../src-shared/station/shipment.ts'
import { LiveQuery } from '../../live/live-query.svelte.ts'
import type { Station } from '../../station.ts'

export const SHIPMENTS_A_PAGE = 50
const TYPING_PAUSE_MS = 180

/** The supervisor's board: what is searched for, which status, which page, and what the station found. */
export class TrackBoard {
  text = $state('')
  status = $state<ShipmentStatus | null>(null)
  pageNumber = $state(1)
  readonly page: LiveQuery<ShipmentPage>
  #typing: ReturnType<typeof setTimeout> | undefined

  constructor(station: Station) {
    this.page = new LiveQuery(() =>
      station.invoke('shipments.search', {
        text: this.text,
        status: this.status ?? undefined,
        page: this.pageNumber,
        limit: SHIPMENTS_A_PAGE,
      }),
    )
  }

  readonly search = (text: string): void => {
    this.text = text
    this.pageNumber = 1
    clearTimeout(this.#typing)
    this.#typing = setTimeout(() => void this.page.refresh(), TYPING_PAUSE_MS)
  }

  readonly pick = (status: ShipmentStatus | null): void => {
    this.status = status
    this.pageNumber = 1
    void this.page.refresh()
  }

  readonly turn = (by: 1 | -1): void => {
    this.pageNumber += by
    void this.page.refresh()
  }

  readonly clear = (): void => {
    this.text = ''
    this.pick(null)
  }

  /** Searches everything for a text; answers the shipment's id when there is exactly one. */
  readonly find = async (text: string): Promise<string | null> => {
    this.text = text
    this.status = null
    this.pageNumber = 1
    await this.page.refresh()
    const { rows, total } = this.page.value ?? { rows: [], total: 0 }
    return total === 1 ? (rows[0]?.shipmentId ?? null) : null
  }
}
