import type { LabelFormat } from '../../src-shared/freight/document.ts'
import type { FreightClient } from '../freight/client.ts'
import { concernsAll, FreightError, isOfOneAlone } from '../freight/http/failure.ts'
import type { StoredLabel } from './labels.rows.ts'
import type { AllLabelFiles } from '../booking/outbox/outbox-stores.ts'

type LabelClient = Pick<FreightClient, 'fetchLabels' | 'at'>

export interface LabelServiceOptions {
  labels: AllLabelFiles
  /** The service in use: the key of stored labels, and the source of new ones. */
  link: () => { key: string; client: LabelClient }
  /** With the formats of what came. */
  onStored: (shipmentId: string, formats: readonly LabelFormat[]) => void
}

export type LabelService = ReturnType<typeof createLabelService>

/** Fetches label bytes once and keeps them: their URLs expire in seven days, and a reprint must not need the network. */
export function createLabelService({ labels, link, onStored }: LabelServiceOptions) {
  const underWay = new Map<string, Promise<StoredLabel[]>>()
  /** Failed requests for each, by a call that may or may not concern the others. */
  const tries = new Map<string, number>()
  /** Of those that failed, the code of the last failure that was noted. */
  const failures = new Map<string, string>()
  let looking: Promise<void> | undefined

  /** Once for each kind of failure in a row: a label that is not ready is asked for at every turn. */
  async function noteFailure(shipmentId: string, error: unknown): Promise<void> {
    if (!(error instanceof FreightError)) return
    const { code, details } = error
    const { requestId } = details
    if (typeof requestId !== 'string' || failures.get(shipmentId) === code) return
    failures.set(shipmentId, code)
    await labels.noteFailure(shipmentId, { code, requestId })
  }

  async function askedAndStored(shipmentId: string, format: LabelFormat): Promise<StoredLabel[]> {
    const { key, client } = link()
    const fetched = await client
      .at('label')
      .fetchLabels(shipmentId, format)
      .catch(async (error: unknown) => {
        await noteFailure(shipmentId, error)
        throw error
      })
    failures.delete(shipmentId)
    await labels.keep(key, shipmentId, fetched)
    onStored(
      shipmentId,
      fetched.map((label) => label.format),
    )
    return fetched
  }

  /** For a shipment of which no label is kept; a call while one is under way joins it. @throws FreightError */
  function fetchAndStore(shipmentId: string, format: LabelFormat): Promise<StoredLabel[]> {
    let fetching = underWay.get(shipmentId)
    if (!fetching) {
      fetching = askedAndStored(shipmentId, format).finally(() => underWay.delete(shipmentId))
      underWay.set(shipmentId, fetching)
    }
    return fetching
  }

  /** @throws FreightError when the labels are not here and cannot be fetched */
  async function ensure(shipmentId: string, format: LabelFormat): Promise<StoredLabel[]> {
    const kept = await labels.of(link().key, shipmentId)
    return kept.length > 0 ? kept : fetchAndStore(shipmentId, format)
  }

  /** Those that were asked for least come first: one that the service chokes on holds no other back for ever. */
  async function fetchMissing(): Promise<void> {
    const missing = await labels.missing(link().key)
    const tried = (shipmentId: string) => tries.get(shipmentId) ?? 0
    for (const { shipmentId, format } of missing.toSorted((a, b) => tried(a.shipmentId) - tried(b.shipmentId))) {
      try {
        await ensure(shipmentId, format)
        tries.delete(shipmentId)
      } catch (error) {
        if (!(error instanceof FreightError)) throw error
        // The monitor has noted it; the next sync comes back here. A label that is not ready yet holds no other back.
        if (isOfOneAlone(error)) continue
        if (!concernsAll(error)) tries.set(shipmentId, tried(shipmentId) + 1)
        return
      }
    }
  }

  return {
    ensure,
    fetchAndStore,

    /** The labels kept here; empty when there are none. Never asks the network. */
    kept: (shipmentId: string) => labels.of(link().key, shipmentId),

    /** The same labels in another format, for a printer that does not speak the kept one. Not kept. */
    inFormat: (shipmentId: string, format: LabelFormat): Promise<StoredLabel[]> =>
      link().client.fetchLabels(shipmentId, format),

    /** Fetches what is missing of booked shipments; a call while one is under way joins it. */
    fetchMissing: (): Promise<void> => {
      looking ??= fetchMissing().finally(() => {
        looking = undefined
      })
      return looking
    },
  }
}
