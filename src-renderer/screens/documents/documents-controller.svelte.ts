import type { DocumentKind } from '../../../src-shared/freight/document.ts'
import type { Document, DocumentList, DocumentLists } from '../../../src-shared/station/documents/document.ts'
import type { StationErrorData } from '../../../src-shared/station/error.ts'
import { errorData } from '../../error-data.ts'
import { Action } from '../../live/action.svelte.ts'
import { LiveQuery } from '../../live/live-query.svelte.ts'
import type { Station } from '../../station.ts'

/** At most this many unknown shipments are asked about without being opened. */
const LOOK_UPS = 8

export interface DocumentListQuery {
  text: string
  type: DocumentKind | null
}

/** The shipments that match, with their known documents; and one shipment whose documents are asked for now. */
export class DocumentsController {
  readonly query: LiveQuery<DocumentLists>
  /** The shipment on screen, and its documents as last reported. */
  shipmentId = $state<string | null>(null)
  documents = $state.raw<readonly Document[] | null>(null)
  documentsError = $state.raw<StationErrorData | null>(null)
  isLooking = $state(false)
  /** Shipments whose documents are being looked up in passing. */
  lookingUp = $state(0)
  /** The action on the document on screen. */
  readonly action = new Action<'download' | 'print'>()
  readonly #station: Station
  #asked: DocumentListQuery = { text: '', type: null }
  #round = 0
  /** Looks at the documents of a shipment: only the last one is waited for. */
  #looks = 0

  constructor(station: Station) {
    this.#station = station
    this.query = new LiveQuery(() => {
      const { text, type } = this.#asked
      return station.invoke('documents.search', { text, ...(type === null ? {} : { type }) })
    })
  }

  /** The shipment on screen, when it is none of those that match. */
  #lone = $state.raw<DocumentList | null>(null)

  /** No `$derived`: it is read when an answer comes, and the screen may be gone then. */
  get list(): DocumentList | null {
    const isShown = ({ shipmentId }: DocumentList) => shipmentId === this.shipmentId
    return this.query.value?.lists.find(isShown) ?? (this.#lone && isShown(this.#lone) ? this.#lone : null)
  }

  readonly find = async (asked: DocumentListQuery): Promise<void> => {
    this.#asked = asked
    const round = ++this.#round
    await this.query.refresh()
    if (round === this.#round) await this.#lookUpSome(round)
  }

  /** Asks about the first shipments of which nothing is known, one after the other, until something else is looked for. */
  async #lookUpSome(round: number): Promise<void> {
    const unknown = (this.query.value?.lists ?? [])
      .filter((list) => list.lookedAt === null && list.shipmentId !== this.shipmentId)
      .slice(0, LOOK_UPS)
    this.lookingUp = unknown.length
    for (const { shipmentId } of unknown) {
      if (round !== this.#round) break
      try {
        await this.#station.invoke('documents.list', { shipmentId, includeExpired: true })
      } catch {
        // The opened shipment shows why; here it only stays unknown.
        break
      }
      this.lookingUp -= 1
    }
    if (round !== this.#round) return
    this.lookingUp = 0
    if (unknown.length > 0) await this.query.refresh()
  }

  /** Shows a shipment: the known documents at once, then the service's current list. */
  readonly open = async (shipmentId: string | null): Promise<void> => {
    if (shipmentId === this.shipmentId && this.documents !== null) return
    this.shipmentId = shipmentId
    this.documents = this.list?.lookedAt ? this.list.documents : null
    this.documentsError = null
    if (shipmentId === null) return
    await this.look()
    if (this.list === null) await this.#meet(shipmentId)
  }

  /** A link may lead to a shipment that the words on screen do not find. */
  async #meet(shipmentId: string): Promise<void> {
    try {
      const { shipment } = await this.#station.invoke('shipments.get', { shipmentId })
      const { destination } = shipment
      this.#lone = {
        ...shipment,
        consigneeName: destination?.companyName ?? null,
        destination: destination?.city ?? null,
        lookedAt: null,
        documents: [],
      }
    } catch {
      // Its id is a name, too; a failure to list its documents is shown separately.
      this.#lone = null
    }
  }

  readonly look = async (): Promise<void> => {
    const { shipmentId } = this
    if (shipmentId === null) return
    const turn = (this.#looks += 1)
    const isWanted = () => shipmentId === this.shipmentId && turn === this.#looks
    this.isLooking = true
    this.documentsError = null
    try {
      const documents = await this.#station.invoke('documents.list', { shipmentId, includeExpired: true })
      if (isWanted()) this.documents = documents
      await this.query.refresh()
    } catch (error) {
      if (isWanted()) this.documentsError = errorData(error)
    } finally {
      if (isWanted()) this.isLooking = false
    }
  }

  /** The answer on its way is no longer awaited: the known documents are shown. */
  readonly stopLooking = (): void => {
    this.#looks += 1
    this.isLooking = false
    this.documents ??= this.list?.documents ?? []
  }

  /** A document was made, replaced or deleted here. */
  readonly changed = async (): Promise<void> => {
    await this.look()
  }
}
