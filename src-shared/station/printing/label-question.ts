import { isDelivered, isInException, isOnTheDock } from '../../machine/shipment.ts'
import { EXCEPTION_REASONS } from '../../freight/tracking.ts'
import type { Media } from './printing.ts'
import type { Shipment } from '../tracking/shipment.ts'

/**
 * Why a label is not printed on a scan alone. Its `key` is what an answer names, so that a yes to one question is never
 * taken as a yes to another.
 */
export type LabelQuestion =
  /** The freight is past the dock, held, or ended: by its status, or CUSTOMS_HOLD. `at`: since when; null: nobody said. */
  | { kind: 'status'; key: string; at: string | null }
  /** The ledger was put back to a backup made at that time: it may have been printed since. */
  | { kind: 'restored'; key: 'RESTORED'; backupAt: string }
  /** The printer is loaded with another size. `label`: as the label says; null: what it draws reaches beyond what is loaded. */
  | { kind: 'stock'; key: 'STOCK'; stock: string; label: Media | null }

/**
 * What a shipment's status asks before its label is printed; null: nothing. An exception met on the dock does not, but for
 * a hold by customs; a word that this version does not know asks, for nobody knows that the freight is still here.
 */
export function statusQuestion(shipment: Shipment): LabelQuestion | null {
  if (isOnTheDock(shipment)) return null
  const { status, lastEvent, actualPickup, actualDelivery } = shipment
  const at = (isDelivered(shipment) ? actualDelivery : null) ?? lastEvent?.timestamp ?? null
  if (!isInException(shipment)) return { kind: 'status', key: status, at }
  if (isHeldByCustoms(shipment)) return { kind: 'status', key: 'CUSTOMS_HOLD', at }
  return actualPickup === null ? null : { kind: 'status', key: status, at: lastEvent?.timestamp ?? actualPickup }
}

function isHeldByCustoms({ lastEvent }: Shipment): boolean {
  const said = [lastEvent?.exceptionCode, lastEvent?.exceptionReason]
  return said.some((word) => word === 'CUSTOMS_HOLD' || (word && EXCEPTION_REASONS['006'] === reasonOf(word)))
}

function reasonOf(code: string): string | null {
  return Object.entries(EXCEPTION_REASONS).find(([known]) => known === code)?.[1] ?? null
}
