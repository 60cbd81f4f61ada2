import { toHundredths } from '../../../src-shared/freight/weight.ts'
import type { CarrierDay, Manifest, ManifestRow } from '../../../src-shared/station/documents/endofday.ts'

/** A person's choice for shipments: on the manifest, or not. */
export type Ticks = Readonly<Record<string, boolean>>

export interface Sum {
  shipments: number
  pieces: number
  weightLb: number
  /** Shipments whose weight is not in the sum. */
  unweighed: number
}

/** A closing about to be made. */
export interface Closing {
  /** As the station takes it; carriers of which nothing is chosen are left out. */
  carriers: { carrier: string; shipmentIds: string[]; follows: string | null }[]
  /** `before`: the manifest of the carrier and day that exists already; this one adds to it. */
  sums: { carrier: string; sum: Sum; before: Manifest | null }[]
  total: Sum
}

/** Freight of a later day is listed, but a driver of today takes it only when a person chooses it. */
export function isChosen({ shipmentId, pickupDate }: ManifestRow, day: string, ticks: Ticks): boolean {
  return ticks[shipmentId] ?? pickupDate <= day
}

export function sumOf(rows: readonly ManifestRow[]): Sum {
  const weight = rows.reduce((sum, { weightLb }) => sum + (weightLb ?? 0), 0)
  return {
    shipments: rows.length,
    pieces: rows.reduce((sum, { pieces }) => sum + (pieces ?? 0), 0),
    weightLb: toHundredths(weight),
    unweighed: rows.filter(({ weightLb }) => weightLb === null).length,
  }
}

/** @param manifests of the day, newest first */
export function closingOf(
  carriers: readonly CarrierDay[],
  manifests: readonly Manifest[],
  day: string,
  ticks: Ticks,
): Closing {
  const beforeOf = (carrier: string) =>
    manifests.find((each) => each.carrier.toLowerCase() === carrier.toLowerCase() && each.voidedAt === null) ?? null
  const chosen = carriers
    .map(({ carrier, rows }) => ({
      ...{ carrier, before: beforeOf(carrier) },
      rows: rows.filter((row) => isChosen(row, day, ticks)),
    }))
    .filter(({ rows }) => rows.length > 0)
  return {
    carriers: chosen.map(({ carrier, rows, before }) => ({
      ...{ carrier, shipmentIds: rows.map(({ shipmentId }) => shipmentId) },
      follows: before?.manifestId ?? null,
    })),
    sums: chosen.map(({ carrier, rows, before }) => ({ carrier, sum: sumOf(rows), before })),
    total: sumOf(chosen.flatMap(({ rows }) => rows)),
  }
}
