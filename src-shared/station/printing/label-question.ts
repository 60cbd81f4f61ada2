import { isDelivered, isInException, isOnTheDock } from '../../machine/shipment.ts'
import { EXCEPTION_REASONS } from '../../freight/tracking.ts'
import { checkWeight } from '../scale/deviation.ts'
import type { ScaleSettings } from '../scale/settings.ts'
import type { Media, PrinterDpi } from './printing.ts'
import type { Shipment } from '../tracking/shipment.ts'

/** A print at another station. */
interface PrintElsewhere {
  stationName: string
  /** Null: no one signs in there. */
  person: string | null
  /** ISO 8601. */
  at: string
  printerName: string
  /** The printer proved it; otherwise it may have come out. */
  isProved: boolean
  /** The site could not be asked then. */
  onIsland: boolean
}

/**
 * Why a label is not printed on a scan alone. An answer names its `key`, so that a yes to one question is never
 * taken as a yes to another.
 */
export type LabelQuestion =
  /** The freight is past the dock, held, or ended: by its status, or CUSTOMS_HOLD. `at`: since when; null: unknown. */
  | { kind: 'status'; key: string; at: string | null }
  /** The ledger was put back to a backup made at that time: it may have been printed since. */
  | { kind: 'restored'; key: 'RESTORED'; backupAt: string }
  /** It weighs another weight than was booked, by more than the limit (Settings > Scale and scanner). `key` names the weight. */
  | { kind: 'weight'; key: string; weighedGrams: number; weighedLb: number; bookedLb: number }
  /**
   * The printer is loaded with another size. `label`: as set by the label; null: its drawing reaches beyond the
   * loaded stock. `madeFor`: another resolution at which it would be as wide as that; null: none.
   */
  | { kind: 'stock'; key: 'STOCK'; stock: string; label: Media | null; madeFor: PrinterDpi | null }
  /** Other stations of the site printed it, or may have, newest first. */
  | { kind: 'printed-elsewhere'; key: 'ELSEWHERE'; prints: PrintElsewhere[] }
  /**
   * It was booked at another station, and the site cannot confirm whether it was printed. `since`: when it became
   * unavailable.
   */
  | { kind: 'offline'; key: 'ISLAND'; since: string | null }
  /** Made to fit the label, a barcode's bars are this narrow, less than scanners read for certain. Millimetres. */
  | { kind: 'bars'; key: 'BARS'; narrowestMm: number }
  /** These of its pages or labels, from 1, would come out without a dot on them. */
  | { kind: 'blank'; key: 'BLANK'; pages: number[] }
  /**
   * A page of the PDF holds so many labels. One or all of them are chosen (jobs.printFile, `label`); yes prints the page as
   * one label, shrunk.
   */
  | { kind: 'labels'; key: 'LABELS'; page: number; labels: number }

/** The key of the question that the outcome `already-printed` is: whether it is printed once more. */
export const ALREADY_PRINTED = 'ALREADY_PRINTED'

/** The keys that go with a yes: to this question, null: to `already-printed`, and to those answered before it. */
export function answeredTo(question: LabelQuestion | null, before: readonly string[]): string[] {
  return [...new Set([...before, question?.key ?? ALREADY_PRINTED])]
}

/**
 * The question that a shipment's status raises before its label is printed; null: none. An exception met on the dock
 * does not, but for a hold by customs; a word that this version does not know asks, because the freight may not be
 * here any more.
 */
export function statusQuestion(shipment: Shipment): LabelQuestion | null {
  if (isOnTheDock(shipment)) return null
  const { status, lastEvent, actualPickup, actualDelivery } = shipment
  const at = (isDelivered(shipment) ? actualDelivery : null) ?? lastEvent?.timestamp ?? null
  if (!isInException(shipment)) return { kind: 'status', key: status, at }
  if (isHeldByCustoms(shipment)) return { kind: 'status', key: 'CUSTOMS_HOLD', at }
  return actualPickup === null ? null : { kind: 'status', key: status, at: lastEvent?.timestamp ?? actualPickup }
}

/**
 * The question that the weight on the scale raises before a label is printed; null: nothing was weighed or booked, or
 * both agree.
 */
export function weightQuestion(
  { weightLb: bookedLb }: Pick<Shipment, 'weightLb'>,
  weighedGrams: number | undefined,
  settings: ScaleSettings,
): LabelQuestion | null {
  if (weighedGrams === undefined || bookedLb === null) return null
  const { result, weighedLb } = checkWeight(weighedGrams, bookedLb, settings)
  return result === 'fits' ? null : { kind: 'weight', key: `WEIGHT ${weighedLb}`, weighedGrams, weighedLb, bookedLb }
}

function isHeldByCustoms({ lastEvent }: Shipment): boolean {
  const said = [lastEvent?.exceptionCode, lastEvent?.exceptionReason]
  return said.some((word) => word === 'CUSTOMS_HOLD' || (word && EXCEPTION_REASONS['006'] === reasonOf(word)))
}

function reasonOf(code: string): string | null {
  return Object.entries(EXCEPTION_REASONS).find(([known]) => known === code)?.[1] ?? null
}
