import type { LabelFormat } from '../../src-shared/freight/document.ts'
import type { FreightClient } from '../freight/client.ts'
import { concernsAll, FreightError, isOfOneAlone } from '../freight/http/failure.ts'
import type { StoredLabel } from './labels.rows.ts'
import type { AllLabelFiles } from '../booking/outbox/outbox-stores.ts'
import { delayAfter } from '../kernel/backoff.ts'
import type { Clock } from '../kernel/clock.ts'

const MINUTE = 60_000
/** After each refusal in a row: a label may be ready in a minute, or never, and then is not asked for at each turn for years. */
const WAITS_MS = [MINUTE / 2, MINUTE, MINUTE, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE, 360 * MINUTE] as const

type LabelCalls = Pick<FreightClient, 'fetchLabels'>
type LabelClient = LabelCalls & { at(priority: 'label'): LabelCalls }

export interface LabelServiceOptions {
  labels: AllLabelFiles
  /** The service in use: the key of stored labels, and the source of new ones. */
  link: () => { key: string; client: LabelClient }
  /** With the formats of what came. */
  onStored: (shipmentId: string, formats: readonly LabelFormat[]) => void
  clock: Clock
}

export type LabelService = ReturnType<typeof createLabelService>

/** Fetches label bytes once and keeps them: their URLs expire in seven days, and a reprint must not need the network. */
export function createLabelService({ labels, link, onStored, clock }: LabelServiceOptions) {
  const underWay = new Map<string, Promise<StoredLabel[]>>()
  /** Failed requests for each that is missing, by a call that may or may not concern the others; refused ones have a time to wait. */
  let tries = new Map<string, { failed: number; refused: number; dueAt: number }>()
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

  function noteTry(shipmentId: string, isRefused: boolean): void {
    const { failed, refused, dueAt } = tries.get(shipmentId) ?? { failed: 0, refused: 0, dueAt: 0 }
    const next = isRefused ? clock.now().getTime() + delayAfter(WAITS_MS, refused) : dueAt
    tries.set(shipmentId, { failed: failed + 1, refused: isRefused ? refused + 1 : 0, dueAt: next })
  }

  /** Those that were asked for least come first: one that the service chokes on holds no other back for ever. */
  async function fetchMissing(): Promise<void> {
    const { key } = link()
    const missing = await labels.missing(key)
    const before = tries
    tries = new Map()
    for (const { shipmentId } of missing) {
      const tried = before.get(shipmentId)
      if (tried) tries.set(shipmentId, tried)
    }
    const now = clock.now().getTime()
    const failed = (shipmentId: string) => tries.get(shipmentId)?.failed ?? 0
    for (const { shipmentId, format } of missing
      .filter(({ shipmentId: id }) => (tries.get(id)?.dueAt ?? 0) <= now)
      .toSorted((a, b) => failed(a.shipmentId) - failed(b.shipmentId))) {
      // Switched meanwhile: another service knows none of these.
      if (link().key !== key) return
      try {
        await ensure(shipmentId, format)
        tries.delete(shipmentId)
      } catch (error) {
        if (!(error instanceof FreightError)) throw error
        // The monitor has noted it; a later sync comes back here. A label that is not ready yet holds no other back.
        if (!concernsAll(error)) noteTry(shipmentId, isOfOneAlone(error))
        if (!isOfOneAlone(error)) return
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
