import type { LabelFormat } from '../../src-shared/freight/document.ts'
import type { FreightLink } from '../app/environment.ts'
import { FreightError } from '../freight/http/failure.ts'
import type { LabelStore, StoredLabel } from '../store/ledger/booking/labels.ts'

export interface LabelKeeperOptions {
  labels: LabelStore
  link: () => FreightLink
  /** With the formats of what came. */
  onKept: (shipmentId: string, formats: readonly LabelFormat[]) => void
}

export type LabelKeeper = ReturnType<typeof createLabelKeeper>

/** Fetches label bytes once and keeps them: their URLs die in seven days, and a reprint must not need the network. */
export function createLabelKeeper({ labels, link, onKept }: LabelKeeperOptions) {
  const underWay = new Map<string, Promise<StoredLabel[]>>()

  async function fetchAndKeep(shipmentId: string, format: LabelFormat): Promise<StoredLabel[]> {
    const { key, client } = link()
    const fetched = await client.at('label').fetchLabels(shipmentId, format)
    await labels.keep(key, shipmentId, fetched)
    onKept(
      shipmentId,
      fetched.map((label) => label.format),
    )
    return fetched
  }

  /** @throws FreightError when the labels are not here and cannot be fetched */
  async function ensure(shipmentId: string, format: LabelFormat): Promise<StoredLabel[]> {
    const kept = await labels.of(link().key, shipmentId)
    if (kept.length > 0) return kept
    let fetching = underWay.get(shipmentId)
    if (!fetching) {
      fetching = fetchAndKeep(shipmentId, format).finally(() => underWay.delete(shipmentId))
      underWay.set(shipmentId, fetching)
    }
    return fetching
  }

  return {
    ensure,

    /** The labels kept here; empty when there are none. Never asks the network. */
    kept: (shipmentId: string) => labels.of(link().key, shipmentId),

    /** The same labels in another format, for a printer that does not speak the kept one. Not kept. */
    inFormat: (shipmentId: string, format: LabelFormat): Promise<StoredLabel[]> =>
      link().client.fetchLabels(shipmentId, format),

    /** Fetches what is missing of booked shipments. Stops at the first failure that concerns them all. */
    fetchMissing: async (): Promise<void> => {
      for (const { shipmentId, format } of await labels.missing(link().key)) {
        try {
          await ensure(shipmentId, format)
        } catch (error) {
          if (!(error instanceof FreightError)) throw error
          // The monitor has noted it; the next sync comes back here. A label that is not ready yet holds no other back.
          if (error.delivery !== 'refused' && error.code !== 'UNREADABLE_ANSWER') return
        }
      }
    },
  }
}
