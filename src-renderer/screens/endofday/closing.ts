import type { CarrierDay, ManifestRow } from '../../../src-shared/station/documents/endofday.ts'

/** What a person said of shipments: on the manifest, or not. */
export type Ticks = Readonly<Record<string, boolean>>

export interface Sum {
  shipments: number
  pieces: number
  weightLb: number
  /** Shipments whose weight is not in the sum. */
  unweighed: number
}

/** What is about to be closed. */
export interface Closing {
  /** As the station takes it; carriers of which nothing is chosen are left out. */
  carriers: { carrier: string; shipmentIds: string[] }[]
  sums: { carrier: string; sum: Sum }[]
  total: Sum
}

/** Freight of a later day is listed, but a driver of today takes it only when a person says so. */
export function isChosen({ shipmentId, pickupDate }: ManifestRow, day: string, ticks: Ticks): boolean {
  return ticks[shipmentId] ?? pickupDate <= day
}

export function sumOf(rows: readonly ManifestRow[]): Sum {
  const weight = rows.reduce((sum, { weightLb }) => sum + (weightLb ?? 0), 0)
  return {
    shipments: rows.length,
    pieces: rows.reduce((sum, { pieces }) => sum + (pieces ?? 0), 0),
    weightLb: Math.round(weight * 100) / 100,
    unweighed: rows.filter(({ weightLb }) => weightLb === null).length,
  }
}

export function closingOf(carriers: readonly CarrierDay[], day: string, ticks: Ticks): Closing {
  const chosen = carriers
    .map(({ carrier, rows }) => ({ carrier, rows: rows.filter((row) => isChosen(row, day, ticks)) }))
    .filter(({ rows }) => rows.length > 0)
  return {
    carriers: chosen.map(({ carrier, rows }) => ({ carrier, shipmentIds: rows.map(({ shipmentId }) => shipmentId) })),
    sums: chosen.map(({ carrier, rows }) => ({ carrier, sum: sumOf(rows) })),
    total: sumOf(chosen.flatMap(({ rows }) => rows)),
  }
}
